/**
 * A seated party holds its place from its arrival until it leaves. Up to the planned end it holds
 * all the time from now on; after that the current and the next quarter hour, so that later times stay bookable. Cells
 * of other bookings stay with them: seating-conflicts.ts finds those.
 */
import { day, minute, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { followBooking } from '../cards/visits.ts'
import { recordAction } from '../outbox/events.ts'
import { type Cell, cellsFrom, quartersOf } from '../scheduling/cells.ts'
import { hoursOn } from '../scheduling/hours.ts'
import type { Option } from '../scheduling/rules.ts'
import { bookingLifecycle } from './actions.ts'
import type { BookingContext } from './context.ts'
import { cellAt, holdCells, releaseCells } from './occupancy.ts'
import { type BookingRow, type StoredBooking, toStoredBooking } from './rows.ts'
import { previousState } from './transitions.ts'
import { maxEarlySeatingMs } from './visit.ts'

export type Plan = Pick<StoredBooking, 'id' | 'date' | 'time' | 'starts_at' | 'ends_at' | 'visit'>

/** A resource that is held from the first to the last cell. */
type HeldSpan = { resource: string; first: number; last: number }

const quarterMs = 15 * minute

/** The end of the opening hours of the booking's service day. A booking may be planned beyond it. */
function closingMs({ business, rules }: BookingContext, plan: Plan): number {
  const { date } = rules.serviceDays.find(plan)
  const hours = hoursOn(business, date)
  const closing = hours.open
    ? startOfDay(date) + Math.max(...hours.periods.map(({ to }) => to)) * minute
    : startOfDay(date) + day
  return Math.max(closing, plan.ends_at)
}

/** The cell of the planned end; the plan ends before it. */
export function plannedEndCell({ ends_at }: Pick<Plan, 'ends_at'>): number {
  return Math.ceil(ends_at / quarterMs)
}

/** So that the job has run when the plan ends. */
const planEndsEarlyMs = minute

export function isPlanOver({ ends_at }: Pick<Plan, 'ends_at'>, nowMs: number): boolean {
  return nowMs >= ends_at - planEndsEarlyMs
}

/** What a party needs of a span, longer than planned if it uses it to the end. */
function neededCells(
  context: BookingContext,
  booking: Plan,
  { resource, first, last }: HeldSpan,
  nowMs: number,
): Cell[] {
  const nowCell = cellAt(nowMs)
  const closingCell = Math.ceil(closingMs(context, booking) / quarterMs)
  const isUsedLonger = isPlanOver(booking, nowMs) && last >= plannedEndCell(booking) - 1
  const end = isUsedLonger ? Math.max(last + 1, Math.min(nowCell + 2, closingCell)) : last + 1
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => ({
    cell: first + index,
    resource,
  }))
}

function loadHeldSpans(sql: Sql, holder: string): Promise<HeldSpan[]> {
  return sql.all<HeldSpan>(
    'SELECT resource, MIN(cell) AS first, MAX(cell) AS last FROM cells WHERE holder = ? GROUP BY resource',
    holder,
  )
}

/** The places of a holder now or later; if all are past, all of them. */
export function currentSpans<Span extends { last: number }>(
  spans: readonly Span[],
  nowMs: number,
): readonly Span[] {
  const current = spans.filter(({ last }) => last >= cellAt(nowMs))
  return current.length > 0 ? current : spans
}

/** Holds what the party needs from now on of the places that it uses, except for cells that others hold. */
export async function holdPresence(
  sql: Sql,
  context: BookingContext,
  booking: Plan,
  nowMs: number,
): Promise<void> {
  const spans = await loadHeldSpans(sql, `booking:${booking.id}`)
  const first = cellAt(nowMs)
  const needed = spans.flatMap((span) => neededCells(context, booking, { ...span, first }, nowMs))
  await holdFreeCells(sql, context, booking, needed)
}

/**
 * The same for a party that stays longer in a place of which it may have released everything. Returns what it needs of
 * the place, whether or not it is free.
 */
