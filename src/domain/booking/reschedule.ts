/** Moves a booking to another time or resource, and re-acquires its resources after an undo. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { isDate, isTime, minute, minutesOf, minutesOfDay, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { erasedName } from '../guest/fields.ts'
import type {
  Assignment,
  BookingRequestDetails,
  BookingRules,
  CalendarTime,
  ServiceStart,
  StaffOption,
} from '../scheduling/rules.ts'
import type { StaffRule } from '../scheduling/staff-rules.ts'
import { findCandidates, splitByRules } from './candidates.ts'
import type { BookingContext } from './context.ts'
import { placeBooking } from './placement.ts'
import { changedQuote } from './quote.ts'
import { notPossibleError } from './refusals.ts'
import { noQuarterText, pastTimeText } from './rejection-reasons.ts'
import { loadAnswers, type StoredBooking } from './rows.ts'
import { findStart, type StaffStart } from './staff-start.ts'
import type { Transition } from './transitions.ts'

export type RescheduleTarget = {
  date: string
  time: string
  /** Resources that the assignment must contain. */
  resources?: readonly string[] | undefined
  /** The rules that staff set aside. */
  overrides?: readonly StaffRule[] | undefined
  /** The end of the stay; without it, it stays as long as the rules or an earlier agreement say. */
  until?: string | undefined
  partySize?: number | undefined
  /** Another service; its length and its price replace those of the booking. */
  offerId?: string | undefined
  /** The guest has agreed, so that a pending request becomes confirmed. */
  confirm?: boolean | undefined
}

/**
 * A party that is there keeps its plan, also if staff closed the day or the opening hours changed during its visit.
 * Another length or another service is a new plan.
 */
async function findNewStart(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  details: BookingRequestDetails,
  target: CalendarTime,
  stayMinutes: number | null,
): Promise<StaffStart> {
  const isSeated = booking.visit === 'seated'
  const isGone = stayMinutes === null && context.rules.stayMinutes(details) === undefined
  if (isSeated && isGone) return { ...storedStart(context.rules, booking), broken: [] }
  const found = await findStart(sql, context, details, target, { stayMinutes })
  const isOtherLength = stayMinutes !== null && stayMinutes !== booking.stay_minutes
  const isOtherOffer = details.offerId !== booking.offer_id
  if (!isSeated || found.broken.length === 0 || isOtherLength || isOtherOffer) return found
  return { ...storedStart(context.rules, booking), broken: [] }
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
  const { resources: wanted = [], confirm = false } = target
  if (!Number.isInteger(target.partySize ?? 1)) throw new BookingActionError('not_possible')
  const details = changeDetails(context.rules, booking, target)
  const { partySize } = details
  const isOtherOffer = details.offerId !== booking.offer_id
  const isMoved = isOtherTime(booking, target)
  await assertNotErased(sql, booking.id)
  if (isMoved) assertNotPast(target, now)
  const agreedMinutes = isOtherOffer ? null : booking.stay_minutes
  const stayMinutes =
    target.until === undefined ? agreedMinutes : minutesUntil(context, target, target.until)
  const found = await findNewStart(sql, context, booking, details, target, stayMinutes)
  const { date, start } = found
  const startsAt = startOfDay(date) + start.at * minute
  const endsAt = startsAt + start.minutes * minute
  if (target.until !== undefined) assertEndsLater(endsAt, now)
  const calendar = { date: target.date, time: target.time }
  const { assignment } = booking
  const own = context.rules.resourcesOf(assignment)
  const isSamePlace = wanted.length === 0 ? !isMoved : wanted.every((one) => own.includes(one))
  // What was set aside for this place stays set aside.
  const accepted = new Set([...(target.overrides ?? []), ...(isSamePlace ? booking.overrides : [])])
  const candidates = findCandidates(context.rules, {
    ...{ details, date, start, wanted, current: assignment },
    mayKeep: !isMoved || wanted.length > 0,
  }).map((option) => ({ ...option, broken: [...found.broken, ...option.broken] }))
  const staysHere =
    wanted.length === 0 && !isMoved && (booking.visit === 'seated' || target.until !== undefined)
  const { allowed, refused } = splitByRules(
    staysHere ? keepPlace(candidates, assignment) : candidates,
    accepted,
  )
  const timeRules = found.broken.filter(({ rule }) => !accepted.has(rule))
  const option = await placeBooking(
    sql,
    context,
    { ...booking, ...calendar, starts_at: startsAt, ends_at: endsAt },
    {
      ...{ details, date, start, wanted, assignment, refused, timeRules },
      options: allowed,
      keepsPlace: !isMoved,
    },
    now,
  )
  const overrides = [...new Set(option.broken.map(({ rule }) => rule))]
  const isNew = overrides.some((rule) => !isSamePlace || !booking.overrides.includes(rule))
  return {
    next: {
      ...calendar,
      starts_at: startsAt,
      ends_at: endsAt,
      party_size: partySize,
      details,
      assignment: option.assignment,
      ...(isOtherOffer && (await followingOffer(sql, context, booking, details))),
      quote: changedQuote(context, booking, { ...calendar, details, option }),
      holdsPlace: true,
      overrides,
      stay_minutes: stayMinutes,
      ...(confirm && { status: 'confirmed' }),
    },
    eventData: { from: `${booking.date} ${booking.time}`, to: `${target.date} ${target.time}` },
    facts: {
      ...(isNew && { overrode: overrides.join(',') }),
      ...(target.until !== undefined && { until: target.until }),
      ...(partySize !== booking.party_size && { party: partySize }),
      ...(isOtherOffer && { offer: details.offerId }),
      ...(!isSameAssignment(option.assignment, assignment) && {
        place: context.rules.resourcesOf(option.assignment).join(','),
      }),
    },
    // A guest never requests another table, so that alone resolves nothing.
    resolvesChangeRequest: isMoved || partySize !== booking.party_size,
  }
}

