/** Messages to staff and webhooks about a booking, without any data of the guest. */
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { toIsoString } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { type BookingRow, type StoredBooking, toStoredBooking } from '../booking/rows.ts'
import { withCurrentStatus } from '../booking/status.ts'
import { responseDeadline } from '../guest/response-deadline.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { createActionLink } from './action-link.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'
import { formatGuestCount, formatShortTime, formatShortTimestamp, formatSource } from './format.ts'

/** The guest's open change request, without the note. */
type OpenChangeRequest = {
  kind: 'cancel' | 'move' | 'smaller_party'
  date: string | null
  time: string | null
  party_size: number | null
  source: string
  created_at: number
}

const actionableEventKinds = ['booking.requested', 'booking.change_requested']

export async function composeStaffBookingMessage(
  context: MessageContext,
  delivery: Delivery,
  event: OutboxEvent,
): Promise<MessageContent | undefined> {
  const { store, deskUrl, now, locale = 'vi' } = context
  const found = await store.read.get<BookingRow>(
    'SELECT * FROM bookings WHERE id = ?',
    subjectId(event.subject),
  )
  if (!found) return undefined
  const booking = withCurrentStatus(toStoredBooking(found), now())
  const changeRequest = await findOpenChangeRequest(store.read, booking.id)
  // Staff need no notification of an answered request; a webhook receiver needs every event.
  if (delivery.channel !== 'webhook' && isAnswered(event, booking, changeRequest)) return undefined
  const offer = context.offerName(booking.offer_id)[locale]
  const when = formatShortTime(booking.date, booking.time, locale)
  const what = `${formatGuestCount(booking.party_size, locale)}, ${when}, ${offer}`
  return {
    title: `${eventTitle(event, locale)}: ${what}`,
    text: [
      ...formatLines(context, event, booking, changeRequest, locale),
      `${labels.code[locale]}: ${formatCode(booking.code)}`,
    ].join('\n'),
    link: actionableEventKinds.includes(event.kind)
      ? createActionLink(context, delivery.id)
      : `${deskUrl}/bookings/${formatCode(booking.code)}`,
    facts: buildFacts(context, event, booking, changeRequest, locale),
  }
}

function findOpenChangeRequest(
  sql: Sql,
  bookingId: string,
): Promise<OpenChangeRequest | undefined> {
  return sql.get<OpenChangeRequest>(
    `SELECT kind, date, time, party_size, source, created_at FROM booking_changes
     WHERE booking_id = ? AND settled_at IS NULL ORDER BY id DESC LIMIT 1`,
    bookingId,
  )
}

function isAnswered(
  { kind }: OutboxEvent,
  { status }: StoredBooking,
  changeRequest: OpenChangeRequest | undefined,
): boolean {
  if (kind === 'booking.requested') return status !== 'pending'
  return (
    kind === 'booking.change_requested' && (status === 'cancelled' || changeRequest === undefined)
  )
}

function formatLines(
  { business, now }: MessageContext,
  { kind }: OutboxEvent,
  booking: StoredBooking,
  changeRequest: OpenChangeRequest | undefined,
  locale: Locale,
): string[] {
  const formatDeadline = (since: number): string => {
    const by = Math.min(responseDeadline(business, since) ?? booking.starts_at, booking.starts_at)
    return `${labels[by < now() ? 'overdue' : 'answerBy'][locale]} ${formatShortTimestamp(by, locale)}`
  }
  const source = (from: string) => `${labels.source[locale]}: ${formatSource(from, locale)}`
  if (kind === 'booking.requested')
    return [formatDeadline(booking.created_at), source(booking.source)]
  if (kind === 'booking.expired') return [labels.callThem[locale], source(booking.source)]
  if (kind !== 'booking.change_requested' || !changeRequest) return []
  return [
    ...describeChangeRequest(changeRequest, locale),
    formatDeadline(changeRequest.created_at),
    source(changeRequest.source),
  ]
}

/** Only what the title does not contain. */
function describeChangeRequest(
  { kind, date, time, party_size }: OpenChangeRequest,
  locale: Locale,
): string[] {
  if (kind === 'cancel') return []
  if (kind === 'smaller_party') {
    return [`${labels.smaller[locale]} ${formatGuestCount(party_size ?? 0, locale)}`]
  }
  return [`${labels.move[locale]} ${formatShortTime(date ?? '', time ?? '', locale)}`]
}

