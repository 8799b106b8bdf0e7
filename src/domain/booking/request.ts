/** A booking request: allocated and stored in one transaction, always pending until staff confirm. */
import { createCode, normalizeCode } from '../../kernel/booking-code.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { newId } from '../../kernel/id.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { SharedNetwork } from '../../kernel/operation.ts'
import { type FieldError, type FieldHints, Problem } from '../../kernel/problem.ts'
import { minute, startOfDay } from '../../kernel/time.ts'
import { insertRows } from '../../store/insert-rows.ts'
import { type Sql, UniqueViolation } from '../../store/sql.ts'
import { valueList } from '../../store/value-list.ts'
import { findClosedReason } from '../closed-days/closed-days.ts'
import type { ShownConsent } from '../guest/consent.ts'
import { isHealthQuestion } from '../guest/questions.ts'
import { findPauseAt } from '../online-limits/pauses.ts'
import { recordActions } from '../outbox/events.ts'
import type { Quote } from '../pricing/quote.ts'
import { bookableStartsNow } from '../scheduling/availability.ts'
import type { DayOccupancy } from '../scheduling/cells.ts'
import type { Answers } from '../scheduling/guest-question.ts'
import { afterNotice, noticeText } from '../scheduling/horizon.ts'
import type {
  BookingRequestDetails,
  BookingRules,
  CalendarTime,
  Option,
  ServiceStart,
  Start,
} from '../scheduling/rules.ts'
import type { StaffRule } from '../scheduling/staff-rules.ts'
import { isSoldOutAt } from '../sold-out/sold-out.ts'
import { bookingActions, bookingLifecycle } from './actions.ts'
import { findAlternatives } from './alternatives.ts'
import { allocateAt, type BookingContext } from './context.ts'
import { loadDay } from './load-day.ts'
import { holdOption } from './occupancy.ts'
import { assertWithinPace } from './pace-check.ts'
import { isOpenBooking } from './rows.ts'
import { firstTime, nearestTimes, possibleTimesText } from './start-errors.ts'
import { agreedQuote } from './terms.ts'

type Guest = { name: string; phone: string; email: string | null; note: string | null }

export type BookingRequest = {
  details: BookingRequestDetails
  date: string
  time: string
  guest: Guest
  answers: Answers
  consent: ShownConsent
  locale: Locale
  source: string
  client: string
  /** Networks that contain the client; none for an entry of staff. */
  networks?: readonly SharedNetwork[]
}

/** A request with allocated resources, ready to be stored. */
export type Booking = BookingRequest & {
  id: string
  code: string
  startsAt: number
  endsAt: number
  serviceDate: string
  start: Start
  option: Option
  quote: Quote
  requiresStaffCall: boolean
  /** False if another open booking has the same phone number at that time: staff decide first. */
  holdsPlace: boolean
  overrides: readonly StaffRule[]
  /** The length of the stay that staff have agreed with the guest; null for that of the rules. */
  stayMinutes: number | null
}

/** Allocates resources without storing anything. Throws a Problem if the request cannot be served. */
export async function evaluateBooking(
  sql: Sql,
  context: BookingContext,
  request: BookingRequest,
  now: number,
): Promise<Booking> {
  const { date, start } = requireStart(context.rules, request.details, request, now)
  const [, day] = await Promise.all([
    assertNotClosedByStaff(sql, date),
    loadDay(sql, context, date),
    assertNotSoldOut(sql, request.details.offerId, startOfDay(date) + start.at * minute, now),
    assertNotPaused(sql, startOfDay(date) + start.at * minute),
  ])
  const booking = await allocateStart(sql, context, request, { date, start, day }, now)
  await assertWithinPace(sql, context, booking, now)
  const hasOverlap = await findOverlaps(sql, [booking])
  return { ...booking, holdsPlace: !hasOverlap(booking) }
}

/** For which of these bookings another client or staff hold a place with the phone number at that time. */
export async function findOverlaps(
  sql: Sql,
  bookings: readonly Booking[],
): Promise<(booking: Booking) => boolean> {
  const phones = valueList(new Set(bookings.map(({ guest }) => guest.phone)))
  // Not joined: without statistics, PostgreSQL would read all open bookings instead of the few of these numbers.
  const guests = await sql.all<{ id: string; phone: string; client: string }>(
    `SELECT booking_id AS id, phone, client FROM booking_guests WHERE phone IN (${phones.marks})`,
    ...phones.values,
  )
  const held = await findHeld(sql, new Set(guests.map(({ id }) => id)), bookings)
  return ({ guest: { phone }, client, startsAt, endsAt }) =>
    guests.some((one) => {
      if (one.phone !== phone || one.client === client) return false
      const place = held.get(one.id)
      return place !== undefined && place.from < endsAt && place.until > startsAt
    })
}