export async function holdStay(
  sql: Sql,
  context: BookingContext,
  booking: Plan,
  option: Option,
  nowMs: number,
): Promise<Cell[]> {
  const lastInPlan = plannedEndCell(booking) - 1
  // By this cell the job recognizes that the place is in use.
  const mark = cellsFrom(option, cellAt(booking.starts_at)).filter(
    ({ cell }) => cell === lastInPlan,
  )
  const remaining = remainingCells(context, booking, option, nowMs)
  const needed = [...mark, ...remaining.filter(({ cell }) => cell > lastInPlan)]
  await holdFreeCells(sql, context, booking, needed)
  return needed
}

async function holdFreeCells(
  sql: Sql,
  { occupancyCache }: BookingContext,
  { id }: Plan,
  cells: readonly Cell[],
): Promise<void> {
  if (cells.length === 0) return
  const times = cells.map(({ cell }) => cell)
  const held = await sql.all<Cell>(
    'SELECT cell, resource FROM cells WHERE cell >= ? AND cell <= ?',
    Math.min(...times),
    Math.max(...times),
  )
  const taken = new Set(held.map(({ cell, resource }) => `${cell} ${resource}`))
  const free = cells.filter(({ cell, resource }) => !taken.has(`${cell} ${resource}`))
  await holdCells(sql, occupancyCache, `booking:${id}`, free)
}

/** The cells of an option that a party needs from now on. An expected party does not need it before its plan. */
export function remainingCells(
  context: BookingContext,
  booking: Plan,
  option: Option,
  nowMs: number,
): Cell[] {
  const startCell = cellAt(booking.starts_at)
  const nowCell = cellAt(nowMs)
  return option.holds.flatMap((hold) => {
    const { first: lead, count } = quartersOf(hold)
    const planFirst = startCell + lead
    const first = booking.visit === 'seated' ? nowCell : Math.max(planFirst, nowCell)
    const span = { resource: hold.resource, first, last: planFirst + count - 1 }
    return neededCells(context, booking, span, nowMs)
  })
}

/** A visit that the job has not ended for so long, because it did not run, stays as it is. */
const maxSeatedMs = 30 * day

/** The parties that are there before their start, or after their plan is over. */
async function findOutsidePlan(sql: Sql, nowMs: number): Promise<StoredBooking[]> {
  // Without a condition on the status, so that the index of seated parties is used.
  const rows = await sql.all<BookingRow>(
    `SELECT * FROM bookings WHERE visit = 'seated' AND starts_at > ? AND starts_at <= ?
     AND (starts_at > ? OR ends_at <= ?) ORDER BY id`,
    nowMs - maxSeatedMs,
    nowMs + maxEarlySeatingMs,
    nowMs,
    nowMs + planEndsEarlyMs,
  )
  return rows.filter(({ status }) => status === 'confirmed').map(toStoredBooking)
}

/** Holds the places of parties that came early or stay longer. Within their plan they hold them already. */
export async function holdSeated(sql: Sql, context: BookingContext, nowMs: number): Promise<void> {
  for (const booking of await findOutsidePlan(sql, nowMs)) {
    if (nowMs < closingMs(context, booking)) await holdPresence(sql, context, booking, nowMs)
  }
}

/** Extends the holds of seated parties and ends the visits at closing time. Returns the number of ended visits. */
export async function extendSeated(
  sql: Sql,
  context: BookingContext,
  nowMs: number,
): Promise<number> {
  const ended = (await findOutsidePlan(sql, nowMs)).filter(
    (booking) => nowMs >= closingMs(context, booking),
  )
  for (const booking of ended) await finishAtClosing(sql, context, booking, nowMs)
  await holdSeated(sql, context, nowMs)
  return ended.length
}

async function finishAtClosing(
  sql: Sql,
  { occupancyCache }: BookingContext,
  booking: StoredBooking,
  nowMs: number,
): Promise<void> {
  await sql.run(
    "UPDATE bookings SET visit = 'finished', version = version + 1, updated_at = ? WHERE id = ?",
    nowMs,
    booking.id,
  )
  await releaseCells(sql, occupancyCache, `booking:${booking.id}`, { from: cellAt(nowMs) })
  const after = { ...booking, visit: 'finished' }
  await followBooking(sql, { before: booking, after, cancelledAt: nowMs }, 'clock', nowMs)
  const facts = { ...previousState(booking), answered: null, at_closing: 1 }
  await recordAction(
    sql,
    nowMs,
    'clock',
    { lifecycle: bookingLifecycle, action: 'finished', id: booking.id },
    facts,
    { at_closing: 1 },
  )
}
