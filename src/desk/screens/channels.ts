/** The notification channels: configuration, health, test messages and undelivered messages. */
import {
  type ChannelHealth,
  type DeliveryRow,
  listDeadLetters,
  loadChannelHealth,
  retryDelivery,
} from '../../domain/outbox/delivery-log.ts'
import { enqueueTestEvent } from '../../domain/outbox/test-message.ts'
import { deleteOwnPushSubscription, storePushSubscription } from '../../domain/staff/push.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type Html, html } from '../../ui/html.ts'
import { emptyText, itemList, postButton } from '../components.ts'
import type { DeskChannel, DeskContext } from '../context.ts'
import { firstEmailNotice } from '../first-email-notice.ts'
import { readJson, stringField } from '../json-body.ts'
import { channelLabel, formatTimestamp } from '../labels.ts'
import type { Screen, ScreenPage } from '../screen.ts'

export function channelScreens(context: DeskContext): Screen[] {
  const { store, now, channels } = context
  return [
    {
      path: '/channels',
      isOwnerOnly: true,
      show: ({ locale, query }) => renderPage(context, query.has('tested'), locale),
    },
    {
      path: '/channels/{channel}/test',
      isOwnerOnly: true,
      needsFreshSignIn: true,
      show: async () => ({ seeOther: '/channels' }),
      async submit({ pathParams: { channel = '' }, member }) {
        const isConfigured = channels.list.some(
          ({ name, listTargets }) => name === channel && listTargets,
        )
        if (!isConfigured) return { seeOther: '/channels' }
        await enqueueTestEvent(store, { channel }, `staff:${member.id}`, now)
        return { seeOther: '/channels?tested=1' }
      },
    },
    {
      path: '/channels/again/{id}',
      isOwnerOnly: true,
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
      async submit({ request, member, session }) {
        const owner = { staffId: member.id, sessionHash: session.hash }
        const isStored = await storePushSubscription(store, owner, readJson(request), now())
        return { json: { stored: isStored }, status: isStored ? 200 : 400 }
      },
    },
    {
      path: '/push/forget',
      show: async () => ({ seeOther: '/account' }),
      async submit({ request, member }) {
        const endpoint = stringField(readJson(request), 'endpoint')
        await deleteOwnPushSubscription(store, member.id, endpoint)
        return { json: { stored: false } }
      },
    },
  ]
}

async function renderPage(
  context: DeskContext,
  isTested: boolean,
  locale: Locale,
): Promise<ScreenPage> {
  const { store, channels } = context
  const health = await loadChannelHealth(store)
  const lines = await Promise.all(
    channels.list.map((channel) => channelLine(context, channel, health, locale)),
  )
  const dead = await listDeadLetters(store)
  return {
    title: words.title[locale],
    tab: '/channels',
    ...(isTested && { notice: { tone: 'note', body: html`<p>${words.tested[locale]}</p>` } }),
    body: html`<h1>${words.title[locale]}</h1>
<p>${words.hint[locale]}</p>
${await firstEmailNotice(context, locale)}
${itemList(lines)}
<section id="dead">
<h2>${words.dead[locale]}</h2>
${
  dead.length === 0
    ? emptyText(words.noneDead[locale])
    : itemList(dead.map((one) => deadLetterLine(context, one, locale)))
}
</section>`,
  }
}

async function channelLine(
  { now }: DeskContext,
  channel: DeskChannel,
  health: readonly ChannelHealth[],
  locale: Locale,
): Promise<Html> {
  const { name, label, audience, listTargets } = channel
  const own = health.filter((one) => one.channel === name)
  const targets = (await listTargets?.()) ?? []
  const failure = own.find(({ lastFailure }) => lastFailure !== null)?.lastFailure ?? undefined
  const hasTargets = targets.length > 0
  const count = hasTargets && audience === 'staff' && ` · ${targets.length}`
  const state = channelState(channel, own, now(), locale)
  const error =
    failure &&
    html`<br><span class="bad">${failure.reason} (${formatTimestamp(failure.at, now(), locale)})</span>`
  return html`<li>
<span><b>${label[locale]}</b>${count}<br><span class="muted">${state}</span>${error}</span>
${hasTargets && postButton(`/channels/${name}/test`, words.test[locale])}
</li>`
}

/** Whether the channel is set up, its last success and the number of queued messages. */
function channelState(
  { requiredSettings, listTargets }: DeskChannel,
  health: readonly ChannelHealth[],
  now: number,
  locale: Locale,
): string {
  const lastSuccessMs = Math.max(...health.map(({ lastSuccess }) => lastSuccess ?? 0), 0)
  const waiting = health.reduce((sum, one) => sum + one.waiting, 0)
  return [
    listTargets ? words.on[locale] : `${words.off[locale]} ${requiredSettings.join(', ')}`,
    ...(lastSuccessMs > 0
      ? [`${words.last[locale]} ${formatTimestamp(lastSuccessMs, now, locale)}`]
      : []),
    ...(waiting > 0 ? [`${waiting} ${words.waiting[locale]}`] : []),
  ].join(' · ')
}

function deadLetterLine(context: DeskContext, delivery: DeliveryRow, locale: Locale): Html {
  const { id, channel, kind, at, fault, tries } = delivery
  const label = channelLabel(context, channel, locale)
  const time = formatTimestamp(at, context.now(), locale)
  const attempts = `${tries} ${plural(tries, attemptForms[locale], locale)}`
  return html`<li>
<span><b>${label}</b> · ${kind} · ${time}<br>
<span class="bad">${fault ?? ''}</span> <span class="muted">${attempts}</span></span>
${postButton(`/channels/again/${id}`, words.sendAgain[locale])}
</li>`
}

const attemptForms = {
  vi: { other: 'lần thử' },
  en: { one: 'attempt', other: 'attempts' },
}

const words = {
  title: { vi: 'Kênh báo tin', en: 'Channels' },
  hint: {
    vi: 'Tin cho nhân viên chỉ nói việc gì và lúc nào; tên và số điện thoại của khách không rời khỏi quầy.',
    en: 'Messages to staff contain only the subject and the time; names and phone numbers of guests stay on the desk.',
  },
  on: { vi: 'đang dùng', en: 'set up' },
  off: { vi: 'chưa dùng; cần đặt', en: 'not set up; set' },
  last: { vi: 'gửi được lần cuối', en: 'last sent' },
  waiting: { vi: 'đang chờ gửi', en: 'waiting' },
  test: { vi: 'Gửi thử', en: 'Send a test' },
  tested: {
    vi: 'Tin thử đang được gửi; kết quả hiện bên dưới sau vài giây.',
    en: 'The test message is being sent; its result appears below in a few seconds.',
  },
  dead: { vi: 'Chưa gửi được', en: 'Not delivered' },
  noneDead: { vi: 'Mọi tin đều đã tới nơi.', en: 'All messages were delivered.' },
  sendAgain: { vi: 'Gửi lại', en: 'Send again' },
} satisfies Record<string, LocalizedText>
