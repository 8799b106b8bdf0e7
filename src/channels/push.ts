/** Web Push notifications to browsers that staff have registered. */
import { generateKeyPairSync } from 'node:crypto'
import { type Channel, type ChannelMessage, DeliveryError } from '../kernel/channel.ts'
import { hour } from '../kernel/time.ts'
import { type NetworkPolicy, post } from './http-post.ts'
import { truncateText } from './message-text.ts'
import { assertAccepted } from './response-status.ts'
import { shortHash } from './short-hash.ts'

type PushSubscription = { endpoint: string; p256dh: string; auth: string }

export type VapidKeys = { publicKey: string; privateKey: string }

export type PushOptions = NetworkPolicy &
  VapidKeys & {
    /** mailto: or https: URL that a push service can use to reach the operator. */
    contact: string
    findSubscription(id: string): Promise<PushSubscription | undefined>
  }

/** An older notification of a request is no longer useful. */
const ttlMs = 4 * hour

/** The target is the id of a subscription. */
export function createPushChannel(options: PushOptions): Channel {
  const { publicKey, privateKey, contact, findSubscription, ...networkPolicy } = options
  const vapidDetails = { subject: contact, publicKey, privateKey }

  /** web-push is loaded with the first message, because most shops never need it. */
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
      throw new DeliveryError({ reason: 'invalid keys', final: true })
    }
  }

  return {
    name: 'push',
    async send(message, target) {
      const pushSubscription = await findSubscription(target)
      if (!pushSubscription) throw subscriptionGoneError('unknown browser')
      const { headers, body } = await encryptMessage(message, pushSubscription)
      const response = await post({
        ...networkPolicy,
        url: pushSubscription.endpoint,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
        ),
        body: body ?? '',
      })
      // An unknown subscription means that the browser has cancelled it.
      if (response.status === 404) throw subscriptionGoneError('status 404')
      assertAccepted(response)
    },
  }
}

function subscriptionGoneError(reason: string): DeliveryError {
  return new DeliveryError({ reason, final: true, gone: true })
}

/** A guest is waiting for an answer. */
function isUrgent(kind: string): boolean {
  return /\.(change_)?requested$/.test(kind)
}

/** As much as a notification shows, well under the 4 KB limit of push services. */
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
