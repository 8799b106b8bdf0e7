/** By which ways news leaves the house, how each of them does, and what did not arrive. */
import {
  type ChannelHealth,
  type DeliveryRow,
  listDeadLetters,
  loadChannelHealth,
  retryDelivery,
} from '../../domain/outbox/delivery-log.ts'
import { enqueueTestEvent } from '../../domain/outbox/test-message.ts'
import {
  deleteOwnPushSubscription,
  listPushSubscriptionIds,
  storePushSubscription,
} from '../../domain/staff/push.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import { readJson, stringField } from '../json-body.ts'
import { channelLabels, formatTimestamp } from '../labels.ts'
import type { Screen } from '../screen.ts'

export function channelScreens(context: DeskContext): Screen[] {
  const { store, now, channels } = context
  return [
    {
      path: '/channels',
      ownerOnly: true,
      async show({ locale, query }) {
        const health = await loadChannelHealth(store)
        const browsers = await listPushSubscriptionIds(store.read)
        const targets: Readonly<Record<string, number | undefined>> = {
          ...channels.targets,
          push: browsers.length,
        }
        const dead = await listDeadLetters(store)
        return {
          title: words.title[locale],
          tab: '/channels',
          ...(query.has('tested') && {
            notice: { tone: 'note' as const, body: html`<p>${words.tested[locale]}</p>` },
          }),
          body: html`<h1>${words.title[locale]}</h1><p>${words.hint[locale]}</p>
<ul class="found channels">${channelKinds.map((kind) => channelLine(context, kind, targets[kind], health, locale))}</ul>
<section id="dead"><h2>${words.dead[locale]}</h2>
${dead.length === 0 ? html`<p class="empty">${words.noneDead[locale]}</p>` : html`<ul class="found">${dead.map((one) => deadLetterLine(context, one, locale))}</ul>`}</section>`,
        }
      },
    },
    {
      path: '/channels/{channel}/test',
      ownerOnly: true,
      show: async () => ({ seeOther: '/channels' }),
      async submit({ pathParams: { channel = '' }, member }) {
        const known = Object.hasOwn(channels.targets, channel)
        if (!known || channels.targets[channel] === undefined) return { seeOther: '/channels' }
        await enqueueTestEvent(store, { channel }, `staff:${member.id}`, now)
        return { seeOther: '/channels?tested=1' }
      },
    },
    {
      path: '/channels/again/{id}',
      ownerOnly: true,
      show: async () => ({ seeOther: '/channels' }),
      async submit({ pathParams: { id = '' }, member }) {
        await retryDelivery(store, id, `staff:${member.id}`, now)
        return { seeOther: '/channels#dead' }
      },
    },
    {
      path: '/push/key',
      show: async () => ({ json: { key: channels.pushKey } }),
    },
    {
      path: '/push/keep',
      show: async () => ({ seeOther: '/account' }),
      async submit({ request, member }) {
        const isStored = await storePushSubscription(store, member.id, readJson(request), now())
        return { json: { kept: isStored }, status: isStored ? 200 : 400 }
      },
    },
    {
      path: '/push/forget',
      show: async () => ({ seeOther: '/account' }),
      async submit({ request, member }) {
        await deleteOwnPushSubscription(
          store,
          member.id,
          stringField(readJson(request), 'endpoint'),
        )
        return { json: { kept: false } }
      },
    },
  ]
}

const channelKinds = ['guest-mail', 'email', 'push', 'zalo', 'telegram', 'webhook'] as const

function channelLine(
  { now }: DeskContext,
  kind: (typeof channelKinds)[number],
  targets: number | undefined,
  health: readonly ChannelHealth[],
  locale: Locale,
): Html {
  const own = health.filter(({ channel }) => channel === kind)
  const waiting = own.reduce((sum, one) => sum + one.waiting, 0)
  const last = Math.max(...own.map(({ lastSuccess }) => lastSuccess ?? 0), 0)
  const lastError =
    own.find(({ lastFailure: lastError }) => lastError !== null)?.lastFailure ?? undefined
  const set = targets !== undefined
  return html`<li><span><b>${channelLabels[kind]?.[locale] ?? kind}</b>${set && targets > 0 && kind !== 'guest-mail' && html` · ${targets}`}<br><span class="quiet">${set ? words.on[locale] : `${words.off[locale]} ${settings[kind]}`}${last > 0 && html` · ${words.last[locale]} ${formatTimestamp(last, now(), locale)}`}${waiting > 0 && html` · ${waiting} ${words.waiting[locale]}`}</span>${
    lastError &&
    html`<br><span class="bad">${lastError.reason} (${formatTimestamp(lastError.at, now(), locale)})</span>`
  }</span>${set && targets > 0 && html`<form method="post" action="/channels/${kind}/test"><button type="submit">${words.test[locale]}</button></form>`}</li>`
}

/** What the owner sets to have it. */
const settings = {
  'guest-mail': 'SMTP_URL, MAIL_FROM',
  email: 'SMTP_URL, MAIL_FROM, STAFF_MAIL',
  push: '',
  zalo: 'ZALO_BOT_TOKEN, ZALO_CHATS',
  telegram: 'TELEGRAM_BOT_TOKEN, TELEGRAM_CHATS',
  webhook: 'WEBHOOKS, WEBHOOK_SECRET',
}

function deadLetterLine({ now }: DeskContext, one: DeliveryRow, locale: Locale): Html {
  return html`<li><span><b>${channelLabels[one.channel]?.[locale] ?? one.channel}</b> · ${one.kind} · ${formatTimestamp(one.at, now(), locale)}<br><span class="bad">${one.fault ?? ''}</span> <span class="quiet">${one.tries} ${words.tries[locale]}</span></span><form method="post" action="/channels/again/${one.id}"><button type="submit">${words.sendAgain[locale]}</button></form></li>`
}

const words = {
  title: { vi: 'Kênh báo tin', en: 'Channels' },
  hint: {
    vi: 'Tin cho nhân viên chỉ nói việc gì và lúc nào; tên và số điện thoại của khách không rời khỏi quầy.',
    en: 'Messages to staff say what and when; names and phone numbers of guests do not leave the desk.',
  },
  on: { vi: 'đang dùng', en: 'set up' },
  off: { vi: 'chưa dùng; cần đặt', en: 'not set up; set' },
  last: { vi: 'gửi được lần cuối', en: 'last sent' },
  waiting: { vi: 'đang chờ gửi', en: 'waiting' },
  test: { vi: 'Gửi thử', en: 'Send a test' },
  tested: {
    vi: 'Tin thử đang được gửi; kết quả hiện bên dưới sau vài giây.',
    en: 'The test is on its way; how it went shows below in a few seconds.',
  },
  dead: { vi: 'Chưa gửi được', en: 'Not delivered' },
  noneDead: { vi: 'Mọi tin đều đã tới nơi.', en: 'Everything has arrived.' },
  tries: { vi: 'lần thử', en: 'tries' },
  sendAgain: { vi: 'Gửi lại', en: 'Send again' },
} satisfies Record<string, LocalizedText>
