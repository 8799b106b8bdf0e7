/** Opens the channels that the settings configure. */
import { type ChannelContext, openChannels, requiredSettings } from '../channels/channel.ts'
import { channels } from '../channels/channels.ts'
import { deriveVapidKeys } from '../channels/push.ts'
import type { Config } from '../config/config.ts'
import type { DeskContext } from '../desk/context.ts'
import {
  deletePushSubscription,
  findPushSubscription,
  listPushSubscriptionIds,
} from '../domain/staff/push.ts'
import type { OpenChannel } from '../kernel/channel.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'

export type Notifications = {
  /** What the desk shows about the channels. */
  channelStatus: DeskContext['channels']
  channels: readonly OpenChannel[]
  close(): Promise<void>
}

type NotificationSettings = Pick<
  Config,
  'baseUrl' | 'allowPrivate' | 'channelValues' | 'firstEmailsPerHour'
> & {
  /** Allows push services on private addresses. For tests, whose browsers run on this machine. */
  privatePush?: boolean
}

export function createNotifications(
  settings: NotificationSettings,
  { store, secret, now }: { store: Store; secret: string; now: Clock },
): Notifications {
  const context: ChannelContext = {
    now,
    secret,
    hostname: new URL(settings.baseUrl).hostname,
    network: { allowPrivate: settings.allowPrivate },
    browsers: {
      // Every staff member can register such a URL, so PRIVATE_TARGETS, the owner's setting, does not apply.
      network: { allowPrivate: settings.privatePush ?? false },
      listIds: (recipients) => listPushSubscriptionIds(store.read, recipients),
      find: (id) => findPushSubscription(store.read, id),
      remove: (id) => store.write((sql) => deletePushSubscription(sql, id)),
    },
  }
  const open = openChannels(channels, settings.channelValues, context)

  return {
    channels: open,
    channelStatus: {
      pushKey: deriveVapidKeys(secret).publicKey,
      firstEmailsPerHour: settings.firstEmailsPerHour,
      list: channels.map((channel) => ({
        name: channel.name,
        label: channel.label,
        audience: channel.audience,
        requiredSettings: requiredSettings(channel).map(({ name }) => name),
        listTargets: open.find(({ name }) => name === channel.name)?.listTargets,
      })),
    },
    async close() {
      for (const channel of open) await channel.close?.()
    },
  }
}
