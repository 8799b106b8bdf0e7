/** The format of a webhook: its body, its signature (Standard Webhooks), and its description for integrators. */
import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { ChannelMessage } from './channel.ts'
import type { LocalizedText } from './locale.ts'

type WebhookEvent = Pick<ChannelMessage, 'id' | 'kind' | 'at' | 'facts'>

export const webhookSecretPrefix = 'whsec_'

/** The body and the headers of an event that is sent at this time. */
export function signWebhook(
  { id, kind, at, facts }: WebhookEvent,
  secret: string,
  sentAt: number,
): { headers: Record<string, string>; body: string } {
  const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64')
  const timestamp = String(Math.floor(sentAt / 1000))
  const body = JSON.stringify({ type: kind, timestamp: new Date(at).toISOString(), data: facts })
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature.digest('base64')}`,
    },
    body,
  }
}

export type WebhookDescription = {
  events: readonly { type: string; title: LocalizedText }[]
  payloads: readonly WebhookPayload[]
}

/** `data` of the events of one kind. */
export type WebhookPayload = {
  title: LocalizedText
  schema: z.ZodObject
  /** Undefined if the shop accepts no bookings for long. */
  example: WebhookEvent | undefined
}
