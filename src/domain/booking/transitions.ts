/** How staff change a booking: every act names the version it saw; the second of two is told. */

import { BookingActionError } from '../../kernel/action-errors.ts'
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { type EventData, enqueueEvent, recordAudit } from '../outbox/events.ts'
import { type BookingRow, type Status, withCurrentStatus } from './status.ts'

export type StaffAction = { code: string; version: number; actor: string }

/** What an act makes of a booking; `facts` go into its history and its news. */
export type Transition = {
  next?: Partial<BookingRow>
  eventData?: EventData
  /** The guest's open wish is answered by it. */
  resolvesChangeRequest?: boolean
  /** What the guest is told of the reason; null takes it back. */
  reason?: string | null
  /** Another word for what was done, where it depends. */
  action?: string
}

export type BuildTransition = (sql: Sql, row: BookingRow, nowMs: number) => Promise<Transition>

export type ApplyAction = (
  staffAction: StaffAction,
  action: string,
  from: readonly Status[],
  build: BuildTransition,
) => Promise<void>

/** Finds the booking, refuses a stale version or a wrong state, and writes what the act makes. */
export function createApplyAction(store: Store, now: () => number): ApplyAction {
  return (staffAction, action, from, build) =>
    store.write(async (sql) => {
      const nowMs = now()
      const found = await sql.get<BookingRow>(
        'SELECT * FROM bookings WHERE code = ?',
        normalizeCode(staffAction.code),
      )
      if (!found) throw new BookingActionError('not_found')
      const subject = `booking:${found.id}`
      if (found.version !== staffAction.version) {
        throw new BookingActionError('changed_meanwhile', {
          changedBy: await findLastActor(sql, subject),
        })
      }
      const row = withCurrentStatus(found, nowMs)
      // What has lapsed is the clock's to end: it frees the place and tells the guest.
      const isExpired = row.status !== found.status
      if (isExpired || !from.includes(row.status)) throw new BookingActionError('wrong_state')
      const transition = await build(sql, row, nowMs)
      const finalAction = transition.action ?? action
      await writeRow(sql, { ...row, ...transition.next }, nowMs)
      const answered = transition.resolvesChangeRequest
        ? await resolveChangeRequest(sql, row.id, nowMs)
        : null
      if (transition.reason !== undefined) await storeReason(sql, row.id, transition.reason)
      if (
        finalAction !== 'confirmed' &&
        row.status === 'pending' &&
        transition.next?.status === 'confirmed'
      ) {
        await recordAudit(sql, nowMs, staffAction.actor, 'confirmed', subject, {
          with: finalAction,
        })
      }
      await recordAudit(sql, nowMs, staffAction.actor, finalAction, subject, {
        ...previousState(row),
        answered,
        ...transition.eventData,
      })
      await enqueueEvent(sql, nowMs, `booking.${finalAction}`, subject, transition.eventData)
    })
}

/** What an undo needs to know of the booking as it was. */
function previousState(row: BookingRow): EventData {
  return {
    was: row.status,
    was_reason: row.reason,
    was_visit: row.visit,
    was_date: row.date,
    was_time: row.time,
    was_party: row.party_size,
    was_given: row.given,
    was_wish: row.wish,
    was_deposit: row.deposit,
    was_deposit_state: row.deposit_state,
  }
}

async function writeRow(sql: Sql, row: BookingRow, now: number): Promise<void> {
  await sql.run(
    `UPDATE bookings SET status = ?, reason = ?, visit = ?, date = ?, time = ?, starts_at = ?,
      ends_at = ?, party_size = ?, wish = ?, given = ?, deposit = ?, deposit_state = ?,
      version = version + 1, updated_at = ?
     WHERE id = ?`,
    row.status,
    row.reason,
    row.visit,
    row.date,
    row.time,
    row.starts_at,
    row.ends_at,
    row.party_size,
    row.wish,
    row.given,
    row.deposit,
    row.deposit_state,
    now,
    row.id,
  )
}

/** Which wish was open, if one was. */
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
