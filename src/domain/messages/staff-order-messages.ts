/** What staff and their programs are told of orders and of people who wish to be called. */

import { showCode } from '../../kernel/booking-code.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { displayDong } from '../../kernel/money.ts'
import { answerBy } from '../guest/response-deadline.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { News } from '../outbox/fan-out.ts'
import { idOf, type MessageParts, type Wording } from './context.ts'
import { saySource, shortMoment } from './format.ts'
import { type OrderRow, orderKind } from './order.ts'

export async function staffOrderMessage(
  { store, deskUrl, locale = 'vi' }: MessageParts,
  { channel }: Delivery,
  { kind, subject }: News,
): Promise<Wording | undefined> {
  const row = await store.read.get<OrderRow>('SELECT * FROM orders WHERE id = ?', idOf(subject))
  if (!row) return undefined
  const answered = kind === 'order.requested' && row.status !== 'pending_payment'
  if (channel !== 'webhook' && answered) return undefined
  const code = showCode(row.code)
  const title = (orderTitles[kind] ?? orderTitles.changed)[locale]
  return {
    title: `${title}: ${orderKind(row.kind)[locale]}, ${displayDong(row.total)}`,
    text: [sourceLine(row.source, locale), `${words.code[locale]}: ${code}`].join('\n'),
    link: `${deskUrl}/orders`,
    facts: { code, kind: row.kind, status: row.status, total: row.total, version: row.version },
  }
}

export async function staffLeadMessage(
  { store, business, deskUrl, locale = 'vi' }: MessageParts,
  { channel }: Delivery,
  { subject }: News,
): Promise<Wording | undefined> {
  const id = idOf(subject)
  const row = await store.read.get<{
    source: string
    created_at: number
    handled_at: number | null
  }>('SELECT source, created_at, handled_at FROM leads WHERE id = ?', id)
  if (!row || (channel !== 'webhook' && row.handled_at !== null)) return undefined
  const by = answerBy(business, row.created_at)
  const callBy = by === undefined ? [] : [`${words.callBy[locale]} ${shortMoment(by, locale)}`]
  return {
    title: words.lead[locale],
    text: [...callBy, sourceLine(row.source, locale)].join('\n'),
    link: `${deskUrl}/leads`,
    facts: { id },
  }
}

export function testMessage({ business, deskUrl, locale = 'vi' }: MessageParts): Wording {
  return {
    title: `${words.test[locale]} ${business.name}`,
    text: words.works[locale],
    link: `${deskUrl}/`,
    facts: {},
  }
}

function sourceLine(source: string, locale: Locale): string {
  return `${words.source[locale]}: ${saySource(source, locale)}`
}

const orderTitles: Record<string, Words> & { changed: Words } = {
  'order.requested': { vi: 'Đơn mới', en: 'New order' },
  'order.paid': { vi: 'Đơn đã nhận tiền', en: 'Order paid' },
  'order.sent': { vi: 'Đơn đã gửi', en: 'Order sent' },
  'order.cancelled': { vi: 'Đơn đã hủy', en: 'Order cancelled' },
  'order.erased': { vi: 'Đã xóa dữ liệu của khách', en: 'The guest was erased' },
  changed: { vi: 'Đơn có thay đổi', en: 'Order changed' },
}

const words = {
  code: { vi: 'Mã', en: 'Code' },
  source: { vi: 'Nguồn', en: 'From' },
  lead: { vi: 'Có khách xin được gọi lại', en: 'Somebody asks to be called back' },
  callBy: { vi: 'Gọi lại trước', en: 'Call back before' },
  test: { vi: 'Tin thử của', en: 'A test from' },
  works: {
    vi: 'Kênh này hoạt động. Tin về yêu cầu mới sẽ tới đây.',
    en: 'This channel works. News of requests will come here.',
  },
} satisfies Record<string, Words>
