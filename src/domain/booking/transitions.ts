/**
 * Applies a staff action to a booking in one transaction: checks version and status, then writes the
 * row, the audit entry and the event. The version is the one the staff member saw, so that of two
 * concurrent actions the second is rejected.
 */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { recordOnlyActions } from '../../kernel/lifecycle.ts'
import { minute } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { followBooking } from '../cards/visits.ts'
import { auditAction, type EventData, recordAction } from '../outbox/events.ts'
import type { CalendarTime } from '../scheduling/rules.ts'
import { bookingAction, isActionPossible, stateAfter } from './action-rules.ts'
import { type BookingActionName, bookingLifecycle } from './actions.ts'
import { recordGuestContact } from './guest-contact.ts'
import type { ChangeKind } from './requested-change.ts'
import { findBookingRow, type StoredBooking, toStoredBooking } from './rows.ts'
import { withCurrentStatus } from './status.ts'

export type StaffAction = { code: string; version: number; actor: string }

export type Transition = {
  /** Changes besides the status and the visit that the table of actions names. */
  next?: Partial<StoredBooking>
  /** Stored with the audit entry and the event. */
  eventData?: EventData
  /** Stored with the audit entry alone. */
  facts?: EventData
  /** True if the action answers the guest's open change request. */
  resolvesChangeRequest?: boolean
  /** The times of other bookings that it changed as well, before and after. */
  others?: readonly CalendarTime[]
  /** Reason shown to the guest; null removes it. */
  reason?: string | null
  /** The guest agreed to it on the phone. */
  isAgreed?: boolean
  /** The same persons serve the guest as before. */
  isSamePeople?: boolean
}

type BuildTransition = (sql: Sql, booking: StoredBooking, nowMs: number) => Promise<Transition>

/** The function is for a button whose action depends on the booking. */
type ChooseAction = BookingActionName | ((booking: StoredBooking) => BookingActionName)

export type ApplyAction = (
  staffAction: StaffAction,
  choose: ChooseAction,
  build: BuildTransition,
) => Promise<void>

/** Runs in the transaction of an action, with the bookings as they were and as they are. */
type AfterAction = (sql: Sql, bookings: readonly CalendarTime[], nowMs: number) => Promise<void>

/** Releases the open offers of a booking and returns their times. */
type ReleaseOffers = (sql: Sql, booking: StoredBooking, nowMs: number) => Promise<CalendarTime[]>

type ActionHooks = { releaseOffers: ReleaseOffers; afterAction: AfterAction }

export function createApplyAction(
  store: Pick<Store, 'write'>,
  now: () => number,
  { releaseOffers, afterAction }: ActionHooks,
): ApplyAction {
  return (staffAction, choose, build) =>
    store.write(async (sql) => {
      const nowMs = now()
      const booking = await requireBooking(sql, staffAction, nowMs)
      const action = typeof choose === 'function' ? choose(booking) : choose
      if (!isActionPossible(action, booking, nowMs)) throw new BookingActionError('wrong_state')
      const { actor } = staffAction
      const offered = await endOffers(sql, { booking, action, actor, releaseOffers }, nowMs)
      const transition = await build(sql, booking, nowMs)
      await storeTransition(sql, booking, transition, actor, action, nowMs)
      const { next, others = [] } = transition
      await afterAction(sql, [booking, { ...booking, ...next }, ...others, ...offered], nowMs)
    })
}

type OfferEnd = Pick<StaffAction, 'actor'> & {
  booking: StoredBooking
  action: BookingActionName
  releaseOffers: ReleaseOffers
}

/** Before the action, which may need their places. */
async function endOffers(
  sql: Sql,
  { booking, action, actor, releaseOffers }: OfferEnd,
  nowMs: number,
): Promise<CalendarTime[]> {
  if (bookingAction(action).keepsOffers) return []
  const ended = await releaseOffers(sql, booking, nowMs)
  // A guest is not notified of another table, but must know that the offers have ended.
  if (ended.length > 0 && action === 'rearranged')
    await storeTransition(sql, booking, {}, actor, 'offer_withdrawn', nowMs)
  return ended
}

export type ApplySwap = (
  staffAction: StaffAction,
  other: Pick<StaffAction, 'code' | 'version'>,
  build: (
    sql: Sql,
    pair: readonly [StoredBooking, StoredBooking],
    nowMs: number,
  ) => Promise<readonly [Transition, Transition]>,
) => Promise<void>

/** The same for two bookings together. */
export function createApplySwap(
  store: Pick<Store, 'write'>,
  now: () => number,
  { releaseOffers, afterAction }: ActionHooks,
): ApplySwap {
  return (staffAction, other, build) =>
    store.write(async (sql) => {
      const nowMs = now()
      const { actor } = staffAction
      const pair = [
        await requireBooking(sql, staffAction, nowMs),
        await requireBooking(sql, { ...other, actor }, nowMs),
      ] as const
      if (!pair.every((booking) => isActionPossible('rearranged', booking, nowMs)))
        throw new BookingActionError('wrong_state')
      const offered: CalendarTime[] = []
      for (const booking of pair) {
        const end = { booking, action: 'rearranged', actor, releaseOffers } as const
        offered.push(...(await endOffers(sql, end, nowMs)))
      }
      const transitions = await build(sql, pair, nowMs)
      for (const [index, booking] of pair.entries()) {
        const transition = transitions[index] ?? {}
        const isMoved = (transition.next?.starts_at ?? booking.starts_at) !== booking.starts_at
        const action = isMoved ? 'moved' : 'rearranged'
        if (!isActionPossible(action, booking, nowMs)) throw new BookingActionError('wrong_state')
        await storeTransition(sql, booking, transition, actor, action, nowMs)
      }
      const moved = pair.map((booking, index) => ({ ...booking, ...transitions[index]?.next }))
      await afterAction(sql, [...pair, ...moved, ...offered], nowMs)
    })
}

