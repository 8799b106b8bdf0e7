/** A booking that staff enter for a guest by phone or in person: confirmed, at any quarter hour. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { hour } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { consumeFormToken } from '../guard/form-token.ts'
import { bestOption } from '../scheduling/allocate.ts'
import { areCellsFree, type Cell, cellsOf } from '../scheduling/cells.ts'
import type { Option, StaffOption } from '../scheduling/rules.ts'
import type { StaffRule } from '../scheduling/staff-rules.ts'
import { findCandidates, splitByRules } from './candidates.ts'
import type { BookingContext } from './context.ts'
import { refusal } from './placement.ts'
import { type Booking, type BookingRequest, insertBooking, toBooking } from './request.ts'
import { assertNotPast } from './reschedule.ts'
import { findBookingRow, toStoredBooking } from './rows.ts'
import { findStart } from './staff-start.ts'
import { storeTransition } from './transitions.ts'

/** What staff choose themselves; all of it is optional. */
export type StaffChoice = {
  /** Resources that the assignment must contain. */
  resources?: readonly string[] | undefined
  /** The rules that staff set aside. */
  overrides?: readonly StaffRule[] | undefined
  /** A form id works once. */
  formId?: string | undefined
  /** The guests are there and sit down now, in exactly these resources, for so long. */
  seatedForMinutes?: number | undefined
}

const maxLateEntryMs = hour

export async function createBooking(
  sql: Sql,
  context: BookingContext,
  request: BookingRequest,
  actor: string,
  { resources: wanted = [], overrides = [], formId, seatedForMinutes }: StaffChoice,
  nowMs: number,
): Promise<Booking> {
  if (formId !== undefined && !(await consumeFormToken(sql, formId, nowMs))) {
    throw new BookingActionError('sent_before')
  }
  assertNotPast(request, nowMs - maxLateEntryMs - 1)
  const { rules } = context
  const { details } = request
  const found = await findStart(sql, context, details, request, {
    stayMinutes: seatedForMinutes ?? null,
  })
  const { date, start } = found
  const { occupancy } = await context.occupancyCache.loadDay(sql, date)
  const isFree = (cells: readonly Cell[]) => areCellsFree(cells, occupancy, date)
  const cellsFor = (option: Option) => cellsOf(option, date, start)
  const accepted = new Set(overrides)
  const possible = findCandidates(rules, { details, date, start, wanted })
  const candidates = (
    seatedForMinutes === undefined ? possible : possible.flatMap(takenNow(wanted))
  ).map((option) => ({ ...option, broken: [...found.broken, ...option.broken] }))
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
  if (seatedForMinutes !== undefined)
    await seatNow(sql, booking.code, seatedForMinutes, actor, nowMs)
  return booking
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

/** In the same transaction, so that one undo takes back both. */
async function seatNow(
  sql: Sql,
  code: string,
  stayMinutes: number,
  actor: string,
  nowMs: number,
): Promise<void> {
  const row = await findBookingRow(sql, code)
  if (!row) throw new BookingActionError('not_found')
  const transition = { next: { stay_minutes: stayMinutes }, facts: { walk_in: 1 } }
  await storeTransition(sql, toStoredBooking(row), transition, actor, 'seated', nowMs)
}
