/** Sends events to other programs as signed Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Channel } from '../kernel/channel.ts'
import type { Clock } from '../kernel/time.ts'
import { type NetworkPolicy, post } from './http-post.ts'
import { assertAccepted } from './response-status.ts'

export type WebhookOptions = NetworkPolicy & { secret: string; now: Clock }

/** The target is the URL of the receiver. */
export function createWebhookChannel({ secret, now, ...networkPolicy }: WebhookOptions): Channel {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
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
