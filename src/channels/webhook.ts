/** Sends events to other programs as signed Standard Webhooks. */
import { randomBytes } from 'node:crypto'
import type { Channel } from '../kernel/channel.ts'
import type { Clock } from '../kernel/time.ts'
import { signWebhook, webhookSecretPrefix } from '../kernel/webhook-message.ts'
import { type NetworkPolicy, post } from './http-post.ts'
import { assertAccepted } from './response-status.ts'

export type WebhookOptions = NetworkPolicy & { secret: string; now: Clock }

/** The target is the URL of the receiver. */
export function createWebhookChannel({ secret, now, ...networkPolicy }: WebhookOptions): Channel {
  return {
    name: 'webhook',
    async send(message, target) {
      const request = signWebhook(message, secret, now())
      assertAccepted(await post({ ...networkPolicy, url: target, ...request }))
    },
  }
}

export function generateWebhookSecret(): string {
  return `${webhookSecretPrefix}${randomBytes(32).toString('base64')}`
}
