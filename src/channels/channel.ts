/** A channel as one value. Settings, routes, texts and the desk derive from it. */
import type { ChannelTraits, OpenChannel, OwnersExcept, Sender } from '../kernel/channel.ts'
import type { ChannelSetting, SettingValues } from '../kernel/setting.ts'
import type { Clock } from '../kernel/time.ts'
import type { NetworkPolicy } from './http-post.ts'

export type Channel = ChannelTraits & {
  settings: readonly ChannelSetting<unknown>[]
  /** Channels with the same function share one sender. */
  create(values: SettingValues, context: ChannelContext): Sender
  listTargets(
    values: SettingValues,
    context: ChannelContext,
    recipients?: OwnersExcept,
  ): readonly string[] | Promise<readonly string[]>
  /** See OpenChannel. */
  removeTarget?(target: string, context: ChannelContext): Promise<void>
}

export type ChannelContext = {
  now: Clock
  /** Secret of the shop, from which a channel derives its keys. */
  secret: string
  /** Host name of the site. */
  hostname: string
  /** For addresses that the owner has set. */
  network: NetworkPolicy
  browsers: StaffBrowsers
}

export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** Browsers in which staff have turned on notifications. */
export type StaffBrowsers = {
  /** For addresses that staff have registered, to which the owner's settings do not apply. */
  network: NetworkPolicy
  listIds(recipients?: OwnersExcept): Promise<readonly string[]>
  find(id: string): Promise<PushSubscription | undefined>
  remove(id: string): Promise<void>
}

export function requiredSettings({ settings }: Channel): ChannelSetting<unknown>[] {
  return settings.filter(({ isOptional = false }) => !isOptional)
}

/** Without the channels whose settings are not complete. */
export function openChannels(
  channels: readonly Channel[],
  values: SettingValues,
  context: ChannelContext,
): OpenChannel[] {
  const senders = new Map<Channel['create'], Sender>()
  const createOnce = ({ create }: Channel): Sender => {
    const sender = senders.get(create) ?? create(values, context)
    senders.set(create, sender)
    return sender
  }
  return channels
    .filter((channel) => requiredSettings(channel).every((one) => values.find(one) !== undefined))
    .map((channel) => {
      const { name, label, audience, isForPrograms = false, formatText, removeTarget } = channel
      return {
        ...createOnce(channel),
        name,
        label,
        audience,
        isForPrograms,
        ...(formatText && { formatText }),
        ...(removeTarget && { removeTarget: (target) => removeTarget(target, context) }),
        listTargets: async (recipients) => channel.listTargets(values, context, recipients),
      }
    })
}
