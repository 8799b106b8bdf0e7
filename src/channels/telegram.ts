/** Telegram bot, for shops whose staff can reach Telegram. */
import { defineBotChannel } from './bot.ts'

export const telegram = defineBotChannel({
  name: 'telegram',
  label: { vi: 'Telegram (bị chặn ở Việt Nam)', en: 'Telegram (blocked in Vietnam)' },
  settingPrefix: 'TELEGRAM',
  tokenDescription:
    'Token of the Telegram bot that notifies staff. Telegram is blocked in Vietnam.',
  tokenIssuer: 'BotFather',
  apiDescription: 'URL of the Telegram Bot API.',
  api: 'https://api.telegram.org',
  maxTextLength: 4096,
  // A preview would open the link, which is for staff only.
  extras: { link_preview_options: { is_disabled: true } },
})