/** The details with another party size or another offer, as the trade reads them. */
export function changeDetails(
  rules: BookingRules,
  { details, party_size }: StoredBooking,
  { partySize = party_size, offerId }: Pick<RescheduleTarget, 'partySize' | 'offerId'>,
): BookingRequestDetails {
  if (offerId === undefined || offerId === details.offerId) return { ...details, partySize }
  // A service has a number of guests of its own; a table needs that of the party.
  const parsed = [{ offerId }, { offerId, party_size: partySize }]
    .map((input) => rules.parseDetails(input, 'request').details?.[0])
    .find((one) => one !== undefined)
  if (!parsed) throw new BookingActionError('not_possible')
  return { ...details, ...parsed }
}

/** What follows from another offer. */
export async function followingOffer(
  sql: Sql,
  { rules }: BookingContext,
  { id }: StoredBooking,
  details: BookingRequestDetails,
): Promise<Pick<StoredBooking, 'offer_id' | 'requiresStaffCall'>> {
  const answers = await loadAnswers(sql, id)
  return {
    offer_id: details.offerId,
    requiresStaffCall: rules.requiresStaffCall(details, answers),
  }
}

/** A party that is there is not sent to another place unless staff say so. */
function keepPlace(candidates: readonly StaffOption[], assignment: Assignment): StaffOption[] {
  const same = candidates.filter((one) => isSameAssignment(one.assignment, assignment))
  return same.length > 0 ? same : [...candidates]
}

function isSameAssignment(one: Assignment, other: Assignment): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** An end before the start is after midnight. */
function minutesUntil({ rules }: BookingContext, from: CalendarTime, until: string): number {
  if (!isTime(until) || minutesOf(until) % 15 !== 0) throw notPossibleError(noQuarterText)
  const { at } = rules.serviceDays.find(from)
  const end = minutesOf(until)
  return end > at ? end - at : end + minutesOfDay - at
}

/** A stay cannot end in the past; "finished" ends it now. */
function assertEndsLater(endsAt: number, now: number): void {
  if (endsAt <= now + minute) throw notPossibleError(pastTimeText)
}

/** A booking of an erased guest has no details from which another place could be found. */
export async function assertNotErased(sql: Sql, bookingId: string): Promise<void> {
  const erased = await sql.get(
    'SELECT booking_id FROM booking_guests WHERE booking_id = ? AND name = ?',
    bookingId,
    erasedName,
  )
  if (erased) throw new BookingActionError('wrong_state')
}

/** Holds the assigned resources or, if one of them is taken, equivalent ones. */
export async function reacquireResources(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  nowMs: number,
): Promise<Pick<StoredBooking, 'assignment' | 'ends_at' | 'holdsPlace' | 'overrides'>> {
  await assertNotErased(sql, booking.id)
  const { details, assignment } = booking
  const stayMinutes = booking.stay_minutes
  const found = await findNewStart(sql, context, booking, details, booking, stayMinutes)
  const { date, start } = found
  const ends_at = booking.starts_at + start.minutes * minute
  const candidates = findCandidates(context.rules, {
    ...{ details, date, start, wanted: [], current: assignment, mayKeep: true },
  }).map((option) => ({ ...option, broken: [...found.broken, ...option.broken] }))
  const accepted = new Set(booking.overrides)
  const { allowed: options, refused } = splitByRules(candidates, accepted)
  const timeRules = found.broken.filter(({ rule }) => !accepted.has(rule))
  const request = { details, date, start, options, refused, timeRules, wanted: [] }
  const option = await placeBooking(
    sql,
    context,
    { ...booking, ends_at },
    { ...request, keepsPlace: true, assignment },
    nowMs,
  )
  const overrides = [...new Set(option.broken.map(({ rule }) => rule))]
  return { assignment: option.assignment, ends_at, holdsPlace: true, overrides }
}
