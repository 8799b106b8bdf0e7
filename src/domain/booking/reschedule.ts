/** Moves a booking to another time or resource, and re-acquires its resources after an undo. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { isDate, isTime, minute, minutesOf, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { findClosedReason } from '../closed-days/closed-days.ts'
import { allocate } from '../scheduling/allocate.ts'
import { type Cell, cellsOf, type Occupancy } from '../scheduling/cells.ts'
import type { Assignment, BookingRequestDetails, Option, Start } from '../scheduling/rules.ts'
import type { BookingContext } from './context.ts'
import { holdOption, releaseCells } from './occupancy.ts'
import { loadDayWithout } from './occupancy-cache.ts'
import { holdPresence, isPlanOver, placeSeated, remainingCells } from './presence.ts'
import {
  chooseAnotherDayText,
  closedOnText,
  noOptionReason,
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
  date: string,
  time: string,
  suggestion = chooseAnotherDayText,
): Promise<Start> {
  const reason = isDate(date) ? await findClosedReason(sql, date) : undefined
  if (reason) throw notPossibleError(closedOnText(date, reason, suggestion, true))
  const isQuarterHour = isDate(date) && isTime(time) && minutesOf(time) % 15 === 0
  const start = isQuarterHour ? context.rules.startAt(details, date, minutesOf(time)) : undefined
  if (!start) throw notPossibleError(noStartReason(context, details, date, time))
  return start
}

/** To be checked before the opening hours: for a past day, "closed" would be misleading. */
export function assertNotPast(date: string, time: string, earliestMs: number): void {
  if (!isDate(date) || !isTime(time)) return
  if (startOfDay(date) + minutesOf(time) * minute <= earliestMs)
    throw notPossibleError(pastTimeText)
}

function notPossibleError(reason: LocalizedText): BookingActionError {
  return new BookingActionError('not_possible', { reason })
}

export function usesResource(resource: string | undefined): (option: Option) => boolean {
  return ({ holds }) => resource === undefined || holds.some((hold) => hold.resource === resource)
}

export async function rescheduleBooking(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  target: RescheduleTarget,
  now: number,
): Promise<Transition> {
  const { date, time, resource, partySize = booking.party_size, confirm = false } = target
  const details: BookingRequestDetails = { ...booking.details, partySize }
  const isOtherTime = date !== booking.date || time !== booking.time
  // A seated party can still change tables; after the visit, or a no-show, nothing can move.
  if (booking.visit !== null && (isOtherTime || booking.visit !== 'seated')) {
    throw new BookingActionError('wrong_state')
  }
  if (isOtherTime) assertNotPast(date, time, now)
  const start = await requireStaffStart(sql, context, details, date, time)
  const startsAt = startOfDay(date) + start.at * minute
  const endsAt = startsAt + start.minutes * minute
  if (!Number.isInteger(partySize)) throw new BookingActionError('not_possible')
  const options = context.rules.options(details, date, start).filter(usesResource(resource))
  const request = { details, date, start, options, resource, assignment: booking.assignment }
  const option =
    booking.visit === 'seated'
      ? await reassignSeated(sql, context, { ...booking, ends_at: endsAt }, request, now)
      : await reassignExpected(sql, context, booking, request, !isOtherTime)
  return {
    action: isOtherTime ? 'moved' : 'rearranged',
    next: {
      date,
      time,
      starts_at: startsAt,
      ends_at: endsAt,
      party_size: partySize,
      details,
      assignment: option.assignment,
      ...(confirm && { status: 'confirmed' }),
    },
    eventData: { from: `${booking.date} ${booking.time}`, to: `${date} ${time}` },
    // A guest never requests another table, so that alone resolves nothing.
    resolvesChangeRequest: isOtherTime || partySize !== booking.party_size,
  }
}

/** The options for a booking, and which of them staff asked for. */
type PlacementRequest = {
  details: BookingRequestDetails
  date: string
  start: Start
  options: readonly Option[]
  resource?: string | undefined
  /** The current assignment: the place that a refusal is about if none was asked for. */
  assignment: Assignment
}

/** Holds the whole plan. With `keepsPlace` the current assignment is preferred. */
async function reassignExpected(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  request: PlacementRequest,
  keepsPlace: boolean,
): Promise<Option> {
  const { date, start, options } = request
  const holder = `booking:${booking.id}`
  await releaseCells(sql, context.occupancyCache, holder)
  const { occupancy } = await context.occupancyCache.loadDay(sql, date)
  const option =
    (keepsPlace && findCurrentOption(options, booking, start, occupancy)) ||
    allocate(options, start, occupancy)
  if (!option) throw await notFreeError(sql, context, request)
  await holdOption(sql, context.occupancyCache, holder, option, date, start)
  return option
}

