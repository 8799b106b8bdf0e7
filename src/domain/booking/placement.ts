/** Assigns another place to a booking, or after an undo the previous one. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { Sql } from '../../store/sql.ts'
import { bestOption } from '../scheduling/allocate.ts'
import { areCellsFree, type Cell, cellsOf } from '../scheduling/cells.ts'
import type {
  Assignment,
  BookingRequestDetails,
  Option,
  StaffOption,
  Start,
} from '../scheduling/rules.ts'
import type { BrokenRule } from '../scheduling/staff-rules.ts'
import type { BookingContext } from './context.ts'
import { cellAt, holdCells, releaseCells } from './occupancy.ts'
import { holdStay, isPlanOver, type Plan, plannedEndCell, remainingCells } from './presence.ts'
import { notPossibleError, rulesBrokenError } from './refusals.ts'
import { noOptionReason } from './rejection-reasons.ts'
import type { StoredBooking } from './rows.ts'

/** The options for a booking, and which of them staff asked for. */
export type PlacementRequest = {
  details: BookingRequestDetails
  /** The service day. */
  date: string
  start: Start
  /** Those that break no rule, or only rules that staff have set aside. */
  options: readonly StaffOption[]
  /** Those that break other rules. */
  refused: readonly StaffOption[]
  /** The rules about the time that staff have not set aside; then every option is refused. */
  timeRules: readonly BrokenRule[]
  /** The resources that staff asked for. */
  wanted: readonly string[]
  /** Whether the current place is preferred. */
  keepsPlace: boolean
  /** The current assignment: the place that a refusal is about if none was asked for. */
  assignment: Assignment
}

/** Holds the best possible place. `booking` has the new plan and the previous assignment. */
export function placeBooking(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  request: PlacementRequest,
  nowMs: number,
): Promise<StaffOption> {
  const place = booking.visit === 'seated' ? reassignSeated : reassignExpected
  return place(sql, context, booking, request, nowMs)
}

/** Needs the target from now on, and holds as much of the past of the plan as is free. */
async function reassignExpected(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  request: PlacementRequest,
  nowMs: number,
): Promise<StaffOption> {
  const { date, start, options, keepsPlace } = request
  const holder = `booking:${booking.id}`
  await releaseCells(sql, context.occupancyCache, holder)
  const { occupancy } = await context.occupancyCache.loadDay(sql, date)
  const isFree = (cells: readonly Cell[]) => areCellsFree(cells, occupancy, date)
  const planOf = (option: Option) => cellsOf(option, date, start)
  const remainderOf = (option: Option) => remainingCells(context, booking, option, nowMs)
  // After closing time only the record of the past is left.
  const all = [...options, ...request.refused]
  const isPast = all.every((option) => remainderOf(option).length === 0)
  const neededOf = isPast ? planOf : remainderOf

  const current = keepsPlace ? options.find(hasAssignment(booking.assignment)) : undefined
  const keepsPlan = current !== undefined && isFree(planOf(current))
  const canKeep = current && (keepsPlan || isFree(neededOf(current)))
  const option = canKeep ? current : bestOption(options, (one) => isFree(neededOf(one)), occupancy)
  if (!option) throw await refusal(sql, context, request, isFree, neededOf)

  const needed = neededOf(option)
  const isWholePlan = keepsPlan || isPast
  // A plan that is over would leave a gap before the cells that are needed now.
  const past = isPlanOver(booking, nowMs) ? [] : freePast(planOf(option), needed, isFree)
  const cells = isWholePlan ? planOf(option) : [...past, ...needed]
  await holdCells(sql, context.occupancyCache, holder, cells)
  return option
}

/** The cells of a plan before those that are needed, back to the last one that is taken. */
function freePast(
  plan: readonly Cell[],
  needed: readonly Cell[],
  isFree: (cells: readonly Cell[]) => boolean,
): Cell[] {
  const taken = new Set<string>()
  return plan
    .filter((one) => !needed.some((other) => isSameCell(one, other)))
    .toReversed()
    .filter((one) => {
      if (!isFree([one])) taken.add(one.resource)
      return !taken.has(one.resource)
    })
    .toReversed()
}