/** The number that staff enter for guests without one may have more bookings than a statement has parameters. */
const maxIdsPerStatement = 1024

type HeldPlace = { id: string; from: number; until: number }

/** Those of some bookings that hold a place between the first start and the last end of others, by id. */
async function findHeld(
  sql: Sql,
  ids: ReadonlySet<string>,
  others: readonly Booking[],
): Promise<ReadonlyMap<string, HeldPlace>> {
  const all = [...ids]
  const parts = Array.from({ length: Math.ceil(all.length / maxIdsPerStatement) }, (_, index) =>
    all.slice(index * maxIdsPerStatement, (index + 1) * maxIdsPerStatement),
  )
  const latestEnd = Math.max(...others.map(({ endsAt }) => endsAt))
  const firstStart = Math.min(...others.map(({ startsAt }) => startsAt))
  const rows = await Promise.all(
    parts.map((part) => {
      const { marks, values } = valueList(new Set(part))
      return sql.all<HeldPlace>(
        `SELECT id, starts_at AS "from", ends_at AS until FROM bookings
         WHERE id IN (${marks}) AND ${isOpenBooking} AND holds_place = 1
           AND starts_at < ? AND ends_at > ?`,
        ...values,
        latestEnd,
        firstStart,
      )
    }),
  )
  return new Map(rows.flat().map((row) => [row.id, row]))
}

/** Chooses the best free option at this start. Throws a Problem with the nearest free times otherwise. */
async function allocateStart(
  sql: Sql,
  context: BookingContext,
  request: BookingRequest,
  { date, start, day }: ServiceStart & { day: DayOccupancy },
  now: number,
): Promise<Booking> {
  const { details } = request
  const option = allocateAt(context, details, { date, start }, day)
  if (!option) {
    const alternatives = await findAlternatives(
      sql,
      context,
      details,
      { date, at: start.at, day },
      now,
    )
    throw new Problem('slot-taken', { alternatives })
  }
  return toBooking(context, request, { date, start, option }, now)
}

/** The booking of a request for which a place was found. */
export function toBooking(
  context: Pick<BookingContext, 'rules' | 'quote' | 'business'>,
  request: BookingRequest,
  { date, start, option }: ServiceStart & { option: Option },
  now: number,
): Booking {
  const { rules } = context
  const { details } = request
  const startsAt = startOfDay(date) + start.at * minute
  return {
    ...request,
    id: newId(now),
    code: createCode(rules.codePrefix),
    serviceDate: date,
    start,
    option,
    quote: agreedQuote(context, details, option.assignment, date),
    startsAt,
    endsAt: startsAt + start.minutes * minute,
    requiresStaffCall: rules.requiresStaffCall(details, request.answers),
    holdsPlace: true,
    overrides: [],
    stayMinutes: null,
  }
}

/** Stores an allocated request with its cells, its audit entry and its event. */
export async function insertBooking(
  sql: Sql,
  { occupancyCache, rules }: BookingContext,
  booking: Booking,
  action: 'requested' | 'admitted',
  now: number,
  actor = booking.source,
): Promise<void> {
  const { id, serviceDate, option, start } = booking
  // Pipelined: no statement needs the result of another.
  await Promise.all([
    insertBookingRecords(sql, rules, [booking], action, now, actor),
    booking.holdsPlace &&
      holdOption(sql, occupancyCache, `booking:${id}`, option, serviceDate, start),
  ]).catch((error: unknown) => {
    throw error instanceof UniqueViolation ? slotTakenProblem(error) : error
  })
}

/** Everything but the cells, pipelined: the database runs the statements in this order. */
export async function insertBookingRecords(
  sql: Sql,
  rules: BookingRules,
  bookings: readonly Booking[],
  action: 'requested' | 'admitted',
  now: number,
  actor?: string,
): Promise<void> {
  const { to: status } = bookingActions[action]
  await Promise.all([
    insertBookingRows(sql, bookings, status, now),
    insertGuests(sql, bookings, now),
    insertAnswers(sql, rules, bookings),
    recordActions(
      sql,
      now,
      bookings.map(({ id, date, time, source, overrides }) => {
        const overrode = overrides.length > 0 && { overrode: overrides.join(',') }
        return {
          actor: actor ?? source,
          on: { lifecycle: bookingLifecycle, action, id },
          facts: { date, time, status, ...overrode },
          eventData: { date, time },
        }
      }),
    ),
  ])
}

