/** A request for a booking: decided in the transaction that keeps it, never confirmed by itself. */
import type { Business } from '../../content/shop.ts'
import { makeCode, plainCode } from '../../kernel/booking-code.ts'
import { fold } from '../../kernel/fold-diacritics.ts'
import { newId } from '../../kernel/id.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { type FieldFault, Problem } from '../../kernel/problem.ts'
import { minute, minutesOf, startOfDay, timeOf } from '../../kernel/time.ts'
import { KeyTaken, type Sql } from '../../store/sql.ts'
import { closedBecause } from '../closed-days/closed-days.ts'
import type { Consent } from '../guest/fields.ts'
import { announce, record } from '../outbox/events.ts'
import { allocate } from '../scheduling/allocate.ts'
import { inTime, openingNow } from '../scheduling/availability.ts'
import type { Held } from '../scheduling/cells.ts'
import type { BookingRules, Option, Start, Wish } from '../scheduling/rules.ts'
import { findAlternatives } from './alternatives.ts'
import { holdCells } from './occupancy.ts'
import { readDay } from './occupancy-cache.ts'

export type Book = { rules: BookingRules; business: Business }

export type Guest = { name: string; phone: string; email: string | null; note: string | null }

export type BookingRequest = {
  wish: Wish
  date: string
  time: string
  guest: Guest
  /** What he told of his body: allergens or health boxes. */
  marks: readonly string[]
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
  needsAttention: boolean
}

/** What the request would get now; a Problem if the rules or the day refuse it. */
export async function decideBooking(
  sql: Sql,
  { rules }: Book,
  request: BookingRequest,
  now: number,
): Promise<Booking> {
  const { wish, date, time } = request
  const start = findStart(rules, wish, date, time, now)
  const [, held] = await Promise.all([refuseClosed(sql, date), readDay(sql, date)])
  return giveStart(sql, rules, request, start, held, now)
}

/** The best free option at this start, or a Problem with the nearest times that have one. */
export async function giveStart(
  sql: Sql,
  rules: BookingRules,
  request: BookingRequest,
  start: Start,
  held: Held,
  now: number,
  among: (option: Option) => boolean = () => true,
): Promise<Booking> {
  const { wish, date } = request
  const option = allocate(rules.options(wish, date, start).filter(among), start, held)
  if (!option) {
    const alternatives = await findAlternatives(sql, rules, wish, { date, at: start.at, held }, now)
    throw new Problem('slot-taken', { alternatives })
  }
  const startsAt = startOfDay(date) + start.at * minute
  return {
    ...request,
    id: newId(now),
    code: makeCode(rules.codePrefix),
    start,
    option,
    startsAt,
    endsAt: startsAt + start.minutes * minute,
    needsAttention: rules.needsAttention(wish, request.marks),
  }
}

/** Keeps a decided request with its cells, its history and the news for staff. */
export async function keepBooking(
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
    keepRequest(sql, booking, status, now),
    keepGuest(sql, booking, now),
    keepMarks(sql, booking),
    holdCells(sql, subject, option, date, start),
    record(sql, now, actor, action, subject, { date, time, status }),
    announce(sql, now, `booking.${action}`, subject, { date, time }),
  ]).catch((error: unknown) => {
    throw error instanceof KeyTaken ? takenMeanwhile(error) : error
  })
}

/** The request is decided once more for its cause. */
function takenMeanwhile(cause: KeyTaken): Problem {
  const problem = new Problem('slot-taken', { alternatives: [] })
  problem.cause = cause
  return problem
}

function keepRequest(sql: Sql, booking: Booking, status: string, now: number): Promise<number> {
  const { wish, option } = booking
  return sql.run(
    `INSERT INTO bookings (id, code, status, offer_id, date, time, starts_at, ends_at, party_size,
      wish, given, source, locale, version, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
    booking.id,
    plainCode(booking.code),
    status,
    wish.offerId,
    booking.date,
    booking.time,
    booking.startsAt,
    booking.endsAt,
    wish.partySize,
    JSON.stringify(wish),
    JSON.stringify(option.given),
    booking.source,
    booking.locale,
    now,
    now,
  )
}

function keepGuest(
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
    fold(guest.name),
  )
}

async function keepMarks(sql: Sql, { id, marks, needsAttention }: Booking): Promise<void> {
  if (marks.length === 0) return
  await sql.run(
    'INSERT INTO booking_health (booking_id, marks, needs_attention) VALUES (?, ?, ?)',
    id,
    JSON.stringify(marks),
    Number(needsAttention),
  )
}

/** The start that the request names, if the rules of the day allow it. */
export function findStart(
  rules: BookingRules,
  wish: Wish,
  date: string,
  time: string,
  now: number,
): Start {
  const opening = openingNow(rules, wish, date, now)
  if (!opening.open) throw refused('date', 'not_open', opening.reason)
  const at = minutesOf(time)
  const start = opening.starts.find((one) => one.at === at)
  if (!start) throw refused('time', 'not_open', possibleTimes(opening.starts))
  if (inTime(rules, wish, date, [start], now).length === 0) {
    throw refused('time', 'too_soon', tooSoon(rules.noticeMinutes(wish)))
  }
  return start
}

/** The shop may have been closed a moment ago, by another process. */
export async function refuseClosed(sql: Sql, date: string): Promise<void> {
  const reason = await closedBecause(sql, date)
  if (reason) throw refused('date', 'not_open', reason)
}

function refused(name: string, code: FieldFault['code'], message: Words): Problem {
  return new Problem('invalid-fields', { fields: [{ name, code, message }] })
}

function possibleTimes(starts: readonly Start[]): Words {
  const list = starts.map(({ at }) => timeOf(at)).join(', ')
  return { vi: `Chọn một trong các giờ: ${list}.`, en: `Choose one of these times: ${list}.` }
}

function tooSoon(minutes: number): Words {
  const hours = minutes / 60
  const exact = Number.isInteger(hours)
  return {
    vi: `Cần báo trước ít nhất ${exact ? `${hours} giờ` : `${minutes} phút`}.`,
    en: `This needs at least ${exact ? `${hours} hours` : `${minutes} minutes`} of notice.`,
  }
}
