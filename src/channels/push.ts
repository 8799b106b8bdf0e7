/** Wakes a browser that staff asked to be told in (Web Push). */
import { generateKeyPairSync } from 'node:crypto'
import { type Channel, type Message, NotDelivered } from '../kernel/channel.ts'
import { hour } from '../kernel/time.ts'
import { post, type Reach } from './http-post.ts'
import { cut } from './message-text.ts'
import { checkTaken } from './response-status.ts'
import { stableName } from './short-hash.ts'

export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

export type VapidKeys = { publicKey: string; privateKey: string }

export type PushOptions = Reach &
  VapidKeys & {
    /** mailto: or https:, for the browser's maker to complain to. */
    contact: string
    subscription(id: string): Promise<PushSubscription | undefined>
  }

/** After that, news of a request is no news. */
const kept = 4 * hour

/** A target is the id of a subscription. */
export function createPushChannel(options: PushOptions): Channel {
  const { publicKey, privateKey, contact, subscription, ...reach } = options
  const vapidDetails = { subject: contact, publicKey, privateKey }

  /** Loaded with the first message: most shops that start never need it. */
  const seal = async (message: Message, { endpoint, p256dh, auth }: PushSubscription) => {
    const { default: webPush } = await import('web-push')
    try {
      return webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        contentOf(message),
        {
          vapidDetails,
          TTL: kept / 1000,
          urgency: isUrgent(message.kind) ? 'high' : 'normal',
          topic: stableName(message.id),
        },
      )
    } catch {
      throw new NotDelivered({ reason: 'keys cannot be used', final: true })
    }
  }

  return {
    name: 'push',
    async send(message, target) {
      const found = await subscription(target)
      if (!found) throw gone('no such browser')
      const { headers, body } = await seal(message, found)
      const answer = await post({
        ...reach,
        url: found.endpoint,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
        ),
        body: body ?? '',
      })
      // A service that never heard of the subscription means that the browser gave it up.
      if (answer.status === 404) throw gone('answered 404')
      checkTaken(answer)
    },
  }
}

function gone(reason: string): NotDelivered {
  return new NotDelivered({ reason, final: true, gone: true })
}

/** Somebody waits for an answer. */
function isUrgent(kind: string): boolean {
  return /\.(change_)?requested$/.test(kind)
}

/** As much as a notification shows, and well under the 4 KB that push services carry. */
function contentOf({ id, kind, title, text, link }: Message): string {
  return JSON.stringify({ id, kind, title: cut(title, 80), text: cut(text, 300), link })
}

export function makeVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}
