/** Tells another program, signed as Standard Webhooks says, so that it knows the news is ours. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Channel } from '../kernel/channel.ts'
import type { Clock } from '../kernel/time.ts'
import { type NetworkPolicy, post } from './http-post.ts'
import { assertAccepted } from './response-status.ts'

export type WebhookOptions = NetworkPolicy & { secret: string; now: Clock }

/** A target is the address of the program. */
export function createWebhookChannel({ secret, now, ...networkPolicy }: WebhookOptions): Channel {
  if (!isWebhookSecret(secret)) throw new Error('A webhook secret is whsec_ and 24 to 64 bytes.')
  const key = decodeSecret(secret)
  return {
    name: 'webhook',
    async send({ id, kind, at, facts }, target) {
      const timestamp = String(Math.floor(now() / 1000))
      const body = JSON.stringify({
        type: kind,
        timestamp: new Date(at).toISOString(),
        data: facts,
      })
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
      const response = await post({
        ...networkPolicy,
        url: target,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signature.digest('base64')}`,
        },
        body,
      })
      assertAccepted(response)
    },
  }
}

const prefix = 'whsec_'

export function generateWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/** Written as its bytes would be written again, so that a slip of the pen is not taken for a key. */
export function isWebhookSecret(text: string): boolean {
  const key = decodeSecret(text)
  return text === `${prefix}${key.toString('base64')}` && key.length >= 24 && key.length <= 64
}

function decodeSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64')
}
