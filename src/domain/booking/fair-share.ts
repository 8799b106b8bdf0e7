/**
 * Fair share: how many unanswered requests one phone number, mailbox, client or network may have, and how much of a day
 * they may hold. Counted in the database and in the transaction that stores the request, so that all processes share
 * the counts.
 */
import type { Business } from '../../content/shop.ts'
import type { TimeRange } from '../../kernel/date-range.ts'
import type { FairShareLimits } from '../../kernel/fair-share-limits.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { Problem } from '../../kernel/problem.ts'
import { day, hour, maxClockSkewMs } from '../../kernel/time.ts'
import { insertRows } from '../../store/insert-rows.ts'
import type { Sql } from '../../store/sql.ts'
import { normalizeMailbox } from '../guest/mailbox.ts'
import { cellsOf } from '../scheduling/cells.ts'
import type { BookingRequestDetails, BookingRules } from '../scheduling/rules.ts'
import { type CountFilter, loadOfferedShare, withOffered } from './place-offer/offered-share.ts'
import type { Booking } from './request.ts'

type SubjectKind = 'phone' | 'email' | 'client' | 'network'

type Subject = { key: string; kind: SubjectKind; open: number; daily: number; share: number }

/** By whom something was sent: a booking request, or an entry of the waitlist. */
export function subjectsOf(
  {
    guest,
    client,
    networks = [],
  }: Pick<Booking, 'client' | 'networks'> & {
    guest: Pick<Booking['guest'], 'phone' | 'email'>
  },
  limits: FairShareLimits,
): readonly Subject[] {
  const contact = { open: limits.openPerContact, daily: limits.dailyPerContact }
  const perClient = (factor: number) => ({
    open: limits.openPerClient * factor,
    daily: limits.dailyPerClient * factor,
  })
  const share = limits.dayShare
  return [
    { key: `phone ${guest.phone}`, kind: 'phone', ...contact, share },
    ...(guest.email === null
      ? []
      : [
          {
            key: `email ${normalizeMailbox(guest.email)}`,
            kind: 'email' as const,
            ...contact,
            share,
          },
        ]),
    { key: `client ${client}`, kind: 'client', ...perClient(1), share },
    ...networks.map(({ id, factor }) => ({
      key: `network ${id}`,
      kind: 'network' as const,
      ...perClient(factor),
      share,
    })),
  ]
}

const countedIds = { request_counts: 'booking_id', waitlist_counts: 'entry_id' }

/**
 * In a dry run, of the requests with this phone number and mailbox only those that the client has sent itself: a dry
 * run leaves nothing behind, so anyone could ask it about the requests of others.
 */
export function createCountFilter(
  subjects: readonly Subject[],
  isDryRun: boolean,
): (table: keyof typeof countedIds) => CountFilter {
  const keysOf = (some: readonly Subject[]) => some.map(({ key }) => key)
  const isIn = (keys: readonly string[]) => `subject IN (${keys.map(() => '?').join(', ')})`
  const all = keysOf(subjects)
  if (!isDryRun) return () => ({ condition: isIn(all), values: all })
  const isContact = ({ kind }: Subject) => kind === 'phone' || kind === 'email'
  const contacts = keysOf(subjects.filter(isContact))
  const origins = keysOf(subjects.filter((one) => !isContact(one)))
  const client = keysOf(subjects.filter(({ kind }) => kind === 'client'))
  return (table) => {
    const id = countedIds[table]
    const isOwn = `EXISTS (SELECT 1 FROM ${table} AS own
      WHERE own.${id} = ${table}.${id} AND ${isIn(client).replace('subject', 'own.subject')})`
    return {
      condition: `(${isIn(origins)} OR ${isIn(contacts)} AND ${isOwn})`,
      values: [...origins, ...contacts, ...client],
    }
  }
}

/** Of the requests with one subject. The times say when one of them is no longer counted. */
type RequestCounts = {
  open: number
  opensUntil: number | null
  daily: number
  dailySince: number | null
  cells: number
}

type FairShareContext = { rules: BookingRules; business: Business; fairShare: FairShareLimits }

/** Throws a Problem if the request exceeds a limit. Says nothing about the requests of others. */
export async function assertFairShare(
  sql: Sql,
  { rules, business, fairShare }: FairShareContext,
  booking: Booking,
  now: number,
  isDryRun = false,
): Promise<void> {
  const subjects = subjectsOf(booking, fairShare)
  const filterFor = createCountFilter(subjects, isDryRun)
  const { serviceDate: date } = booking
  const serviceDay = rules.serviceDays.rangeOf({ from: date, to: date })
  const [counts, offered] = await Promise.all([
    loadCounts(sql, filterFor('request_counts'), serviceDay, now),
    loadOfferedShare(sql, filterFor, serviceDay, now),
  ])
  const neededCells = cellsOf(booking.option, date, booking.start).length
  const dayCells = countBookableCells(rules, booking.details, date)
  for (const subject of subjects) {
    const counted = withOffered(counts.get(subject.key), offered.get(subject.key))
    if (!counted) continue
    const { open, opensUntil, daily, dailySince, cells } = counted
    const reject = (limit: 'open' | 'daily' | 'share', untilMs: number | null) => {
      throw tooManyProblem(business, subject, limit, (untilMs ?? now) - now)
    }
    if (daily >= subject.daily) reject('daily', dailySince === null ? null : dailySince + day)
    // Also for a request without a place: otherwise its result would say that another one has this phone number.
    if (open >= subject.open) reject('open', opensUntil)
    const isAboveShare = cells > 0 && cells + neededCells > dayCells * subject.share
    if (isAboveShare) reject('share', opensUntil)
  }
}

