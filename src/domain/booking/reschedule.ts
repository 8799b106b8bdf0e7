/** Where and when a booking is: given anew, moved, or held again after an undo. */

import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { isDate, isTime, minute, minutesOf, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { findClosedReason } from '../closed-days/closed-days.ts'
import { allocate } from '../scheduling/allocate.ts'
import { cellsOf, type Occupancy } from '../scheduling/cells.ts'
import type { BookingRequestDetails, Option, Start } from '../scheduling/rules.ts'
import { holdCells, releaseCells } from './occupancy.ts'
import { loadDayOccupancy } from './occupancy-cache.ts'
import {
  chooseAnotherDayText,
  closedOnText,
  noOptionReason,
  noStartReason,
  pastTimeText,
} from './rejection-reasons.ts'
import type { BookingContext } from './request.ts'
import type { BookingRow } from './status.ts'
import type { Transition } from './transitions.ts'

export type RescheduleTarget = {
  date: string
  time: string
  /** A resource that must be among what it gets. */
  resource?: string | undefined
  partySize?: number | undefined
  /** The guest has agreed: what was pending is confirmed with it. */
  confirm?: boolean | undefined
}

/** The start at a quarter hour while the door is open. */
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

/** Said first: a day that is past is neither closed nor open. */
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
  row: BookingRow,
  target: RescheduleTarget,
  now: number,
): Promise<Transition> {
  const { date, time, resource, partySize = row.party_size, confirm = false } = target
  const details: BookingRequestDetails = {
    ...(JSON.parse(row.wish) as BookingRequestDetails),
    partySize,
  }
  const isOtherTime = date !== row.date || time !== row.time
  // Who sits may still get another table; who has gone or never came is not moved.
  if (row.visit !== null && (isOtherTime || row.visit !== 'seated')) {
    throw new BookingActionError('wrong_state')
  }
  if (isOtherTime) assertNotPast(date, time, now)
  const start = await requireStaffStart(sql, context, details, date, time)
  const startsAt = startOfDay(date) + start.at * minute
  if (!Number.isInteger(partySize)) throw new BookingActionError('not_possible')
  await releaseCells(sql, `booking:${row.id}`)
  const options = context.rules.options(details, date, start).filter(usesResource(resource))
  const occupancy = await loadDayOccupancy(sql, date)
  const option =
    (!isOtherTime && findCurrentOption(options, row, start, occupancy)) ||
    allocate(options, start, occupancy)
  if (!option) throw await notFreeError(sql, context, details, options, date, start)
  await holdCells(sql, `booking:${row.id}`, option, date, start)
  return {
    action: isOtherTime ? 'moved' : 'rearranged',
    next: {
      date,
      time,
      starts_at: startsAt,
      ends_at: startsAt + start.minutes * minute,
      party_size: partySize,
      wish: JSON.stringify(details),
      given: JSON.stringify(option.assignment),
      ...(confirm && { status: 'confirmed' }),
    },
    eventData: { from: `${row.date} ${row.time}`, to: `${date} ${time}` },
    // Another table answers no wish.
    resolvesChangeRequest: isOtherTime || partySize !== row.party_size,
  }
}

/** What a booking has already, if that still serves it and is free. */
function findCurrentOption(
  options: readonly Option[],
  { given: assignment }: BookingRow,
  start: Start,
  occupancy: Occupancy,
): Option | undefined {
  return allocate(options.filter(hasAssignment(assignment)), start, occupancy)
}

function hasAssignment(assignmentJson: string): (option: Option) => boolean {
  return ({ assignment }) => JSON.stringify(assignment) === assignmentJson
}

/** Only what the guest can really have is offered; what the booking itself holds counts as free. */
export async function assertTimesFree(
  sql: Sql,
  context: BookingContext,
  row: BookingRow,
  times: readonly string[],
  now: number,
): Promise<void> {
  const details = JSON.parse(row.wish) as BookingRequestDetails
  for (const each of times) {
    const [date = '', time = '', ...more] = each.split(' ')
    assertNotPast(date, time, now)
    const start = await requireStaffStart(sql, context, details, date, time)
    if (more.length > 0) throw new BookingActionError('not_possible')
    const occupancy = await loadDayOccupancy(sql, date, `booking:${row.id}`)
    const free = allocate(context.rules.options(details, date, start), start, occupancy)
    if (!free) throw new BookingActionError('not_free')
  }
}

/** Holds again what was held before or, if that was taken since, whatever serves as well. */
export async function reacquireResources(
  sql: Sql,
  context: BookingContext,
  row: BookingRow,
): Promise<{ given: string; ends_at: number }> {
  const details = JSON.parse(row.wish) as BookingRequestDetails
  const start = await requireStaffStart(sql, context, details, row.date, row.time)
  await releaseCells(sql, `booking:${row.id}`)
  const occupancy = await loadDayOccupancy(sql, row.date)
  const options = context.rules.options(details, row.date, start)
  const option =
    findCurrentOption(options, row, start, occupancy) ?? allocate(options, start, occupancy)
  if (!option) {
    const previousOptions = options.filter(hasAssignment(row.given))
    throw await notFreeError(
      sql,
      context,
      details,
      previousOptions.length > 0 ? previousOptions : options,
      row.date,
      start,
    )
  }
  await holdCells(sql, `booking:${row.id}`, option, row.date, start)
  return {
    given: JSON.stringify(option.assignment),
    ends_at: row.starts_at + start.minutes * minute,
  }
}

/** Why it is not free: the first who holds something of the best option, if there is any option. */
export async function notFreeError(
  sql: Sql,
  { rules }: BookingContext,
  details: BookingRequestDetails,
  options: readonly Option[],
  date: string,
  start: Start,
): Promise<BookingActionError> {
  const [best] = options.toSorted((one, other) => one.preference - other.preference)
  if (!best) return notPossibleError(noOptionReason(rules, details, date, start))
  return new BookingActionError('not_free', { holder: await findHolder(sql, best, date, start) })
}

/** The first who holds something of an option. */
export async function findHolder(
  sql: Sql,
  option: Option,
  date: string,
  start: Start,
): Promise<string | undefined> {
  for (const { cell, resource } of cellsOf(option, date, start)) {
    const taken = await sql.get<{ holder: string }>(
      'SELECT holder FROM cells WHERE cell = ? AND resource = ?',
      cell,
      resource,
    )
    if (taken) return taken.holder
  }
  return undefined
}
