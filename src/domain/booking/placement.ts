/** Assigns another place to a booking, or after an undo the previous one. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { allocate } from '../scheduling/allocate.ts'
import { areCellsFree, type Cell, cellsOf, type Occupancy } from '../scheduling/cells.ts'
import type { Assignment, BookingRequestDetails, Option, Start } from '../scheduling/rules.ts'
import type { BookingContext } from './context.ts'
import { cellAt, holdCells, holdOption, releaseCells } from './occupancy.ts'
import { holdPresence, isPlanOver, type Plan, plannedEndCell, remainingCells } from './presence.ts'
import { noOptionReason } from './rejection-reasons.ts'
import type { StoredBooking } from './rows.ts'

export function notPossibleError(reason: LocalizedText): BookingActionError {
  return new BookingActionError('not_possible', { reason })
}

/** The options for a booking, and which of them staff asked for. */
export type PlacementRequest = {
  details: BookingRequestDetails
  date: string
  start: Start
  options: readonly Option[]
  resource?: string | undefined
  /** The current assignment: the place that a refusal is about if none was asked for. */
  assignment: Assignment
}

/** Holds the whole plan. With `keepsPlace` the current assignment is preferred. */
export async function reassignExpected(
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
export async function reassignSeated(
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
/**
 * Moves a seated party to the first option that is free from now on; the past is not compared. Of its previous place
 * it keeps no cell at or after the planned end, so that only the new place is held longer.
 */
async function placeSeated(
  sql: Sql,
  context: BookingContext,
  booking: Plan,
  options: readonly Option[],
  start: Start,
  nowMs: number,
): Promise<Option | undefined> {
  const holder = `booking:${booking.id}`
  const cellsFor = (option: Option) => remainingCells(context, booking, option, start, nowMs)
  // After closing time nothing is held any more.
  if (options.every((option) => cellsFor(option).length === 0)) return options[0]
  const from = Math.min(cellAt(nowMs), plannedEndCell(booking) - 1)
  await releaseCells(sql, context.occupancyCache, holder, { from })
  const { occupancy } = await context.occupancyCache.loadDay(sql, booking.date)
  const option = options.find((one) => areCellsFree(cellsFor(one), occupancy, booking.date))
  if (!option) return undefined
  await holdCells(sql, context.occupancyCache, holder, cellsFor(option), booking.date)
  return option
}
