/**
 * Decides where a new booking of staff goes: the same decision for the preview of an entry and for saving it. Reads
 * only.
 */
import { hour } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { bestOption } from '../scheduling/allocate.ts'
import { areCellsFree, type Cell, cellsOf } from '../scheduling/cells.ts'
import type {
  BookingRequestDetails,
  CalendarTime,
  Option,
  ServiceStart,
  StaffOption,
} from '../scheduling/rules.ts'
import type { StaffRule } from '../scheduling/staff-rules.ts'
import { findCandidates, splitByRules } from './candidates.ts'
import type { BookingContext } from './context.ts'
import { refusal } from './placement.ts'
import { assertNotPast } from './reschedule.ts'
import { findStart } from './staff-start.ts'

/** What staff choose themselves; all of it is optional. */
export type PlanChoice = {
  /** Resources that the assignment must contain. */
  resources?: readonly string[] | undefined
  /** The rules that staff set aside. */
  overrides?: readonly StaffRule[] | undefined
  /** The length of the stay that staff have agreed with the guest. */
  stayMinutes?: number | null | undefined
  /** The guests are there and sit down now, in exactly these resources. */
  isWalkIn?: boolean | undefined
}

export type StaffPlan = ServiceStart & { option: StaffOption }

const maxLateEntryMs = hour

/** Throws the refusal if no place is possible. */
export async function planStaffBooking(
  sql: Sql,
  context: BookingContext,
  { details, ...requested }: CalendarTime & { details: BookingRequestDetails },
  { resources: wanted = [], overrides = [], stayMinutes = null, isWalkIn = false }: PlanChoice,
  nowMs: number,
): Promise<StaffPlan> {
  assertNotPast(requested, nowMs - maxLateEntryMs - 1)
  const { rules } = context
  const found = await findStart(sql, context, details, requested, { stayMinutes })
  const { date, start } = found
  const { occupancy } = await context.occupancyCache.loadDay(sql, date)
  const isFree = (cells: readonly Cell[]) => areCellsFree(cells, occupancy, date)
  const cellsFor = (option: Option) => cellsOf(option, date, start)
  const accepted = new Set(overrides)
  const possible = findCandidates(rules, { details, date, start, wanted })
  const candidates = (isWalkIn ? possible.flatMap(takenNow(wanted)) : possible).map((option) => ({
    ...option,
    broken: [...found.broken, ...option.broken],
  }))
  const { allowed, refused } = splitByRules(candidates, accepted)
  const option = bestOption(allowed, (one) => isFree(cellsFor(one)), occupancy)
  if (option) return { date, start, option }
  const timeRules = found.broken.filter(({ rule }) => !accepted.has(rule))
  const placement = { details, date, start, options: allowed, refused, timeRules, wanted }
  throw await refusal(sql, context, placement, isFree, cellsFor)
}

/** Only these resources, and only from now on: they were prepared before the guests came. */
function takenNow(wanted: readonly string[]): (option: StaffOption) => StaffOption[] {
  return (option) => {
    const isExact =
      option.holds.length === wanted.length &&
      option.holds.every(({ resource }) => wanted.includes(resource))
    const holds = option.holds.map(({ resource, minutes }) => ({ resource, minutes }))
    return isExact ? [{ ...option, holds }] : []
  }
}
