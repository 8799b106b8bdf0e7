/** What staff and their programs are told of a booking: what and when, never who. */

import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { toIsoString } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { type BookingRow, withCurrentStatus } from '../booking/status.ts'
import { responseDeadline } from '../guest/response-deadline.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import type { Assignment, BookingRequestDetails } from '../scheduling/rules.ts'
import { createActionLink } from './action-link.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'
import { formatGuestCount, formatShortTime, formatShortTimestamp, formatSource } from './format.ts'

/** A guest's open wish, without what he wrote. */
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
  parts: MessageContext,
  delivery: Delivery,
  event: OutboxEvent,
): Promise<MessageContent | undefined> {
  const { store, deskUrl, now, locale = 'vi' } = parts
  const found = await store.read.get<BookingRow>(
    'SELECT * FROM bookings WHERE id = ?',
    subjectId(event.subject),
  )
  if (!found) return undefined
  const row = withCurrentStatus(found, now())
  const changeRequest = await findOpenChangeRequest(store.read, row.id)
  // People need not hear what has been answered; a program keeps its own book and hears everything.
  if (delivery.channel !== 'webhook' && isAnswered(event, row, changeRequest)) return undefined
  const offer = parts.offerName(row.offer_id)[locale]
  const when = formatShortTime(row.date, row.time, locale)
  const what = `${formatGuestCount(row.party_size, locale)}, ${when}, ${offer}`
  return {
    title: `${eventTitle(event, locale)}: ${what}`,
    text: [
      ...formatLines(parts, event, row, changeRequest, locale),
      `${labels.code[locale]}: ${formatCode(row.code)}`,
    ].join('\n'),
    link: actionableEventKinds.includes(event.kind)
      ? createActionLink(parts, delivery.id)
      : `${deskUrl}/bookings/${formatCode(row.code)}`,
    facts: buildFacts(parts, event, row, changeRequest, locale),
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
  { status }: BookingRow,
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
  row: BookingRow,
  changeRequest: OpenChangeRequest | undefined,
  locale: Locale,
): string[] {
  const formatDeadline = (since: number): string => {
    const by = Math.min(responseDeadline(business, since) ?? row.starts_at, row.starts_at)
    return `${labels[by < now() ? 'overdue' : 'answerBy'][locale]} ${formatShortTimestamp(by, locale)}`
  }
  const source = (from: string) => `${labels.source[locale]}: ${formatSource(from, locale)}`
  if (kind === 'booking.requested') return [formatDeadline(row.created_at), source(row.source)]
  if (kind === 'booking.expired') return [labels.callThem[locale], source(row.source)]
  if (kind !== 'booking.change_requested' || !changeRequest) return []
  return [
    ...describeChangeRequest(changeRequest, locale),
    formatDeadline(changeRequest.created_at),
    source(changeRequest.source),
  ]
}

/** What the title does not say of it. */
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

/** For programs, as the booking is now. */
function buildFacts(
  parts: MessageContext,
  { facts }: OutboxEvent,
  row: BookingRow,
  changeRequest: OpenChangeRequest | undefined,
  locale: Locale,
): MessageContent['facts'] {
  const [details, assignment] = [
    JSON.parse(row.wish) as BookingRequestDetails,
    JSON.parse(row.given) as Assignment,
  ]
  const { from, to, times, undone } = facts
  return {
    // What a guest told of his body stays at the desk.
    ...parts.rules.toResponseFields(details, assignment, false, locale),
    code: formatCode(row.code),
    status: row.status,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.visit !== null && { visit: row.visit }),
    date: row.date,
    time: row.time,
    starts_at: toIsoString(row.starts_at),
    ends_at: toIsoString(row.ends_at),
    party_size: row.party_size,
    offer: { id: row.offer_id, name: parts.offerName(row.offer_id)[locale] },
    source: row.source,
    version: row.version,
    ...(changeRequest && { change: toChangeFacts(changeRequest) }),
    ...(from !== undefined && { from, to }),
    ...(times !== undefined && { times: String(times).split(', ') }),
    ...(undone !== undefined && { undone }),
    ...(row.deposit_state !== null && {
      deposit: { amount: row.deposit, state: row.deposit_state },
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
  expired: { vi: 'Không ai trả lời kịp', en: 'Nobody answered in time' },
  admitted: { vi: 'Đặt tại quầy', en: 'Taken at the desk' },
  confirmed: { vi: 'Đã xác nhận', en: 'Confirmed' },
  declined: { vi: 'Đã từ chối', en: 'Declined' },
  cancelled: { vi: 'Đã hủy', en: 'Cancelled' },
  moved: { vi: 'Đã đổi giờ', en: 'Moved' },
  rearranged: { vi: 'Đã sắp xếp lại', en: 'Rearranged' },
  offered: { vi: 'Đã gợi ý giờ khác', en: 'Other times offered' },
  reopened: { vi: 'Đã hoàn tác', en: 'Taken back' },
  settled: { vi: 'Đã trả lời khách', en: 'The guest was answered' },
  corrected: { vi: 'Đã sửa thông tin khách', en: 'The guest’s details were corrected' },
  noted: { vi: 'Có ghi chú mới', en: 'A note was added' },
  seated: { vi: 'Khách đã đến', en: 'Here' },
  finished: { vi: 'Khách đã về', en: 'Finished' },
  no_show: { vi: 'Khách không đến', en: 'Did not come' },
  deposit_asked: { vi: 'Đã yêu cầu đặt cọc', en: 'A deposit was asked for' },
  deposit_paid: { vi: 'Đã nhận cọc', en: 'The deposit arrived' },
  deposit_waived: { vi: 'Đã miễn cọc', en: 'The deposit was waived' },
  deposit_returned: { vi: 'Đã hoàn cọc', en: 'The deposit was given back' },
  erased: { vi: 'Đã xóa dữ liệu của khách', en: 'The guest was erased' },
  changed: { vi: 'Có thay đổi', en: 'Changed' },
}

const changeRequestTitles: Record<string, LocalizedText> = {
  cancel: { vi: 'Khách xin hủy', en: 'A guest asks to cancel' },
  move: { vi: 'Khách xin đổi giờ', en: 'A guest asks for another time' },
  smaller_party: { vi: 'Khách xin bớt người', en: 'A guest will come with fewer' },
}

const labels = {
  code: { vi: 'Mã', en: 'Code' },
  source: { vi: 'Nguồn', en: 'From' },
  answerBy: { vi: 'Trả lời trước', en: 'Answer before' },
  overdue: { vi: 'Lẽ ra đã trả lời trước', en: 'Should have been answered before' },
  callThem: {
    vi: 'Yêu cầu đã tự hủy vào giờ hẹn. Nên gọi xin lỗi khách.',
    en: 'It was cancelled by itself at its time. Please call the guest to apologise.',
  },
  move: { vi: 'Xin chuyển sang', en: 'Asks for' },
  smaller: { vi: 'Xin bớt còn', en: 'Asks to come as' },
} satisfies Record<string, LocalizedText>
