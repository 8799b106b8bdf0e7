/**
 * Applies a staff action to a booking in one transaction: checks version and status, then writes the
 * row, the audit entry and the event. The version is the one the staff member saw, so that of two
 * concurrent actions the second is rejected.
 */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { type EventData, enqueueEvent, recordAudit } from '../outbox/events.ts'
import { type BookingActionName, bookingActions } from './actions.ts'
import { findBookingRow, type StoredBooking, toStoredBooking } from './rows.ts'
import { type Status, withCurrentStatus } from './status.ts'

export type StaffAction = { code: string; version: number; actor: string }

export type Transition = {
  next?: Partial<StoredBooking>
  /** Stored with the audit entry and the event. */
  eventData?: EventData
  /** True if the action answers the guest's open change request. */
  resolvesChangeRequest?: boolean
  /** Reason shown to the guest; null removes it. */
  reason?: string | null
  /** Replaces the name of the action where it depends on the result. */
  action?: BookingActionName
}

type BuildTransition = (sql: Sql, booking: StoredBooking, nowMs: number) => Promise<Transition>

export type ApplyAction = (
  staffAction: StaffAction,
  action: BookingActionName,
  build: BuildTransition,
) => Promise<void>

/** `afterAction` runs in the transaction of each action. */
export function createApplyAction(
  store: Store,
  now: () => number,
  afterAction: (sql: Sql, nowMs: number) => Promise<void>,
): ApplyAction {
  return (staffAction, action, build) =>
    store.write(async (sql) => {
      const nowMs = now()
      const booking = await requireBooking(sql, staffAction, bookingActions[action].from, nowMs)
      const transition = await build(sql, booking, nowMs)
      await storeTransition(sql, booking, transition, staffAction.actor, action, nowMs)
      await afterAction(sql, nowMs)
    })
}

async function requireBooking(
  sql: Sql,
  staffAction: StaffAction,
  from: readonly Status[],
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
  const isExpired = booking.status !== row.status
  if (isExpired || !from.includes(booking.status)) throw new BookingActionError('wrong_state')
  return booking
}

async function storeTransition(
  sql: Sql,
  booking: StoredBooking,
  transition: Transition,
  actor: string,
  defaultAction: BookingActionName,
  now: number,
): Promise<void> {
  const { next, eventData, resolvesChangeRequest, reason, action = defaultAction } = transition
  const subject = `booking:${booking.id}`
  await updateBooking(sql, { ...booking, ...next }, now)
  const answered = resolvesChangeRequest ? await resolveChangeRequest(sql, booking.id, now) : null
  if (reason !== undefined) await storeReason(sql, booking.id, reason)
  const isConfirmedBySideEffect =
    action !== 'confirmed' && booking.status === 'pending' && next?.status === 'confirmed'
  if (isConfirmedBySideEffect) {
    await recordAudit(sql, now, actor, 'confirmed', subject, { with: action })
  }
  await recordAudit(sql, now, actor, action, subject, {
    ...previousState(booking),
    answered,
    ...eventData,
  })
  await enqueueEvent(sql, now, `booking.${action}`, subject, eventData)
}

/** The audit entry contains everything that an undo restores. */
export function previousState(booking: StoredBooking): EventData {
  return {
    was: booking.status,
    was_reason: booking.reason,
    was_visit: booking.visit,
    was_date: booking.date,
    was_time: booking.time,
    was_party: booking.party_size,
    was_given: JSON.stringify(booking.assignment),
    was_wish: JSON.stringify(booking.details),
    was_deposit: booking.deposit,
    was_deposit_state: booking.deposit_state,
  }
}

async function updateBooking(sql: Sql, booking: StoredBooking, now: number): Promise<void> {
  await sql.run(
    `UPDATE bookings SET status = ?, reason = ?, visit = ?, date = ?, time = ?, starts_at = ?,
      ends_at = ?, party_size = ?, wish = ?, given = ?, deposit = ?, deposit_state = ?,
      version = version + 1, updated_at = ?
     WHERE id = ?`,
    booking.status,
    booking.reason,
    booking.visit,
    booking.date,
    booking.time,
    booking.starts_at,
    booking.ends_at,
    booking.party_size,
    JSON.stringify(booking.details),
    JSON.stringify(booking.assignment),
    booking.deposit,
    booking.deposit_state,
    now,
    booking.id,
  )
}

/** Returns the id of the change request that was open. */
async function resolveChangeRequest(
  sql: Sql,
  bookingId: string,
  now: number,
): Promise<string | null> {
  const open = await sql.get<{ id: string }>(
    'SELECT id FROM booking_changes WHERE booking_id = ? AND settled_at IS NULL',
    bookingId,
  )
  if (!open) return null
  await sql.run('UPDATE booking_changes SET settled_at = ? WHERE id = ?', now, open.id)
  return open.id
}

async function storeReason(sql: Sql, bookingId: string, reason: string | null): Promise<void> {
  await sql.run('UPDATE booking_guests SET staff_note = ? WHERE booking_id = ?', reason, bookingId)
}

async function findLastActor(sql: Sql, subject: string): Promise<string | undefined> {
  const row = await sql.get<{ actor: string }>(
    'SELECT actor FROM audit WHERE subject = ? ORDER BY id DESC LIMIT 1',
    subject,
  )
  return row?.actor
}
