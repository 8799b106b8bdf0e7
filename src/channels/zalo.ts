/** Zalo bot: writes to a chat of the staff. */
import type { Channel } from '../kernel/channel.ts'
import { type BotOptions, createBotChannel } from './bot.ts'

export function createZaloChannel(options: BotOptions): Channel {
  return createBotChannel(options, {
    name: 'zalo',
    api: 'https://bot-api.zaloplatforms.com',
    maxTextLength: 2000,
    extras: {},
  })
}