/** Needs the target only from now on. */
async function reassignSeated(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  request: PlacementRequest,
  nowMs: number,
): Promise<Option> {
  const { start, options, resource } = request
  const isCurrent = hasAssignment(booking.assignment)
  const current = resource === undefined ? options.find(isCurrent) : undefined
  // A party that stays longer is there, even if the time belongs to another booking.
  if (current && isPlanOver(booking, nowMs)) {
    await holdPresence(sql, context, booking, nowMs)
    return current
  }
  const rank = (option: Option) =>
    isCurrent(option) ? Number.NEGATIVE_INFINITY : option.preference
  const inOrder = options.toSorted((one, other) => rank(one) - rank(other))
  const option = await placeSeated(sql, context, booking, inOrder, start, nowMs)
  const cellsFor = (one: Option) => remainingCells(context, booking, one, start, nowMs)
  if (!option) throw await notFreeError(sql, context, request, cellsFor)
  return option
}

/** The current assignment, if it is still possible and free. */
function findCurrentOption(
  options: readonly Option[],
  { assignment }: StoredBooking,
  start: Start,
  occupancy: Occupancy,
): Option | undefined {
  return allocate(options.filter(hasAssignment(assignment)), start, occupancy)
}

function hasAssignment(wanted: Assignment): (option: Option) => boolean {
  const wantedJson = JSON.stringify(wanted)
  return ({ assignment }) => JSON.stringify(assignment) === wantedJson
}

/** Staff may only propose times that are free. The cells of the booking itself count as free. */
export async function assertTimesFree(
  sql: Sql,
  context: BookingContext,
  { id, details }: StoredBooking,
  times: readonly string[],
  now: number,
): Promise<void> {
  for (const each of times) {
    const [date = '', time = '', ...more] = each.split(' ')
    assertNotPast(date, time, now)
    const start = await requireStaffStart(sql, context, details, date, time)
    if (more.length > 0) throw new BookingActionError('not_possible')
    const { occupancy } = await loadDayWithout(sql, date, `booking:${id}`)
    const free = allocate(context.rules.options(details, date, start), start, occupancy)
    if (!free) throw new BookingActionError('not_free')
  }
}

/** Holds the previous resources again or, if one was taken since, equivalent ones. */
export async function reacquireResources(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  nowMs: number,
): Promise<Pick<StoredBooking, 'assignment' | 'ends_at'>> {
  const { details, date, assignment } = booking
  const start = await requireStaffStart(sql, context, details, date, booking.time)
  const ends_at = booking.starts_at + start.minutes * minute
  const options = context.rules.options(details, date, start)
  const request = { details, date, start, options, assignment }
  const option =
    booking.visit === 'seated'
      ? await reassignSeated(sql, context, { ...booking, ends_at }, request, nowMs)
      : await reassignExpected(sql, context, booking, request, true)
  return { assignment: option.assignment, ends_at }
}

/**
 * Names the place that was asked for and its holder: the requested resource, else the current place of the booking,
 * else the best option, if there is an option at all.
 */
export async function notFreeError(
  sql: Sql,
  { rules }: BookingContext,
  request: Omit<PlacementRequest, 'assignment'> & { assignment?: Assignment },
  cellsFor = (option: Option) => cellsOf(option, request.date, request.start),
): Promise<BookingActionError> {
  const { details, date, start, options, resource, assignment } = request
  const [best] = options.toSorted((one, other) => one.preference - other.preference)
  if (!best) return notPossibleError(noOptionReason(rules, details, date, start))
  const current = assignment && options.find(hasAssignment(assignment))
  const cells = cellsFor(current ?? best)
  const asked = cells.filter((cell) => cell.resource === resource)
  return new BookingActionError('not_free', await findHolder(sql, [...asked, ...cells]))
}

/** The first of the cells that is taken: its holder and its resource. */
export async function findHolder(
  sql: Sql,
  cells: readonly Cell[],
): Promise<{ holder: string; resource: string } | undefined> {
  for (const { cell, resource } of cells) {
    const taken = await sql.get<{ holder: string }>(
      'SELECT holder FROM cells WHERE cell = ? AND resource = ?',
      cell,
      resource,
    )
    if (taken) return { ...taken, resource }
  }
  return undefined
}
