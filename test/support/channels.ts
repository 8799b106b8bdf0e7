/** Channels as the settings open them, with servers on this machine. */
import assert from 'node:assert/strict'
import { type Channel, type ChannelContext, openChannels } from '../../src/channels/channel.ts'
import { channels } from '../../src/channels/channels.ts'
import { generateWebhookSecret } from '../../src/channels/webhook.ts'
import type { OpenChannel } from '../../src/kernel/channel.ts'
import { readSettingValues, type SettingTexts } from '../../src/kernel/setting.ts'
import { createTestChannel, type TestChannel } from './dispatchers.ts'
import { localOptions } from './events.ts'
import { monday, secret } from './shop.ts'

const context: ChannelContext = {
  now: () => monday,
  secret,
  hostname: 'shop.example',
  network: localOptions,
  browsers: {
    network: localOptions,
    listIds: async () => ['browser-1'],
    find: async () => undefined,
    remove: async () => {},
  },
}

export function openTogether(
  some: readonly Channel[],
  settingTexts: SettingTexts,
  changes: Partial<ChannelContext> = {},
): OpenChannel[] {
  return openChannels(some, readSettingValues(settingTexts), { ...context, ...changes })
}

export function openChannel(
  channel: Channel,
  settingTexts: SettingTexts,
  changes: Partial<ChannelContext> = {},
): OpenChannel {
  const [open] = openTogether([channel], settingTexts, changes)
  return open ?? assert.fail(`${channel.name} is not configured`)
}

/** The channels that these settings configure. They accept every message unless `onSend` throws. */
export function openTestChannels(
  settingTexts: SettingTexts,
  now: () => number,
  onSend?: Parameters<typeof createTestChannel>[2],
): (OpenChannel & TestChannel)[] {
  return openTogether(channels, settingTexts).map((open) => ({
    ...open,
    ...createTestChannel(open.name, now, onSend),
  }))
}

/** Settings of every channel. */
export const allChannels: SettingTexts = {
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'shop@shop.example',
  STAFF_MAIL: 'desk@shop.example',
  ZALO_BOT_TOKEN: 'zalo:secret',
  ZALO_CHATS: 'chat-1',
  TELEGRAM_BOT_TOKEN: 'telegram:secret',
  TELEGRAM_CHATS: 'chat-2',
  WEBHOOKS: 'https://program.example/news',
  WEBHOOK_SECRET: generateWebhookSecret(),
}
