/** Undoes the last staff action on a booking, if the resources of that time can be acquired again. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { minute, minutesOf, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { EventData } from '../outbox/events.ts'
import { withFacts } from '../outbox/rows.ts'
import { releaseTransfer } from '../payment/bank-transfers.ts'
import { type Cell, cellsFrom } from '../scheduling/cells.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import { releaseAbsences } from './absence-cells.ts'
import { bookingAction, findActions, isBookingAction } from './action-rules.ts'
import type { BookingActionName } from './actions.ts'
import type { BookingContext } from './context.ts'
import { cellAt, holdCells, releaseCells } from './occupancy.ts'
import { isPlanOver, plannedEndCell } from './presence.ts'
import { pastTimeText } from './rejection-reasons.ts'
import { reacquireResources, storedStart } from './reschedule.ts'
import {
  parseAssignmentColumn,
  parseDetailsColumn,
  parseOverridesColumn,
  parseQuoteColumn,
  type StoredBooking,
} from './rows.ts'
import type { Status } from './status.ts'
import type { Transition } from './transitions.ts'

const skippedActions = findActions(({ undo }) => undo === 'skip')

/** State before an action, as its audit entry stores it. */
type PreviousState = {
  was: Status
  was_reason: string | null
  /** Absent in entries that are older than it. */
  was_cancelled_by?: StoredBooking['cancelled_by']
  was_visit: string | null
  was_date: string
  was_time: string
  was_party: number
  was_given: string
  was_wish: string
  /** Absent in entries that are older than deposits. */
  was_deposit?: number | null
  was_deposit_state?: StoredBooking['deposit_state']
  /** Absent in entries that are older than quotes. */
  was_quote?: string
  /** Absent in entries that are older than requests without a place. */
  was_holding?: boolean
  /** Absent in entries that are older than overrides. */
  was_overrides?: string
  was_stay?: number | null
  /** Absent in entries that are older than it. */
  was_minutes?: number
  /** Absent in entries that are older than changes of the service. */
  was_call?: boolean
  /** Id of the change request that the action resolved. */
  answered: string | null
}

type LastAction = { at: number; action: BookingActionName; actor: string; facts: EventData }

export async function findLastUndoable(
  sql: Sql,
  bookingId: string,
): Promise<LastAction | undefined> {
  const last = await sql.get<{ at: number; action: string; actor: string; facts: string }>(
    `SELECT at, action, actor, facts FROM audit WHERE subject = ?
     AND action NOT IN (${skippedActions.map(() => '?').join(', ')}) ORDER BY id DESC LIMIT 1`,
    `booking:${bookingId}`,
    ...skippedActions,
  )
  if (!last || !isBookingAction(last.action)) return undefined
  const { action } = last
  return bookingAction(action).undo === 'impossible' ? undefined : { ...withFacts(last), action }
}

/** The last action, unless its undo would make a request wait again after its start, which is refused. */
export async function findPossibleUndo(
  sql: Sql,
  bookingId: string,
  nowMs: number,
): Promise<LastAction | undefined> {
  const last = await findLastUndoable(sql, bookingId)
  const { was, was_date, was_time } = (last?.facts ?? {}) as Partial<PreviousState>
  const waitsAgain = was === ('pending' satisfies Status) && was_date && was_time
  const isTooLate = waitsAgain && startMs(was_date, was_time) <= nowMs
  return isTooLate ? undefined : last
}

function startMs(date: string, time: string): number {
  return startOfDay(date) + minutesOf(time) * minute
}

/** `isReleased`: the booking has already released its place, so that it acquires it again in any case. */
export async function undoLastAction(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  now: number,
  { isReleased = false } = {},
): Promise<Transition> {
  const last = await findLastUndoable(sql, booking.id)
  if (!last) throw new BookingActionError('wrong_state')
  if (bookingAction(last.action).undo === 'cancel' || last.facts.walk_in !== undefined) {
    const eventData = { undone: 'admitted' satisfies BookingActionName }
    return { ...(await cancelEntry(sql, context, booking)), eventData }
  }
  const eventData = { undone: last.action }
  const was = last.facts as Partial<PreviousState>
  if (was.was_wish === undefined) throw new BookingActionError('wrong_state')
  const fields = toRestoredFields(was as PreviousState)
  const restored = {
    ...booking,
    ...fields,
    ...(was.was_minutes !== undefined && {
      ends_at: fields.starts_at + was.was_minutes * minute,
    }),
  }
  if (restored.status === 'pending' && restored.starts_at <= now) {
    throw new BookingActionError('not_possible', { reason: pastTimeText })
  }
  if (!restored.holdsPlace) {
    await releaseCells(sql, context.occupancyCache, `booking:${booking.id}`)
  }
  const isHeld = !isReleased && isStillHeld(context.rules, booking, restored)
  const isUnchanged = !occupiesResources(restored) || isHeld
  if (!isUnchanged) {
    const own = context.rules.resourcesOf(restored.assignment)
    await releaseAbsences(sql, context, own, context.rules.serviceDays.find(restored).date)
  }
  const reacquired = isUnchanged ? {} : await reacquireResources(sql, context, restored, now)
  const isArrivalUndone = booking.visit === 'seated' && restored.visit === null
  if (isUnchanged && isArrivalUndone) await releasePresence(sql, context, restored, now)
  if (booking.deposit_state === 'paid' && restored.deposit_state !== 'paid')
    await releaseTransfer(sql, `booking:${booking.id}`)
  if (was.answered) {
    await sql.run('UPDATE booking_changes SET settled_at = NULL WHERE id = ?', was.answered)
  }
  const end = isHeld ? await restoreEnd(sql, context, booking, restored) : {}
  return {
    next: { ...restored, ...reacquired, ...end },
    eventData,
    // A booking that stays cancelled keeps the reason shown to the guest.
    ...(booking.status === 'cancelled' && restored.status !== 'cancelled' && { reason: null }),
  }
}

