/** What staff and their programs are told of a booking: what and when, never who. */

import { showCode } from '../../kernel/booking-code.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { stamp } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { type BookingRow, withStatusNow } from '../booking/status.ts'
import { answerBy } from '../guest/response-deadline.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { News } from '../outbox/fan-out.ts'
import type { Given, Wish } from '../scheduling/rules.ts'
import { actionLink } from './action-link.ts'
import { idOf, type MessageParts, type Wording } from './context.ts'
import { sayGuests, saySource, shortMoment, shortTime } from './format.ts'

/** A guest's open wish, without what he wrote. */
type Wished = {
  kind: 'cancel' | 'move' | 'smaller_party'
  date: string | null
  time: string | null
  party_size: number | null
  source: string
  created_at: number
}

const asksStaff = ['booking.requested', 'booking.change_requested']

export async function staffBookingMessage(
  parts: MessageParts,
  delivery: Delivery,
  news: News,
): Promise<Wording | undefined> {
  const { store, deskUrl, now, locale = 'vi' } = parts
  const found = await store.read.get<BookingRow>(
    'SELECT * FROM bookings WHERE id = ?',
    idOf(news.subject),
  )
  if (!found) return undefined
  const row = withStatusNow(found, now())
  const wished = await openWish(store.read, row.id)
  // People need not hear what has been answered; a program keeps its own book and hears everything.
  if (delivery.channel !== 'webhook' && isAnswered(news, row, wished)) return undefined
  const offer = parts.offerName(row.offer_id)[locale]
  const when = shortTime(row.date, row.time, locale)
  const what = `${sayGuests(row.party_size, locale)}, ${when}, ${offer}`
  return {
    title: `${titleOf(news, locale)}: ${what}`,
    text: [
      ...linesOf(parts, news, row, wished, locale),
      `${words.code[locale]}: ${showCode(row.code)}`,
    ].join('\n'),
    link: asksStaff.includes(news.kind)
      ? actionLink(parts, delivery.id)
      : `${deskUrl}/bookings/${showCode(row.code)}`,
    facts: factsOf(parts, news, row, wished, locale),
  }
}

function openWish(sql: Sql, bookingId: string): Promise<Wished | undefined> {
  return sql.get<Wished>(
    `SELECT kind, date, time, party_size, source, created_at FROM booking_changes
     WHERE booking_id = ? AND settled_at IS NULL ORDER BY id DESC LIMIT 1`,
    bookingId,
  )
}

function isAnswered({ kind }: News, { status }: BookingRow, wished: Wished | undefined): boolean {
  if (kind === 'booking.requested') return status !== 'pending'
  return kind === 'booking.change_requested' && (status === 'cancelled' || wished === undefined)
}

function linesOf(
  { business, now }: MessageParts,
  { kind }: News,
  row: BookingRow,
  wished: Wished | undefined,
  locale: Locale,
): string[] {
  const answer = (since: number): string => {
    const by = Math.min(answerBy(business, since) ?? row.starts_at, row.starts_at)
    return `${words[by < now() ? 'overdue' : 'answerBy'][locale]} ${shortMoment(by, locale)}`
  }
  const source = (from: string) => `${words.source[locale]}: ${saySource(from, locale)}`
  if (kind === 'booking.requested') return [answer(row.created_at), source(row.source)]
  if (kind === 'booking.expired') return [words.callThem[locale], source(row.source)]
  if (kind !== 'booking.change_requested' || !wished) return []
  return [...wishOf(wished, locale), answer(wished.created_at), source(wished.source)]
}

/** What the title does not say of it. */
function wishOf({ kind, date, time, party_size }: Wished, locale: Locale): string[] {
  if (kind === 'cancel') return []
  if (kind === 'smaller_party') {
    return [`${words.smaller[locale]} ${sayGuests(party_size ?? 0, locale)}`]
  }
  return [`${words.move[locale]} ${shortTime(date ?? '', time ?? '', locale)}`]
}

/** For programs, as the booking is now. */
function factsOf(
  parts: MessageParts,
  { facts }: News,
  row: BookingRow,
  wished: Wished | undefined,
  locale: Locale,
): Wording['facts'] {
  const [wish, given] = [JSON.parse(row.wish) as Wish, JSON.parse(row.given) as Given]
  const { from, to, times, undone } = facts
  return {
    // What a guest told of his body stays at the desk.
    ...parts.rules.tell(wish, given, false, locale),
    code: showCode(row.code),
    status: row.status,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.visit !== null && { visit: row.visit }),
    date: row.date,
    time: row.time,
    starts_at: stamp(row.starts_at),
    ends_at: stamp(row.ends_at),
    party_size: row.party_size,
    offer: { id: row.offer_id, name: parts.offerName(row.offer_id)[locale] },
    source: row.source,
    version: row.version,
    ...(wished && { change: changeOf(wished) }),
    ...(from !== undefined && { from, to }),
    ...(times !== undefined && { times: String(times).split(', ') }),
    ...(undone !== undefined && { undone }),
    ...(row.deposit_state !== null && {
      deposit: { amount: row.deposit, state: row.deposit_state },
    }),
  }
}

function changeOf({ kind, date, time, party_size }: Wished): Record<string, unknown> {
  return {
    kind,
    ...(date !== null && { date }),
    ...(time !== null && { time }),
    ...(party_size !== null && { party_size }),
  }
}

function titleOf({ kind, facts }: News, locale: Locale): string {
  const action = kind.slice(kind.indexOf('.') + 1)
  const title = action === 'change_requested' ? asked[String(facts.kind)] : titles[action]
  return (title ?? titles.changed)[locale]
}

const titles: Record<string, Words> & { changed: Words } = {
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

const asked: Record<string, Words> = {
  cancel: { vi: 'Khách xin hủy', en: 'A guest asks to cancel' },
  move: { vi: 'Khách xin đổi giờ', en: 'A guest asks for another time' },
  smaller_party: { vi: 'Khách xin bớt người', en: 'A guest will come with fewer' },
}

const words = {
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
} satisfies Record<string, Words>
