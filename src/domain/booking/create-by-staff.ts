/** A booking that staff enter for a guest by phone or in person: confirmed, at any quarter hour. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { hour } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { consumeFormToken } from '../guard/form-token.ts'
import { bestOption } from '../scheduling/allocate.ts'
import { areCellsFree, type Cell, cellsOf } from '../scheduling/cells.ts'
import type { Option } from '../scheduling/rules.ts'
import type { StaffRule } from '../scheduling/staff-rules.ts'
import { findCandidates, splitByRules } from './candidates.ts'
import type { BookingContext } from './context.ts'
import { refusal } from './placement.ts'
import { type Booking, type BookingRequest, insertBooking, toBooking } from './request.ts'
import { assertNotPast } from './reschedule.ts'
import { findStart } from './staff-start.ts'

/** What staff choose themselves; all of it is optional. */
export type StaffChoice = {
  /** Resources that the assignment must contain. */
  resources?: readonly string[] | undefined
  /** The rules that staff set aside. */
  overrides?: readonly StaffRule[] | undefined
  /** A form id works once. */
  formId?: string | undefined
}

const maxLateEntryMs = hour

export async function createBooking(
  sql: Sql,
  context: BookingContext,
  request: BookingRequest,
  actor: string,
  { resources: wanted = [], overrides = [], formId }: StaffChoice,
  nowMs: number,
): Promise<Booking> {
  if (formId !== undefined && !(await consumeFormToken(sql, formId, nowMs))) {
    throw new BookingActionError('sent_before')
  }
  assertNotPast(request, nowMs - maxLateEntryMs - 1)
  const { rules } = context
  const { details } = request
  const found = await findStart(sql, context, details, request)
  const { date, start } = found
  const { occupancy } = await context.occupancyCache.loadDay(sql, date)
  const isFree = (cells: readonly Cell[]) => areCellsFree(cells, occupancy, date)
  const cellsFor = (option: Option) => cellsOf(option, date, start)
  const accepted = new Set(overrides)
  const candidates = findCandidates(rules, { details, date, start, wanted }).map((option) => ({
    ...option,
    broken: [...found.broken, ...option.broken],
  }))
  const { allowed, refused } = splitByRules(candidates, accepted)
  const option = bestOption(allowed, (one) => isFree(cellsFor(one)), occupancy)
  if (!option) {
    const timeRules = found.broken.filter(({ rule }) => !accepted.has(rule))
    const placement = { details, date, start, options: allowed, refused, timeRules, wanted }
    throw await refusal(sql, context, placement, isFree, cellsFor)
  }
  const booking: Booking = {
    ...toBooking(context, request, { date, start, option }, nowMs),
    overrides: [...new Set(option.broken.map(({ rule }) => rule))],
  }
  await insertBooking(sql, context, booking, 'admitted', nowMs, actor)
  return booking
}