function isSameCell(one: Cell, other: Cell): boolean {
  return one.cell === other.cell && one.resource === other.resource
}

/** Needs the target only from now on. */
async function reassignSeated(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  request: PlacementRequest,
  nowMs: number,
): Promise<StaffOption> {
  const { date, options, wanted } = request
  const isCurrent = hasAssignment(booking.assignment)
  const current = wanted.length === 0 ? options.find(isCurrent) : undefined
  // A party that stays longer is there, even if the time belongs to another booking.
  if (current && isPlanOver(booking, nowMs)) {
    const needed = await holdStay(sql, context, booking, current, nowMs)
    const held = await sql.get('SELECT 1 FROM cells WHERE holder = ?', `booking:${booking.id}`)
    // It left immediately, and all of its time belongs to others now.
    if (!held) throw new BookingActionError('not_free', await findHolder(sql, needed))
    return current
  }
  const rank = (option: Option) =>
    isCurrent(option) ? Number.NEGATIVE_INFINITY : option.preference
  const inOrder = options.toSorted((one, other) => rank(one) - rank(other))
  const option = await placeSeated(sql, context, booking, { date, options: inOrder }, nowMs)
  if (option) return option
  const cellsFor = (one: Option) => remainingCells(context, booking, one, nowMs)
  const { occupancy } = await context.occupancyCache.loadDay(sql, date)
  const isFree = (cells: readonly Cell[]) => areCellsFree(cells, occupancy, date)
  throw await refusal(sql, context, request, isFree, cellsFor)
}

function hasAssignment(wanted: Assignment): (option: Option) => boolean {
  const wantedJson = JSON.stringify(wanted)
  return ({ assignment }) => JSON.stringify(assignment) === wantedJson
}

type CellsFor = (option: Option) => Cell[]

/**
 * Why no option is possible. If a place is free, the rules that it breaks; otherwise the place that was asked for and
 * its holder: the requested resources, else the current place of the booking, else the best option.
 */
export async function refusal(
  sql: Sql,
  { rules }: BookingContext,
  request: Omit<PlacementRequest, 'assignment' | 'keepsPlace'> & { assignment?: Assignment },
  isFree: (cells: readonly Cell[]) => boolean,
  cellsFor: CellsFor,
): Promise<BookingActionError> {
  const { details, date, start, options, refused, timeRules, wanted, assignment } = request
  const inOrder = refused.toSorted((one, other) => one.preference - other.preference)
  const possible = inOrder.find((option) => isFree(cellsFor(option)))
  if (possible) {
    return rulesBrokenError(
      possible.broken,
      possible.holds.map(({ resource }) => resource),
    )
  }
  if (timeRules.length > 0) return rulesBrokenError(timeRules)
  const [best] = options.toSorted((one, other) => one.preference - other.preference)
  const current = assignment && options.find(hasAssignment(assignment))
  const named = current ?? best ?? inOrder[0]
  if (!named) return notPossibleError(noOptionReason(rules, details, date, start))
  const cells = cellsFor(named)
  const asked = cells.filter(({ resource }) => wanted.includes(resource))
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
 * it keeps no cell at or after the planned end, so that only the new place is held longer. It releases its place also
 * without an option: what it holds itself is no reason for the refusal that follows.
 */
async function placeSeated(
  sql: Sql,
  context: BookingContext,
  booking: Plan,
  { date, options }: Pick<PlacementRequest, 'date' | 'options'>,
  nowMs: number,
): Promise<StaffOption | undefined> {
  const holder = `booking:${booking.id}`
  const cellsFor = (option: Option) => remainingCells(context, booking, option, nowMs)
  // After closing time nothing is held any more.
  const [first] = options
  if (first && options.every((option) => cellsFor(option).length === 0)) return first
  const from = Math.min(cellAt(nowMs), plannedEndCell(booking) - 1)
  await releaseCells(sql, context.occupancyCache, holder, { from })
  const { occupancy } = await context.occupancyCache.loadDay(sql, date)
  const option = options.find((one) => areCellsFree(cellsFor(one), occupancy, date))
  if (!option) return undefined
  await holdCells(sql, context.occupancyCache, holder, cellsFor(option))
  return option
}