/** Webhook payload: the current state of the booking. */
function buildFacts(
  context: MessageContext,
  { facts }: OutboxEvent,
  booking: StoredBooking,
  changeRequest: OpenChangeRequest | undefined,
  locale: Locale,
): MessageContent['facts'] {
  const { from, to, times, undone } = facts
  return {
    // `requiresStaffCall` is always false here, because it would disclose health data.
    ...context.rules.toResponseFields(booking.details, booking.assignment, false, locale),
    code: formatCode(booking.code),
    status: booking.status,
    ...(booking.reason !== null && { reason: booking.reason }),
    ...(booking.visit !== null && { visit: booking.visit }),
    date: booking.date,
    time: booking.time,
    starts_at: toIsoString(booking.starts_at),
    ends_at: toIsoString(booking.ends_at),
    party_size: booking.party_size,
    offer: { id: booking.offer_id, name: context.offerName(booking.offer_id)[locale] },
    source: booking.source,
    version: booking.version,
    ...(changeRequest && { change: toChangeFacts(changeRequest) }),
    ...(from !== undefined && { from, to }),
    ...(times !== undefined && { times: String(times).split(', ') }),
    ...(undone !== undefined && { undone }),
    ...(booking.deposit_state !== null && {
      deposit: { amount: booking.deposit, state: booking.deposit_state },
    }),
  }
}

function toChangeFacts({
  kind,
  date,
  time,
  party_size,
}: OpenChangeRequest): Record<string, unknown> {
  return {
    kind,
    ...(date !== null && { date }),
    ...(time !== null && { time }),
    ...(party_size !== null && { party_size }),
  }
}

function eventTitle({ kind, facts }: OutboxEvent, locale: Locale): string {
  const action = kind.slice(kind.indexOf('.') + 1)
  const title =
    action === 'change_requested' ? changeRequestTitles[String(facts.kind)] : titles[action]
  return (title ?? titles.changed)[locale]
}

const titles: Record<string, LocalizedText> & { changed: LocalizedText } = {
  requested: { vi: 'Yêu cầu mới', en: 'New request' },
  expired: { vi: 'Không ai trả lời kịp', en: 'Not answered in time' },
  admitted: { vi: 'Đặt tại quầy', en: 'Entered at the desk' },
  confirmed: { vi: 'Đã xác nhận', en: 'Confirmed' },
  declined: { vi: 'Đã từ chối', en: 'Declined' },
  cancelled: { vi: 'Đã huỷ', en: 'Cancelled' },
  moved: { vi: 'Đã đổi giờ', en: 'Moved' },
  rearranged: { vi: 'Đã sắp xếp lại', en: 'Rearranged' },
  offered: { vi: 'Đã gợi ý giờ khác', en: 'Other times suggested' },
  reopened: { vi: 'Đã hoàn tác', en: 'Undone' },
  settled: { vi: 'Đã trả lời khách', en: 'Change request resolved' },
  corrected: { vi: 'Đã sửa thông tin khách', en: 'Guest details corrected' },
  noted: { vi: 'Có ghi chú mới', en: 'Note added' },
  seated: { vi: 'Khách đã đến', en: 'Seated' },
  finished: { vi: 'Khách đã về', en: 'Finished' },
  no_show: { vi: 'Khách không đến', en: 'No-show' },
  deposit_asked: { vi: 'Đã yêu cầu đặt cọc', en: 'Deposit requested' },
  deposit_paid: { vi: 'Đã nhận cọc', en: 'Deposit received' },
  deposit_waived: { vi: 'Đã miễn cọc', en: 'Deposit waived' },
  deposit_returned: { vi: 'Đã hoàn cọc', en: 'Deposit refunded' },
  erased: { vi: 'Đã xoá dữ liệu của khách', en: 'Guest data erased' },
  changed: { vi: 'Có thay đổi', en: 'Changed' },
}

const changeRequestTitles: Record<string, LocalizedText> = {
  cancel: { vi: 'Khách xin huỷ', en: 'Cancellation requested' },
  move: { vi: 'Khách xin đổi giờ', en: 'New time requested' },
  smaller_party: { vi: 'Khách xin bớt người', en: 'Smaller party requested' },
}

const labels = {
  code: { vi: 'Mã', en: 'Code' },
  source: { vi: 'Nguồn', en: 'Source' },
  answerBy: { vi: 'Trả lời trước', en: 'Answer before' },
  overdue: { vi: 'Lẽ ra đã trả lời trước', en: 'Should have been answered before' },
  callThem: {
    vi: 'Yêu cầu đã tự huỷ vào giờ hẹn. Nên gọi xin lỗi khách.',
    en: 'The request was cancelled automatically at its start. Please call the guest to apologize.',
  },
  move: { vi: 'Xin chuyển sang', en: 'Requested time:' },
  smaller: { vi: 'Xin bớt còn', en: 'Requested party size:' },
} satisfies Record<string, LocalizedText>
