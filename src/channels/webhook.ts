/** Sends events to other programs as signed Standard Webhooks. */
import { randomBytes } from 'node:crypto'
import { type ChannelSetting, parseList, parseWebUrl } from '../kernel/setting.ts'
import { signWebhook, webhookSecretPrefix } from '../kernel/webhook-message.ts'
import type { Channel } from './channel.ts'
import { post } from './http-post.ts'
import { assertAccepted } from './response-status.ts'

const receiverUrls: ChannelSetting<readonly string[]> = {
  name: 'WEBHOOKS',
  description: 'URLs that receive all events as Standard Webhooks.',
  defaultText: '(none)',
  allowedValues: {
    vi: 'các địa chỉ như https://crm.example/letan, cách nhau bằng dấu phẩy',
    en: 'URLs such as https://crm.example/letan, separated by commas',
  },
  requires: 'WEBHOOK_SECRET',
  parse: (text) => parseList(text, parseWebUrl),
}

export const webhookSecret: ChannelSetting<string> = {
  name: 'WEBHOOK_SECRET',
  description: 'Key that signs webhooks.',
  defaultText: '(required with WEBHOOKS)',
  allowedValues: {
    vi: 'whsec_ rồi 24 đến 64 byte viết theo base64',
    en: 'whsec_ followed by 24 to 64 bytes in base64',
  },
  parse(text) {
    const key = Buffer.from(text.slice(webhookSecretPrefix.length), 'base64')
    // Encoding the bytes again detects characters that base64 decoding ignores, such as a typing error.
    const isCanonical = text === `${webhookSecretPrefix}${key.toString('base64')}`
    return isCanonical && key.length >= 24 && key.length <= 64 ? text : undefined
  },
}

/** The target is the URL of the receiver. */
export const webhook: Channel = {
  name: 'webhook',
  label: { vi: 'Webhook cho chương trình khác', en: 'Webhooks for other programs' },
  audience: 'staff',
  isForPrograms: true,
  settings: [receiverUrls, webhookSecret],
  create(values, { network, now }) {
    const secret = values.get(webhookSecret)
    return {
      async send(message, target) {
        const request = signWebhook(message, secret, now())
        assertAccepted(await post({ ...network, url: target, ...request }))
      },
    }
  },
  listTargets: (values) => values.get(receiverUrls),
}

export function generateWebhookSecret(): string {
  return `${webhookSecretPrefix}${randomBytes(32).toString('base64')}`
}