/**
 * The action may have given an expected party more time, for example on a day that had been closed before. Time that
 * it gave away is not acquired again.
 */
async function restoreEnd(
  sql: Sql,
  { occupancyCache, rules }: BookingContext,
  { ends_at }: StoredBooking,
  restored: StoredBooking,
): Promise<{ ends_at?: number }> {
  if (restored.ends_at === ends_at) return {}
  const cells = plannedCells(rules, restored)
  if (restored.visit !== null || restored.ends_at > ends_at || cells.length === 0)
    return { ends_at }
  const holder = `booking:${restored.id}`
  await releaseCells(sql, occupancyCache, holder)
  await holdCells(sql, occupancyCache, holder, cells)
  return {}
}

/** An expected party holds only its plan. */
async function releasePresence(
  sql: Sql,
  { occupancyCache, rules }: BookingContext,
  booking: StoredBooking,
  nowMs: number,
): Promise<void> {
  const holder = `booking:${booking.id}`
  await releaseCells(sql, occupancyCache, holder, { before: firstPlannedCell(rules, booking) })
  if (!isPlanOver(booking, nowMs)) return
  const plannedEnd = plannedEndCell(booking)
  const held = await sql.all<{ cell: number }>(
    'SELECT DISTINCT cell FROM cells WHERE holder = ? ORDER BY cell',
    holder,
  )
  const cells = held.map(({ cell }) => cell)
  // A party that got its place after its planned end had it up to the first gap.
  const isInPlan = cells.some((cell) => cell < plannedEnd)
  const from = isInPlan ? plannedEnd : endOfFirstRun(cells)
  await releaseCells(sql, occupancyCache, holder, { from })
}

/** The cell after the first run of consecutive cells. */
function endOfFirstRun(cells: readonly number[]): number {
  const gap = cells.findIndex((cell, index) => cells[index + 1] !== cell + 1)
  return (cells[gap] ?? 0) + 1
}

/** With the buffer before the start, as long as the rules have it. */
function firstPlannedCell(rules: BookingRules, booking: StoredBooking): number {
  const cells = plannedCells(rules, booking).map(({ cell }) => cell)
  return Math.min(cellAt(booking.starts_at), ...cells)
}

/** None if the rules no longer have such a place. */
function plannedCells(rules: BookingRules, booking: StoredBooking): Cell[] {
  const { date, start } = storedStart(rules, booking)
  const held = rules
    .staffOptions(booking.details, date, start, rules.resourcesOf(booking.assignment))
    .find(({ assignment }) => isSameJson(assignment, booking.assignment))
  return held ? cellsFrom(held, cellAt(booking.starts_at)) : []
}

/** A booking that staff entered, or a walk-in that they seated, has no earlier state, so the undo cancels it. */
async function cancelEntry(
  sql: Sql,
  { occupancyCache }: BookingContext,
  { id }: StoredBooking,
): Promise<Transition> {
  await releaseCells(sql, occupancyCache, `booking:${id}`)
  return { next: { status: 'cancelled', reason: 'by_staff', visit: null } }
}

function toRestoredFields(was: PreviousState) {
  return {
    status: was.was,
    reason: was.was_reason,
    cancelled_by: was.was_cancelled_by ?? null,
    visit: was.was_visit,
    date: was.was_date,
    time: was.was_time,
    starts_at: startMs(was.was_date, was.was_time),
    party_size: was.was_party,
    details: parseDetailsColumn(was.was_wish),
    offer_id: parseDetailsColumn(was.was_wish).offerId,
    ...(was.was_call !== undefined && { requiresStaffCall: was.was_call }),
    assignment: parseAssignmentColumn(was.was_given),
    holdsPlace: was.was_holding ?? true,
    ...(was.was_deposit_state !== undefined && {
      deposit: was.was_deposit ?? null,
      deposit_state: was.was_deposit_state,
    }),
    ...(was.was_overrides !== undefined && {
      overrides: parseOverridesColumn(was.was_overrides),
      stay_minutes: was.was_stay ?? null,
    }),
    ...(was.was_quote !== undefined && { quote: parseQuoteColumn(was.was_quote) }),
  }
}

function occupiesResources({ status, visit, holdsPlace }: StoredBooking): boolean {
  return holdsPlace && status !== 'cancelled' && (visit === null || visit === 'seated')
}

/** Then nothing is acquired again, which would fail if the day has been closed since. */
function isStillHeld(
  rules: BookingRules,
  booking: StoredBooking,
  restored: StoredBooking,
): boolean {
  const resourcesOf = ({ assignment }: StoredBooking) => rules.resourcesOf(assignment).toSorted()
  return (
    occupiesResources(booking) &&
    booking.starts_at === restored.starts_at &&
    booking.stay_minutes === restored.stay_minutes &&
    isSameJson(booking.details, restored.details) &&
    isSameJson(resourcesOf(booking), resourcesOf(restored))
  )
}

function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
