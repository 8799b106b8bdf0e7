/** How staff change a booking: every act names the version it saw; the second of two is told. */

import { StaffObstacle } from '../../kernel/action-errors.ts'
import { plainCode } from '../../kernel/booking-code.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { announce, type Facts, record } from '../outbox/events.ts'
import { type BookingRow, type Status, withStatusNow } from './status.ts'

export type Act = { code: string; version: number; actor: string }

/** What an act makes of a booking; `facts` go into its history and its news. */
export type Outcome = {
  next?: Partial<BookingRow>
  facts?: Facts
  /** The guest's open wish is answered by it. */
  settles?: boolean
  /** What the guest is told of the reason; null takes it back. */
  reason?: string | null
  /** Another word for what was done, where it depends. */
  action?: string
}

export type Make = (sql: Sql, row: BookingRow, moment: number) => Promise<Outcome>

export type Change = (
  act: Act,
  action: string,
  from: readonly Status[],
  make: Make,
) => Promise<void>

/** Finds the booking, refuses a stale version or a wrong state, and writes what the act makes. */
export function changeBookings(store: Store, now: () => number): Change {
  return (act, action, from, make) =>
    store.write(async (sql) => {
      const moment = now()
      const found = await sql.get<BookingRow>(
        'SELECT * FROM bookings WHERE code = ?',
        plainCode(act.code),
      )
      if (!found) throw new StaffObstacle('not_found')
      const subject = `booking:${found.id}`
      if (found.version !== act.version) {
        throw new StaffObstacle('changed_meanwhile', { by: await lastActor(sql, subject) })
      }
      const row = withStatusNow(found, moment)
      // What has lapsed is the clock's to end: it frees the place and tells the guest.
      const lapsed = row.status !== found.status
      if (lapsed || !from.includes(row.status)) throw new StaffObstacle('wrong_state')
      const made = await make(sql, row, moment)
      const done = made.action ?? action
      await writeRow(sql, { ...row, ...made.next }, moment)
      const answered = made.settles ? await settleChange(sql, row.id, moment) : null
      if (made.reason !== undefined) await keepReason(sql, row.id, made.reason)
      if (done !== 'confirmed' && row.status === 'pending' && made.next?.status === 'confirmed') {
        await record(sql, moment, act.actor, 'confirmed', subject, { with: done })
      }
      await record(sql, moment, act.actor, done, subject, {
        ...before(row),
        answered,
        ...made.facts,
      })
      await announce(sql, moment, `booking.${done}`, subject, made.facts)
    })
}

/** What an undo needs to know of the booking as it was. */
function before(row: BookingRow): Facts {
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
async function settleChange(sql: Sql, bookingId: string, now: number): Promise<string | null> {
  const open = await sql.get<{ id: string }>(
    'SELECT id FROM booking_changes WHERE booking_id = ? AND settled_at IS NULL',
    bookingId,
  )
  if (!open) return null
  await sql.run('UPDATE booking_changes SET settled_at = ? WHERE id = ?', now, open.id)
  return open.id
}

async function keepReason(sql: Sql, bookingId: string, reason: string | null): Promise<void> {
  await sql.run('UPDATE booking_guests SET staff_note = ? WHERE booking_id = ?', reason, bookingId)
}

async function lastActor(sql: Sql, subject: string): Promise<string | undefined> {
  const row = await sql.get<{ actor: string }>(
    'SELECT actor FROM audit WHERE subject = ? ORDER BY id DESC LIMIT 1',
    subject,
  )
  return row?.actor
}
