/** How news leaves the house: the channels that the settings name, and who hears of what. */
import { createECDH, hkdfSync } from 'node:crypto'
import { createEmailChannel } from '../channels/email.ts'
import { createPushChannel, type VapidKeys } from '../channels/push.ts'
import { createTelegramChannel } from '../channels/telegram.ts'
import { createWebhookChannel } from '../channels/webhook.ts'
import { createZaloChannel } from '../channels/zalo.ts'
import type { Config } from '../config/config.ts'
import type { DeskParts } from '../desk/context.ts'
import { createComposer } from '../domain/messages/composer.ts'
import { guestMail } from '../domain/messages/context.ts'
import { routesFor } from '../domain/messages/routes.ts'
import { type Courier, createCourier } from '../domain/outbox/dispatcher.ts'
import type { News } from '../domain/outbox/fan-out.ts'
import { pushBrowser, pushBrowsers, removePush } from '../domain/staff/push.ts'
import type { Channel } from '../kernel/channel.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'
import type { House } from './app-host.ts'

export type Telling = {
  /** What the desk shows of the channels. */
  shown: DeskParts['channels']
  courier(house: House, onNews: (news: News) => void): Courier
  close(): Promise<void>
}

export type TellingSettings = Pick<
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
  /** For tests, whose browsers are on this machine. */
  privatePush?: boolean
}

export function createTelling(
  settings: TellingSettings,
  { store, secret, now }: { store: Store; secret: string; now: Clock },
): Telling {
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
      // Any of the staff names such an address, so the owner's word for his own does not hold here.
      allowPrivate: settings.privatePush ?? false,
      subscription: (id) => pushBrowser(store.read, id),
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
  const routes = routesFor({
    staffMail,
    webhooks,
    zaloChats,
    telegramChats,
    guestMail: mail !== undefined,
    pushSubscriptions: () => pushBrowsers(store.read),
  })
  const some = (places: readonly string[]) => (places.length > 0 ? places.length : undefined)

  return {
    shown: {
      pushKey: keys.publicKey,
      targets: {
        [guestMail.channel]: mail && 1,
        email: some(staffMail),
        push: 0,
        webhook: some(webhooks),
        zalo: some(zaloChats),
        telegram: some(telegramChats),
      },
    },
    courier: (house, onNews) =>
      createCourier({
        store,
        channels,
        routes,
        now,
        onNews,
        compose: createComposer({
          store,
          secret,
          now,
          base: settings.baseUrl,
          deskUrl: settings.deskUrl,
          offerName: house.offerName,
          ownMail: mailFrom,
          get business() {
            return house.shop().business
          },
          get rules() {
            return house.shop().booking
          },
          get bookingForm() {
            return house.shop().bookingForm
          },
        }).compose,
        onGone: async ({ channel, target }) => {
          if (channel !== 'push') return false
          await store.write((sql) => removePush(sql, target))
          return true
        },
      }),
    close: async () => mail?.close(),
  }
}

/** Browsers remember them, so they come from the secret: the same in every process, after every start. */
function vapidKeys(secret: string): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', 'web push', 32)))
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: pair.getPrivateKey('base64url').padStart(43, 'A'),
  }
}
