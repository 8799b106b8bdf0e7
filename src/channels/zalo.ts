/** Zalo bot: writes to a chat of the staff. */
import { defineBotChannel } from './bot.ts'

export const zalo = defineBotChannel({
  name: 'zalo',
  label: { vi: 'Zalo Bot', en: 'Zalo Bot' },
  settingPrefix: 'ZALO',
  tokenDescription: 'Token of the Zalo bot that notifies staff.',
  tokenIssuer: 'Zalo Bot Manager',
  apiDescription: 'URL of the Zalo Bot API.',
  api: 'https://bot-api.zaloplatforms.com',
  maxTextLength: 2000,
  extras: {},
})
