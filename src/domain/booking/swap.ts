/** Two bookings exchange their places, or in one place their times: both or neither, in one transaction. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import type { StaffRule } from '../scheduling/staff-rules.ts'
import { isActionPossible } from './action-rules.ts'
import type { BookingContext } from './context.ts'
import { cellAt, releaseCells } from './occupancy.ts'
import { notPossibleError } from './refusals.ts'
import { isOtherTime, type RescheduleTarget, rescheduleBooking } from './reschedule.ts'
import { findBooking, type StoredBooking } from './rows.ts'
import type { Transition } from './transitions.ts'
import { findLastUndoable, undoLastAction } from './undo.ts'

export type Swap = {
  /** The kind of place that is exchanged; without it, that of the first place of the booking. */
  kind?: string | undefined
  overrides?: readonly StaffRule[] | undefined
}

type Pair = readonly [StoredBooking, StoredBooking]

export async function swapBookings(
  sql: Sql,
  context: BookingContext,
  [one, other]: Pair,
  { kind, overrides }: Swap,
  nowMs: number,
): Promise<readonly [Transition, Transition]> {
  if (one.id === other.id) throw new BookingActionError('not_possible')
  const [first, second] = targetsOf(context, [one, other], kind)
  assertMayMove(one, first, nowMs)
  assertMayMove(other, second, nowMs)
  // Both release first, so that each finds the place of the other free.
  await releaseFuture(sql, context, one, nowMs)
  await releaseFuture(sql, context, other, nowMs)
  const move = (booking: StoredBooking, target: RescheduleTarget) =>
    rescheduleBooking(sql, context, booking, { ...target, overrides }, nowMs)
  const moved = await move(one, first)
  const moveBack = await move(other, second)
  return [withPartner(moved, other), withPartner(moveBack, one)]
}

/** A party that is there can change its place but not its time. */
function assertMayMove(booking: StoredBooking, target: RescheduleTarget, nowMs: number): void {
  if (isOtherTime(booking, target) && !isActionPossible('moved', booking, nowMs))
    throw new BookingActionError('wrong_state')
}

function targetsOf(
  { rules }: BookingContext,
  [one, other]: Pair,
  wantedKind: string | undefined,
): readonly [RescheduleTarget, RescheduleTarget] {
  const [own, others] = [rules.resourcesOf(one.assignment), rules.resourcesOf(other.assignment)]
  const kind = wantedKind ?? own[0]?.split(':')[0] ?? ''
  const isOfKind = (id: string) => id.startsWith(`${kind}:`)
  const [mine, theirs] = [own.filter(isOfKind), others.filter(isOfKind)]
  const at = ({ date, time }: StoredBooking) => ({ date, time })
  if (mine.toSorted().join() === theirs.toSorted().join()) {
    return [
      { ...at(other), resources: mine },
      { ...at(one), resources: theirs },
    ]
  }
  const rest = (all: readonly string[]) => all.filter((id) => !isOfKind(id))
  return [
    { ...at(one), resources: [...theirs, ...rest(own)] },
    { ...at(other), resources: [...mine, ...rest(others)] },
  ]
}

/** A seated party keeps the record of where it has been. */
function releaseFuture(
  sql: Sql,
  { occupancyCache }: BookingContext,
  { id, visit }: StoredBooking,
  nowMs: number,
): Promise<void> {
  const future = visit === 'seated' ? { from: cellAt(nowMs) } : {}
  return releaseCells(sql, occupancyCache, `booking:${id}`, future)
}

function withPartner(transition: Transition, partner: StoredBooking): Transition {
  return { ...transition, facts: { ...transition.facts, swapped: partner.code } }
}

/** The booking with which the last action exchanged places, if that was a swap. */
export async function findSwapPartner(
  sql: Sql,
  booking: StoredBooking,
  nowMs: number,
): Promise<StoredBooking | undefined> {
  const last = await findLastUndoable(sql, booking.id)
  const code = last?.facts.swapped
  if (code === undefined) return undefined
  const partner = await findBooking(sql, String(code), nowMs)
  const partnerLast = partner && (await findLastUndoable(sql, partner.id))
  if (partnerLast?.facts.swapped !== booking.code) throw notPossibleError(partnerChangedText)
  return partner
}

/** Undoes both halves of a swap. */
export async function undoSwap(
  sql: Sql,
  context: BookingContext,
  [one, other]: Pair,
  nowMs: number,
): Promise<readonly [Transition, Transition]> {
  await releaseFuture(sql, context, one, nowMs)
  await releaseFuture(sql, context, other, nowMs)
  const undo = (booking: StoredBooking) =>
    undoLastAction(sql, context, booking, nowMs, { isReleased: true })
  const undone = await undo(one)
  return [undone, await undo(other)]
}

const partnerChangedText: LocalizedText = {
  vi: 'Lượt kia đã được đổi tiếp, nên không trả lại chỗ cũ được. Hãy đổi chỗ lại lần nữa.',
  en: 'The other booking has been changed since, so the swap cannot be undone. Swap them again.',
}
