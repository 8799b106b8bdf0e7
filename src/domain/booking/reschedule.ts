/** Moves a booking to another time or resource, and re-acquires its resources after an undo. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { isDate, isTime, minute, minutesOf, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { findClosedReason } from '../closed-days/closed-days.ts'
import { erasedName } from '../guest/fields.ts'
import { allocate } from '../scheduling/allocate.ts'
import type {
  BookingRequestDetails,
  BookingRules,
  CalendarTime,
  Option,
  ServiceStart,
} from '../scheduling/rules.ts'
import type { BookingContext } from './context.ts'
import { loadDayWithout } from './occupancy-cache.ts'
import { notPossibleError, placeBooking } from './placement.ts'
import { quoteAt } from './quote.ts'
import {
  chooseAnotherDayText,
  closedOnText,
  findStaffStart,
  noStartReason,
  pastTimeText,
} from './rejection-reasons.ts'
import type { StoredBooking } from './rows.ts'
import type { Transition } from './transitions.ts'

export type RescheduleTarget = {
  date: string
  time: string
  /** A resource that the assignment must contain. */
  resource?: string | undefined
  partySize?: number | undefined
  /** The guest has agreed, so that a pending request becomes confirmed. */
  confirm?: boolean | undefined
}

/** Staff may use any quarter hour in opening hours, also between the starts that guests can book. */
export async function requireStaffStart(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  requested: CalendarTime,
  suggestion = chooseAnotherDayText,
): Promise<ServiceStart> {
  if (isDate(requested.date) && isTime(requested.time)) {
    const { date } = context.rules.serviceDays.find(requested)
    const reason = await findClosedReason(sql, date)
    if (reason) throw notPossibleError(closedOnText(date, reason, suggestion, true))
  }
  const found = findStaffStart(context.rules, details, requested)
  if (!found) throw notPossibleError(noStartReason(context, details, requested))
  return found
}

/** A party that is there keeps its plan, also if staff closed the day or the opening hours changed during its visit. */
async function requireNewStart(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  details: BookingRequestDetails,
  requested: CalendarTime,
): Promise<ServiceStart> {
  if (booking.visit !== 'seated') return requireStaffStart(sql, context, details, requested)
  const { rules } = context
  const { date } = rules.serviceDays.find(requested)
  const isClosed = (await findClosedReason(sql, date)) !== undefined
  const found = isClosed ? undefined : findStaffStart(rules, details, requested)
  return found ?? storedStart(rules, booking)
}

/** The start and the length of a booking as they were stored; the rules may have changed since. */
export function storedStart({ serviceDays }: BookingRules, booking: StoredBooking): ServiceStart {
  const { date, at } = serviceDays.find(booking)
  return { date, start: { at, minutes: (booking.ends_at - booking.starts_at) / minute } }
}

/** To be checked before the opening hours: for a past day, "closed" would be misleading. */
export function assertNotPast({ date, time }: CalendarTime, earliestMs: number): void {
  if (!isDate(date) || !isTime(time)) return
  if (startOfDay(date) + minutesOf(time) * minute <= earliestMs)
    throw notPossibleError(pastTimeText)
}

export function usesResource(resource: string | undefined): (option: Option) => boolean {
  return ({ holds }) => resource === undefined || holds.some((hold) => hold.resource === resource)
}

export function isOtherTime(
  booking: StoredBooking,
  { date, time }: Pick<RescheduleTarget, 'date' | 'time'>,
): boolean {
  return date !== booking.date || time !== booking.time
}

export async function rescheduleBooking(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  target: RescheduleTarget,
  now: number,
): Promise<Transition> {
  const { resource, partySize = booking.party_size, confirm = false } = target
  const details: BookingRequestDetails = { ...booking.details, partySize }
  const isMoved = isOtherTime(booking, target)
  await assertNotErased(sql, booking.id)
  if (isMoved) assertNotPast(target, now)
  const { date, start } = await requireNewStart(sql, context, booking, details, target)
  const startsAt = startOfDay(date) + start.at * minute
  const endsAt = startsAt + start.minutes * minute
  if (!Number.isInteger(partySize)) throw new BookingActionError('not_possible')
  const options = context.rules.options(details, date, start).filter(usesResource(resource))
  const keepsPlace = !isMoved
  const calendar = { date: target.date, time: target.time }
  const { assignment } = booking
  const option = await placeBooking(
    sql,
    context,
    { ...booking, ...calendar, starts_at: startsAt, ends_at: endsAt },
    { details, date, start, options, resource, keepsPlace, assignment },
    now,
  )
  return {
    next: {
      ...calendar,
      starts_at: startsAt,
      ends_at: endsAt,
      party_size: partySize,
      details,
      assignment: option.assignment,
      quote: quoteAt(context, booking, calendar),
      holdsPlace: true,
      ...(confirm && { status: 'confirmed' }),
    },
    eventData: { from: `${booking.date} ${booking.time}`, to: `${target.date} ${target.time}` },
    // A guest never requests another table, so that alone resolves nothing.
    resolvesChangeRequest: isMoved || partySize !== booking.party_size,
  }
}

/** A booking of an erased guest has no details from which another place could be found. */
async function assertNotErased(sql: Sql, bookingId: string): Promise<void> {
  const erased = await sql.get(
    'SELECT booking_id FROM booking_guests WHERE booking_id = ? AND name = ?',
    bookingId,
    erasedName,
  )
  if (erased) throw new BookingActionError('wrong_state')
}

/** Staff may only propose times that are free. The cells of the booking itself count as free. */
export async function assertTimesFree(
  sql: Sql,
  context: BookingContext,
  { id, details }: StoredBooking,
  times: readonly string[],
  now: number,
): Promise<void> {
  await assertNotErased(sql, id)
  for (const each of times) {
    const [date = '', time = '', ...more] = each.split(' ')
    assertNotPast({ date, time }, now)
    const service = await requireStaffStart(sql, context, details, { date, time })
    if (more.length > 0) throw new BookingActionError('not_possible')
    const { occupancy } = await loadDayWithout(sql, service.date, `booking:${id}`)
    const options = context.rules.options(details, service.date, service.start)
    const free = allocate(options, service.start, occupancy)
    if (!free) throw new BookingActionError('not_free')
  }
}

/** Holds the assigned resources or, if one of them is taken, equivalent ones. */
export async function reacquireResources(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  nowMs: number,
): Promise<Pick<StoredBooking, 'assignment' | 'ends_at' | 'holdsPlace'>> {
  const { details, assignment } = booking
  const { date, start } = await requireNewStart(sql, context, booking, details, booking)
  const ends_at = booking.starts_at + start.minutes * minute
  const options = context.rules.options(details, date, start)
  const request = { details, date, start, options, keepsPlace: true, assignment }
  const option = await placeBooking(sql, context, { ...booking, ends_at }, request, nowMs)
  return { assignment: option.assignment, ends_at, holdsPlace: true }
}