/** The cause makes the store retry the transaction, which then sees the competing booking. */
function slotTakenProblem(cause: UniqueViolation): Problem {
  const problem = new Problem('slot-taken', { alternatives: [] })
  problem.cause = cause
  return problem
}

function insertBookingRows(
  sql: Sql,
  bookings: readonly Booking[],
  status: string,
  now: number,
): Promise<number> {
  return insertRows(
    sql,
    `bookings (id, code, status, offer_id, date, time, starts_at, ends_at, party_size, wish, given,
      quote, call_first, holds_place, overrides, stay_minutes, source, locale, version, created_at,
      updated_at)`,
    bookings.map((booking) => [
      booking.id,
      normalizeCode(booking.code),
      status,
      booking.details.offerId,
      booking.date,
      booking.time,
      booking.startsAt,
      booking.endsAt,
      booking.details.partySize,
      JSON.stringify(booking.details),
      JSON.stringify(booking.option.assignment),
      JSON.stringify(booking.quote),
      Number(booking.requiresStaffCall),
      Number(booking.holdsPlace),
      booking.overrides.join(','),
      booking.stayMinutes,
      booking.source,
      booking.locale,
      firstVersion,
      now,
      now,
    ]),
  )
}

const firstVersion = 1

function insertGuests(sql: Sql, bookings: readonly Booking[], now: number): Promise<number> {
  return insertRows(
    sql,
    `booking_guests (booking_id, name, phone, email, note, consent_version, consent_text,
      consented_at, client, folded)`,
    bookings.map(({ id, guest, consent, client }) => [
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
    ]),
  )
}

function insertAnswers(
  sql: Sql,
  { questions }: BookingRules,
  bookings: readonly Booking[],
): Promise<number> {
  const rows = bookings.flatMap(({ id, answers }) =>
    questions
      .filter(({ name }) => answers[name] !== undefined)
      .map((question) => [
        id,
        question.name,
        JSON.stringify(answers[question.name]),
        Number(isHealthQuestion(question)),
      ]),
  )
  return insertRows(sql, 'booking_answers (booking_id, question, answer, sensitive)', rows)
}

export function requireStart(
  rules: BookingRules,
  details: BookingRequestDetails,
  requested: CalendarTime,
  now: number,
): ServiceStart {
  const wanted = rules.serviceDays.find(requested)
  const { date, at } = wanted
  const bookable = bookableStartsNow(rules, details, date, now)
  if (!bookable.open) throw fieldProblem('date', 'not_open', bookable.reason)
  const start = bookable.starts.find((one) => one.at === at)
  const upcoming = afterNotice(rules, details, date, bookable.starts, now)
  if (!start) {
    const pauseText = rules.pauseOn?.(details, date, { from: at, to: at })
    const message = pauseText ?? possibleTimesText(date, bookable.starts)
    throw fieldProblem('time', 'not_open', message, nearestTimes(wanted, upcoming))
  }
  if (!upcoming.includes(start)) {
    const message = noticeText(rules.noticeMinutes(details))
    throw fieldProblem('time', 'too_soon', message, firstTime(message, wanted, upcoming))
  }
  return { date, start }
}

/** `date` is a service day. Reads the database, because another process may have closed the day a moment ago. */
export async function assertNotClosedByStaff(sql: Sql, date: string): Promise<void> {
  const reason = await findClosedReason(sql, date)
  if (reason) throw fieldProblem('date', 'not_open', reason)
}

/** For the same reason. */
async function assertNotSoldOut(
  sql: Sql,
  offerId: string,
  startsAt: number,
  now: number,
): Promise<void> {
  if (await isSoldOutAt(sql, offerId, startsAt, now)) {
    throw fieldProblem('date', 'not_open', justSoldOutText)
  }
}

/** For the same reason. */
async function assertNotPaused(sql: Sql, startsAt: number): Promise<void> {
  const pause = await findPauseAt(sql, startsAt)
  if (pause) throw fieldProblem('time', 'not_open', pause.message)
}

const justSoldOutText: LocalizedText = {
  vi: 'Mục này vừa hết trong hôm đó. Chọn ngày khác?',
  en: 'This has just sold out for that day. Which other day?',
}

function fieldProblem(
  name: string,
  code: FieldError['code'],
  message: LocalizedText,
  hints: FieldHints = {},
): Problem {
  return new Problem('invalid-fields', { fields: [{ name, code, message, ...hints }] })
}
