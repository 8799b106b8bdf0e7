/** Web Push notifications to browsers that staff have registered. */
import { createECDH, hkdfSync } from 'node:crypto'
import { type ChannelMessage, DeliveryError, type Sender } from '../kernel/channel.ts'
import { hour } from '../kernel/time.ts'
import type { Channel, PushSubscription, StaffBrowsers } from './channel.ts'
import { mailFrom } from './email.ts'
import { post } from './http-post.ts'
import { truncateText } from './message-text.ts'
import { assertAccepted } from './response-status.ts'
import { shortHash } from './short-hash.ts'

/** The target is the id of a subscription. */
export const push: Channel = {
  name: 'push',
  label: { vi: 'Báo trên trình duyệt', en: 'Browser notifications' },
  audience: 'staff',
  settings: [],
  create: (values, { secret, hostname, browsers }) =>
    createPushSender(
      {
        subject: `mailto:${values.find(mailFrom) ?? `desk@${hostname}`}`,
        ...deriveVapidKeys(secret),
      },
      browsers,
    ),
  listTargets: (_, { browsers }, recipients) => browsers.listIds(recipients),
  removeTarget: (id, { browsers }) => browsers.remove(id),
}

type VapidKeys = { publicKey: string; privateKey: string }

type VapidDetails = VapidKeys & {
  /** mailto: or https: URL that a push service can use to reach the operator. */
  subject: string
}

/** An older notification of a request is no longer useful. */
const ttlMs = 4 * hour

function createPushSender(vapidDetails: VapidDetails, browsers: StaffBrowsers): Sender {
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
    async send(message, target) {
      const pushSubscription = await browsers.find(target)
      if (!pushSubscription) throw subscriptionGoneError('unknown browser')
      const { headers, body } = await encryptMessage(message, pushSubscription)
      const response = await post({
        ...browsers.network,
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

/** Derived from the secret: browsers store the public key, so every process needs the same one at each start. */
export function deriveVapidKeys(secret: string): VapidKeys {
  const privateKey = Buffer.from(hkdfSync('sha256', secret, '', 'web push', 32))
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  // The pair would return its private key without leading zeros.
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}
