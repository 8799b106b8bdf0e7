/** Wakes a browser that staff asked to be told in (Web Push). */
import { generateKeyPairSync } from 'node:crypto'
import { type Channel, type ChannelMessage, DeliveryError } from '../kernel/channel.ts'
import { hour } from '../kernel/time.ts'
import { type NetworkPolicy, post } from './http-post.ts'
import { truncateText } from './message-text.ts'
import { assertAccepted } from './response-status.ts'
import { shortHash } from './short-hash.ts'

export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

export type VapidKeys = { publicKey: string; privateKey: string }

export type PushOptions = NetworkPolicy &
  VapidKeys & {
    /** mailto: or https:, for the browser's maker to complain to. */
    contact: string
    findSubscription(id: string): Promise<PushSubscription | undefined>
  }

/** After that, news of a request is no news. */
const ttlMs = 4 * hour

/** A target is the id of a subscription. */
export function createPushChannel(options: PushOptions): Channel {
  const { publicKey, privateKey, contact, findSubscription, ...networkPolicy } = options
  const vapidDetails = { subject: contact, publicKey, privateKey }

  /** Loaded with the first message: most shops that start never need it. */
  const encryptMessage = async (
    message: ChannelMessage,
    { endpoint, p256dh, auth }: PushSubscription,
  ) => {
    const { default: webPush } = await import('web-push')
    try {
      return webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        toPayload(message),
        {
          vapidDetails,
          TTL: ttlMs / 1000,
          urgency: isUrgent(message.kind) ? 'high' : 'normal',
          topic: shortHash(message.id),
        },
      )
    } catch {
      throw new DeliveryError({ reason: 'keys cannot be used', final: true })
    }
  }

  return {
    name: 'push',
    async send(message, target) {
      const pushSubscription = await findSubscription(target)
      if (!pushSubscription) throw subscriptionGoneError('no such browser')
      const { headers, body } = await encryptMessage(message, pushSubscription)
      const response = await post({
        ...networkPolicy,
        url: pushSubscription.endpoint,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
        ),
        body: body ?? '',
      })
      // A service that never heard of the subscription means that the browser gave it up.
      if (response.status === 404) throw subscriptionGoneError('answered 404')
      assertAccepted(response)
    },
  }
}

function subscriptionGoneError(reason: string): DeliveryError {
  return new DeliveryError({ reason, final: true, gone: true })
}

/** Somebody waits for an answer. */
function isUrgent(kind: string): boolean {
  return /\.(change_)?requested$/.test(kind)
}

/** As much as a notification shows, and well under the 4 KB that push services carry. */
function toPayload({ id, kind, title, text, link }: ChannelMessage): string {
  return JSON.stringify({
    id,
    kind,
    title: truncateText(title, 80),
    text: truncateText(text, 300),
    link,
  })
}

export function generateVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}
