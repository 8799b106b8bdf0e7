/** Telegram bot, for shops whose staff can reach Telegram. */
import type { Channel } from '../kernel/channel.ts'
import { type BotOptions, createBotChannel } from './bot.ts'

export function createTelegramChannel(options: BotOptions): Channel {
  return createBotChannel(options, {
    name: 'telegram',
    api: 'https://api.telegram.org',
    maxTextLength: 4096,
    // A preview would open the link, which is for staff only.
    extras: { link_preview_options: { is_disabled: true } },
  })
}
