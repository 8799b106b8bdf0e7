/** All channels, in the order of the desk and of the settings. */
import type { ChannelSetting } from '../kernel/setting.ts'
import type { Channel } from './channel.ts'
import { guestMail, staffMail } from './email.ts'
import { push } from './push.ts'
import { telegram } from './telegram.ts'
import { webhook } from './webhook.ts'
import { zalo } from './zalo.ts'

export const channels: readonly Channel[] = [guestMail, staffMail, push, zalo, telegram, webhook]

/** Each once: the channels of one mail server share its settings. */
export const channelSettings: readonly ChannelSetting<unknown>[] = [
  ...new Set(channels.flatMap(({ settings }) => settings)),
]