async function requireBooking(
  sql: Sql,
  staffAction: StaffAction,
  now: number,
): Promise<StoredBooking> {
  const row = await findBookingRow(sql, staffAction.code)
  if (!row) throw new BookingActionError('not_found')
  if (row.version !== staffAction.version) {
    const changedBy = await findLastActor(sql, `booking:${row.id}`)
    throw new BookingActionError('changed_meanwhile', { changedBy })
  }
  const booking = withCurrentStatus(toStoredBooking(row), now)
  // Only the background job cancels an expired request: it releases the cells and notifies the guest.
  if (booking.status !== row.status) throw new BookingActionError('wrong_state')
  return booking
}

export async function storeTransition(
  sql: Sql,
  booking: StoredBooking,
  transition: Transition,
  actor: string,
  action: BookingActionName,
  now: number,
): Promise<void> {
  const { eventData, resolvesChangeRequest, reason } = transition
  const { id } = booking
  const next = { ...booking, ...transition.next, ...stateAfter(action) }
  await updateBooking(sql, next, now)
  const request = resolvesChangeRequest
    ? await resolveChangeRequest(sql, booking.id, now)
    : undefined
  const answered = request?.id ?? null
  if (reason !== undefined) await storeReason(sql, booking.id, reason)
  const isConfirmedBySideEffect =
    action !== 'confirmed' && booking.status === 'pending' && next.status === 'confirmed'
  if (isConfirmedBySideEffect) {
    const confirmation = { lifecycle: bookingLifecycle, action: 'confirmed', id } as const
    await auditAction(sql, now, actor, confirmation, { with: action })
  }
  const facts = { ...previousState(booking), answered, ...transition.facts, ...eventData }
  const actionOn = { lifecycle: bookingLifecycle, action, id }
  const eventId = await recordAction(sql, now, actor, actionOn, facts, eventData)
  const { isAgreed = false, isSamePeople = false } = transition
  const guest = { answered, isAgreed, isSamePeople }
  const change = { action, before: booking, after: next, ...guest, eventData }
  await recordGuestContact(sql, eventId, change, now)
  const cancelledAt = request?.kind === 'cancel' ? Number(request.created_at) : now
  await followBooking(sql, { before: booking, after: next, cancelledAt }, actor, now)
}

/** The audit entry contains everything that an undo restores. */
export function previousState(booking: StoredBooking): EventData {
  return {
    was: booking.status,
    was_reason: booking.reason,
    was_cancelled_by: booking.cancelled_by,
    was_visit: booking.visit,
    was_date: booking.date,
    was_time: booking.time,
    was_party: booking.party_size,
    was_given: JSON.stringify(booking.assignment),
    was_wish: JSON.stringify(booking.details),
    was_deposit: booking.deposit,
    was_deposit_state: booking.deposit_state,
    was_quote: JSON.stringify(booking.quote),
    was_holding: booking.holdsPlace,
    was_overrides: booking.overrides.join(','),
    was_stay: booking.stay_minutes,
    was_minutes: (booking.ends_at - booking.starts_at) / minute,
    was_call: booking.requiresStaffCall,
  }
}

async function updateBooking(sql: Sql, booking: StoredBooking, now: number): Promise<void> {
  await sql.run(
    `UPDATE bookings SET status = ?, reason = ?, cancelled_by = ?, visit = ?, offer_id = ?, call_first = ?, date = ?, time = ?, starts_at = ?,
      ends_at = ?, party_size = ?, wish = ?, given = ?, deposit = ?, deposit_state = ?,
      quote = ?, holds_place = ?, overrides = ?, stay_minutes = ?, version = version + 1, updated_at = ?
     WHERE id = ?`,
    booking.status,
    booking.reason,
    booking.cancelled_by,
    booking.visit,
    booking.offer_id,
    Number(booking.requiresStaffCall),
    booking.date,
    booking.time,
    booking.starts_at,
    booking.ends_at,
    booking.party_size,
    JSON.stringify(booking.details),
    JSON.stringify(booking.assignment),
    booking.deposit,
    booking.deposit_state,
    JSON.stringify(booking.quote),
    Number(booking.holdsPlace),
    booking.overrides.join(','),
    booking.stay_minutes,
    now,
    booking.id,
  )
}

/** Returns the change request that was open. */
async function resolveChangeRequest(
  sql: Sql,
  bookingId: string,
  now: number,
): Promise<{ id: string; kind: ChangeKind; created_at: number } | undefined> {
  const open = await sql.get<{ id: string; kind: ChangeKind; created_at: number }>(
    'SELECT id, kind, created_at FROM booking_changes WHERE booking_id = ? AND settled_at IS NULL',
    bookingId,
  )
  if (open) await sql.run('UPDATE booking_changes SET settled_at = ? WHERE id = ?', now, open.id)
  return open
}

async function storeReason(sql: Sql, bookingId: string, reason: string | null): Promise<void> {
  await sql.run('UPDATE booking_guests SET staff_note = ? WHERE booking_id = ?', reason, bookingId)
}

/** Messages that were sent again and marks about the contact do not change the booking. */
async function findLastActor(sql: Sql, subject: string): Promise<string | undefined> {
  const row = await sql.get<{ actor: string }>(
    `SELECT actor FROM audit WHERE subject = ?
     AND action NOT IN (${recordOnlyActions.map(() => '?').join(', ')}) ORDER BY id DESC LIMIT 1`,
    subject,
    ...recordOnlyActions,
  )
  return row?.actor
}
