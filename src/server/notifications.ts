/** Creates the channels, the routes and the outbox dispatcher that the settings describe. */
import { createECDH, hkdfSync } from 'node:crypto'
import { createEmailChannel } from '../channels/email.ts'
import { createPushChannel, type VapidKeys } from '../channels/push.ts'
import { createTelegramChannel } from '../channels/telegram.ts'
import { createWebhookChannel } from '../channels/webhook.ts'
import { createZaloChannel } from '../channels/zalo.ts'
import type { Config } from '../config/config.ts'
import type { DeskContext } from '../desk/context.ts'
import { createComposer } from '../domain/messages/composer.ts'
import { guestMail } from '../domain/messages/context.ts'
import { createRoutes } from '../domain/messages/routes.ts'
import { createDispatcher, type Dispatcher } from '../domain/outbox/dispatcher.ts'
import type { OutboxEvent } from '../domain/outbox/fan-out.ts'
import {
  deletePushSubscription,
  findPushSubscription,
  listPushSubscriptionIds,
} from '../domain/staff/push.ts'
import type { Channel } from '../kernel/channel.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'
import type { AppHost } from './app-host.ts'

export type Notifications = {
  /** What the desk shows about the channels. */
  channelStatus: DeskContext['channels']
  createDispatcher(appHost: AppHost, onEvent: (event: OutboxEvent) => void): Dispatcher
  close(): Promise<void>
}

export type NotificationSettings = Pick<
  Config,
  | 'baseUrl'
  | 'deskUrl'
  | 'smtpUrl'
  | 'mailFrom'
  | 'staffMail'
  | 'webhooks'
  | 'webhookSecret'
  | 'allowPrivate'
  | 'zaloToken'
  | 'zaloChats'
  | 'zaloApi'
  | 'telegramToken'
  | 'telegramChats'
  | 'telegramApi'
> & {
  /** Allows push services on private addresses. For tests, whose browsers run on this machine. */
  privatePush?: boolean
}

export function createNotifications(
  settings: NotificationSettings,
  { store, secret, now }: { store: Store; secret: string; now: Clock },
): Notifications {
  const { smtpUrl, mailFrom, webhookSecret, zaloToken, zaloApi, telegramToken } = settings
  const { staffMail, webhooks, zaloChats, telegramChats, telegramApi, allowPrivate } = settings
  const keys = vapidKeys(secret)
  const mail =
    smtpUrl === undefined || mailFrom === undefined
      ? undefined
      : createEmailChannel({ url: smtpUrl, from: mailFrom })
  const channels: Channel[] = [
    createPushChannel({
      ...keys,
      contact: `mailto:${mailFrom ?? `desk@${new URL(settings.baseUrl).hostname}`}`,
      // Every staff member can register such a URL, so PRIVATE_TARGETS, the owner's setting, does not apply.
      allowPrivate: settings.privatePush ?? false,
      findSubscription: (id) => findPushSubscription(store.read, id),
    }),
    ...(mail ? [mail, { ...mail, name: guestMail.channel }] : []),
    ...(webhookSecret === undefined
      ? []
      : [createWebhookChannel({ secret: webhookSecret, allowPrivate, now })]),
    ...(zaloToken === undefined
      ? []
      : [createZaloChannel({ token: zaloToken, allowPrivate, ...(zaloApi && { api: zaloApi }) })]),
    ...(telegramToken === undefined
      ? []
      : [
          createTelegramChannel({
            token: telegramToken,
            allowPrivate,
            ...(telegramApi && { api: telegramApi }),
          }),
        ]),
  ]
  const routes = createRoutes({
    staffMail,
    webhooks,
    zaloChats,
    telegramChats,
    guestMail: mail !== undefined,
    pushSubscriptions: () => listPushSubscriptionIds(store.read),
  })
  const countOrUndefined = (targets: readonly string[]) =>
    targets.length > 0 ? targets.length : undefined

  return {
    channelStatus: {
      pushKey: keys.publicKey,
      targets: {
        [guestMail.channel]: mail && 1,
        email: countOrUndefined(staffMail),
        push: 0,
        webhook: countOrUndefined(webhooks),
        zalo: countOrUndefined(zaloChats),
        telegram: countOrUndefined(telegramChats),
      },
    },
    createDispatcher: (appHost, onEvent) =>
      createDispatcher({
        store,
        channels,
        routes,
        now,
        onEvent,
        compose: createComposer({
          store,
          secret,
          now,
          base: settings.baseUrl,
          deskUrl: settings.deskUrl,
          offerName: appHost.offerName,
          ownMail: mailFrom,
          get business() {
            return appHost.shop().business
          },
          get rules() {
            return appHost.shop().booking
          },
          get bookingForm() {
            return appHost.shop().bookingForm
          },
        }).compose,
        onTargetGone: async ({ channel, target }) => {
          if (channel !== 'push') return false
          await store.write((sql) => deletePushSubscription(sql, target))
          return true
        },
      }),
    close: async () => mail?.close(),
  }
}

/** Derived from the secret: browsers store the public key, so every process needs the same one at each start. */
function vapidKeys(secret: string): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', 'web push', 32)))
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: pair.getPrivateKey('base64url').padStart(43, 'A'),
  }
}
