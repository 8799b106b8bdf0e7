/** Messages to staff and webhooks about orders and callback requests, and the test message. */
import { formatCode } from '../../kernel/booking-code.ts'
import type { ChannelTraits } from '../../kernel/channel.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { responseDeadline } from '../guest/response-deadline.ts'
import { orderAction, orderActionOfEvent } from '../orders/actions.ts'
import { orderKindLabel } from '../orders/status.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'
import { leadEvent } from './event-notifications.ts'
import { formatShortTimestamp, formatSource } from './format.ts'
import type { OrderRow } from './order.ts'
import { toOrderPayload } from './webhook-payloads.ts'

export async function composeStaffOrderMessage(
  { store, deskUrl, locale = 'vi' }: MessageContext,
  _: Delivery,
  { kind, subject }: OutboxEvent,
  { isForPrograms }: ChannelTraits,
): Promise<MessageContent | undefined> {
  const row = await store.read.get<OrderRow>(
    'SELECT * FROM orders WHERE id = ?',
    subjectId(subject),
  )
  if (!row) return undefined
  const name = orderActionOfEvent(kind)
  const action = name && orderAction(name)
  const isAnswered = action?.notifies.staff === 'answer' && row.status !== action.to
  if (!isForPrograms && isAnswered) return undefined
  const code = formatCode(row.code)
  const title = (action?.title ?? labels.changed)[locale]
  return {
    title: `${title}: ${orderKindLabel(row.kind)[locale]}, ${formatMoney(row.total, locale)}`,
    text: [formatSourceLine(row.source, locale), `${labels.code[locale]}: ${code}`].join('\n'),
    link: `${deskUrl}/orders`,
    facts: toOrderPayload(row),
  }
}

export async function composeStaffLeadMessage(
  { store, business, deskUrl, locale = 'vi' }: MessageContext,
  _: Delivery,
  { subject }: OutboxEvent,
  { isForPrograms }: ChannelTraits,
): Promise<MessageContent | undefined> {
  const id = subjectId(subject)
  const row = await store.read.get<{
    source: string
    created_at: number
    handled_at: number | null
  }>('SELECT source, created_at, handled_at FROM leads WHERE id = ?', id)
  if (!row || (!isForPrograms && row.handled_at !== null)) return undefined
  const by = responseDeadline(business, row.created_at)
  const callBy =
    by === undefined ? [] : [`${labels.callBy[locale]} ${formatShortTimestamp(by, locale)}`]
  return {
    title: leadEvent.title[locale],
    text: [...callBy, formatSourceLine(row.source, locale)].join('\n'),
    link: `${deskUrl}/leads`,
    facts: { id },
  }
}

export function composeTestMessage({
  business,
  deskUrl,
  locale = 'vi',
}: MessageContext): MessageContent {
  return {
    title: `${labels.test[locale]} ${business.name}`,
    text: labels.channelWorks[locale],
    link: `${deskUrl}/`,
    facts: {},
  }
}

function formatSourceLine(source: string, locale: Locale): string {
  return `${labels.source[locale]}: ${formatSource(source, locale)}`
}

const labels = {
  changed: { vi: 'Đơn có thay đổi', en: 'Order changed' },
  code: { vi: 'Mã', en: 'Code' },
  source: { vi: 'Nguồn', en: 'Source' },
  callBy: { vi: 'Gọi lại trước', en: 'Call back before' },
  test: { vi: 'Tin thử của', en: 'Test message from' },
  channelWorks: {
    vi: 'Kênh này hoạt động. Tin về yêu cầu mới sẽ tới đây.',
    en: 'This channel works. Notifications about new requests will arrive here.',
  },
} satisfies Record<string, LocalizedText>