/** Only requests that are pending and hold a place are open; what was cancelled or has expired is not counted. */
async function loadCounts(
  sql: Sql,
  { condition, values }: CountFilter,
  { begin, end }: TimeRange,
  now: number,
): Promise<Map<string, RequestCounts>> {
  const isOpen = "status = 'pending' AND holds_place = 1 AND starts_at > ?"
  const isToday = "status <> 'cancelled' AND at > ? AND at <= ?"
  const window = [now - day, now + maxClockSkewMs]
  const rows = await sql.all<RequestCounts & { subject: string }>(
    `SELECT subject,
       SUM(CASE WHEN ${isOpen} THEN 1 ELSE 0 END) AS open,
       MIN(CASE WHEN ${isOpen} THEN starts_at END) AS "opensUntil",
       SUM(CASE WHEN ${isToday} THEN 1 ELSE 0 END) AS daily,
       MIN(CASE WHEN ${isToday} THEN at END) AS "dailySince",
       SUM(CASE WHEN ${isOpen} AND starts_at >= ? AND starts_at < ? THEN (
         SELECT COUNT(*) FROM cells WHERE holder = 'booking:' || bookings.id) ELSE 0 END) AS cells
     FROM request_counts JOIN bookings ON bookings.id = booking_id
     WHERE ${condition} GROUP BY subject`,
    ...[now, now, ...window, ...window, now, begin, end],
    ...values,
  )
  return new Map(rows.map((row) => [row.subject, toNumbers(row)]))
}

/** PostgreSQL returns sums of sums as text. */
function toNumbers(row: RequestCounts): RequestCounts {
  return { ...row, open: Number(row.open), daily: Number(row.daily), cells: Number(row.cells) }
}

/** The quarter hours in which such a booking is possible on that day, for all resources. */
export function countBookableCells(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
): number {
  const bookable = rules.bookableStarts(details, date)
  const quarters = new Set<number>()
  for (const { at, minutes } of bookable.open ? bookable.starts : []) {
    for (let quarter = at / 15; quarter < (at + minutes) / 15; quarter++) quarters.add(quarter)
  }
  return quarters.size * rules.resources.length
}

/** Stores by whom bookings were requested. */
export async function insertRequestCounts(
  sql: Sql,
  limits: FairShareLimits,
  bookings: readonly Booking[],
  now: number,
): Promise<void> {
  const rows = bookings.flatMap((booking) =>
    subjectsOf(booking, limits).map(({ key }) => [key, booking.id, now]),
  )
  await insertRows(sql, 'request_counts (subject, booking_id, at)', rows)
}

/** What the limits count for a booking. */
export function subjectKeysOf(booking: Booking, limits: FairShareLimits | undefined): string[] {
  return limits ? subjectsOf(booking, limits).map(({ key }) => key) : []
}

/** In full hours, so that it does not say when another guest has booked. */
export function tooManyProblem(
  { phone }: Business,
  { kind, open, daily }: Subject,
  limit: 'open' | 'daily' | 'share' | 'waiting',
  waitMs: number,
): Problem {
  const hours = Math.min(Math.max(Math.ceil(waitMs / hour), 1), day / hour)
  const from = sources[kind]
  const reasons: Record<typeof limit, LocalizedText> = {
    open: {
      vi: `Nhiều nhất ${open} yêu cầu từ ${from.vi} được chờ trả lời cùng lúc.`,
      en: `At most ${open} requests from ${from.en} can wait for an answer at the same time.`,
    },
    daily: {
      vi: `Nhiều nhất ${daily} yêu cầu từ ${from.vi} được gửi trong 24 giờ.`,
      en: `At most ${daily} requests from ${from.en} can be sent in 24 hours.`,
    },
    share: {
      vi: `Các yêu cầu đang chờ trả lời từ ${from.vi} đã giữ phần nhiều nhất được giữ của ngày này.`,
      en: `The unanswered requests from ${from.en} hold the largest allowed part of this day.`,
    },
    waiting: {
      vi: `Nhiều nhất ${open} lượt từ ${from.vi} được ở trong danh sách chờ cùng lúc.`,
      en: `At most ${open} entries from ${from.en} can be on the waitlist at the same time.`,
    },
  }
  const answered = {
    vi: 'Gửi thêm được khi tiệm đã trả lời',
    en: 'Another one is possible once the shop has answered',
  }
  const again: Record<typeof limit, LocalizedText> = {
    open: answered,
    share: answered,
    waiting: {
      vi: 'Vào thêm được khi một lượt đã qua giờ hoặc đã rời danh sách',
      en: 'Another one is possible once the time of one has passed or it has left the list',
    },
    daily: {
      vi: `Gửi thêm được sau ${hours} giờ`,
      en: `Another one is possible after ${hours} ${plural(hours, { one: 'hour', other: 'hours' })}`,
    },
  }
  return new Problem('too-many-open-requests', {
    retryAfter: (hours * hour) / 1000,
    detail: {
      vi: `${reasons[limit].vi} ${again[limit].vi}, hoặc gọi ${phone}.`,
      en: `${reasons[limit].en} ${again[limit].en}, or call ${phone}.`,
    },
  })
}

const sources: Record<SubjectKind, LocalizedText> = {
  phone: { vi: 'một số điện thoại', en: 'one phone number' },
  email: { vi: 'một địa chỉ email', en: 'one email address' },
  client: {
    vi: 'một kết nối (có thể nhiều người dùng chung)',
    en: 'one connection (which several people may share)',
  },
  network: {
    vi: 'một mạng (có thể nhiều người dùng chung)',
    en: 'one network (which several people may share)',
  },
}
