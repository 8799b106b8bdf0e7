/** A request for a booking: decided in the transaction that keeps it, never confirmed by itself. */
import type { Business } from '../../content/shop.ts'
import { createCode, normalizeCode } from '../../kernel/booking-code.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { newId } from '../../kernel/id.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import { minute, minutesOf, startOfDay, timeOf } from '../../kernel/time.ts'
import { type Sql, UniqueViolation } from '../../store/sql.ts'
import { findClosedReason } from '../closed-days/closed-days.ts'
import type { Consent } from '../guest/fields.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import { allocate } from '../scheduling/allocate.ts'
import { afterNotice, bookableStartsNow } from '../scheduling/availability.ts'
import type { Occupancy } from '../scheduling/cells.ts'
import type { BookingRequestDetails, BookingRules, Option, Start } from '../scheduling/rules.ts'
import { findAlternatives } from './alternatives.ts'
import { holdCells } from './occupancy.ts'
import { loadDayOccupancy } from './occupancy-cache.ts'

export type BookingContext = { rules: BookingRules; business: Business }

export type Guest = { name: string; phone: string; email: string | null; note: string | null }

export type BookingRequest = {
  details: BookingRequestDetails
  date: string
  time: string
  guest: Guest
  /** What he told of his body: allergens or health boxes. */
  sensitiveFlags: readonly string[]
  consent: Consent
  locale: Locale
  source: string
  client: string
}

/** A request that can be kept. */
export type Booking = BookingRequest & {
  id: string
  code: string
  startsAt: number
  endsAt: number
  start: Start
  option: Option
  requiresStaffCall: boolean
}

/** What the request would get now; a Problem if the rules or the day refuse it. */
export async function evaluateBooking(
  sql: Sql,
  { rules }: BookingContext,
  request: BookingRequest,
  now: number,
): Promise<Booking> {
  const { details, date, time } = request
  const start = requireStart(rules, details, date, time, now)
  const [, occupancy] = await Promise.all([
    assertNotClosedByStaff(sql, date),
    loadDayOccupancy(sql, date),
  ])
  return allocateStart(sql, rules, request, start, occupancy, now)
}

/** The best free option at this start, or a Problem with the nearest times that have one. */
export async function allocateStart(
  sql: Sql,
  rules: BookingRules,
  request: BookingRequest,
  start: Start,
  occupancy: Occupancy,
  now: number,
  isAllowed: (option: Option) => boolean = () => true,
): Promise<Booking> {
  const { details, date } = request
  const option = allocate(rules.options(details, date, start).filter(isAllowed), start, occupancy)
  if (!option) {
    const alternatives = await findAlternatives(
      sql,
      rules,
      details,
      { date, at: start.at, occupancy },
      now,
    )
    throw new Problem('slot-taken', { alternatives })
  }
  const startsAt = startOfDay(date) + start.at * minute
  return {
    ...request,
    id: newId(now),
    code: createCode(rules.codePrefix),
    start,
    option,
    startsAt,
    endsAt: startsAt + start.minutes * minute,
    requiresStaffCall: rules.requiresStaffCall(details, request.sensitiveFlags),
  }
}

/** Keeps a decided request with its cells, its history and the news for staff. */
export async function insertBooking(
  sql: Sql,
  booking: Booking,
  status: 'pending' | 'confirmed',
  now: number,
  actor = booking.source,
): Promise<void> {
  const { id, date, time, option, start } = booking
  const subject = `booking:${id}`
  const action = status === 'pending' ? 'requested' : 'admitted'
  // Sent together, as none needs the answer of another; the engine takes them in this order.
  await Promise.all([
    insertBookingRow(sql, booking, status, now),
    insertGuest(sql, booking, now),
    insertSensitiveFlags(sql, booking),
    holdCells(sql, subject, option, date, start),
    recordAudit(sql, now, actor, action, subject, { date, time, status }),
    enqueueEvent(sql, now, `booking.${action}`, subject, { date, time }),
  ]).catch((error: unknown) => {
    throw error instanceof UniqueViolation ? slotTakenProblem(error) : error
  })
}

/** The request is decided once more for its cause. */
function slotTakenProblem(cause: UniqueViolation): Problem {
  const problem = new Problem('slot-taken', { alternatives: [] })
  problem.cause = cause
  return problem
}

function insertBookingRow(
  sql: Sql,
  booking: Booking,
  status: string,
  now: number,
): Promise<number> {
  const { details, option } = booking
  return sql.run(
    `INSERT INTO bookings (id, code, status, offer_id, date, time, starts_at, ends_at, party_size,
      wish, given, source, locale, version, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
    booking.id,
    normalizeCode(booking.code),
    status,
    details.offerId,
    booking.date,
    booking.time,
    booking.startsAt,
    booking.endsAt,
    details.partySize,
    JSON.stringify(details),
    JSON.stringify(option.assignment),
    booking.source,
    booking.locale,
    now,
    now,
  )
}

function insertGuest(
  sql: Sql,
  { id, guest, consent, client }: Booking,
  now: number,
): Promise<number> {
  return sql.run(
    `INSERT INTO booking_guests (booking_id, name, phone, email, note, consent_version,
      consent_text, consented_at, client, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    guest.name,
    guest.phone,
    guest.email,
    guest.note,
    consent.version,
    consent.text,
    now,
    client,
    foldDiacritics(guest.name),
  )
}

async function insertSensitiveFlags(
  sql: Sql,
  { id, sensitiveFlags, requiresStaffCall }: Booking,
): Promise<void> {
  if (sensitiveFlags.length === 0) return
  await sql.run(
    'INSERT INTO booking_health (booking_id, marks, needs_attention) VALUES (?, ?, ?)',
    id,
    JSON.stringify(sensitiveFlags),
    Number(requiresStaffCall),
  )
}

/** The start that the request names, if the rules of the day allow it. */
export function requireStart(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  time: string,
  now: number,
): Start {
  const bookable = bookableStartsNow(rules, details, date, now)
  if (!bookable.open) throw fieldProblem('date', 'not_open', bookable.reason)
  const at = minutesOf(time)
  const start = bookable.starts.find((one) => one.at === at)
  if (!start) throw fieldProblem('time', 'not_open', possibleTimesText(bookable.starts))
  if (afterNotice(rules, details, date, [start], now).length === 0) {
    throw fieldProblem('time', 'too_soon', noticeText(rules.noticeMinutes(details)))
  }
  return start
}

/** The shop may have been closed a moment ago, by another process. */
export async function assertNotClosedByStaff(sql: Sql, date: string): Promise<void> {
  const reason = await findClosedReason(sql, date)
  if (reason) throw fieldProblem('date', 'not_open', reason)
}

function fieldProblem(name: string, code: FieldError['code'], message: LocalizedText): Problem {
  return new Problem('invalid-fields', { fields: [{ name, code, message }] })
}

function possibleTimesText(starts: readonly Start[]): LocalizedText {
  const list = starts.map(({ at }) => timeOf(at)).join(', ')
  return { vi: `Chọn một trong các giờ: ${list}.`, en: `Choose one of these times: ${list}.` }
}

function noticeText(minutes: number): LocalizedText {
  const hours = minutes / 60
  const isWholeHours = Number.isInteger(hours)
  return {
    vi: `Cần báo trước ít nhất ${isWholeHours ? `${hours} giờ` : `${minutes} phút`}.`,
    en: `This needs at least ${isWholeHours ? `${hours} hours` : `${minutes} minutes`} of notice.`,
  }
}
