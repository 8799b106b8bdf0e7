/** Takes back what staff did last with a booking, if what it held then can be held again. */

import { StaffObstacle } from '../../kernel/action-errors.ts'
import { minute, minutesOf, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { releaseCells } from './occupancy.ts'
import { isPast } from './rejection-reasons.ts'
import type { Book } from './request.ts'
import { holdAgain } from './reschedule.ts'
import type { BookingRow, Status } from './status.ts'
import type { Outcome } from './transitions.ts'

/** What can be taken back; the words between change nothing that an undo restores. */
const undoable = new Set([
  'confirmed',
  'declined',
  'cancelled',
  'moved',
  'rearranged',
  'seated',
  'finished',
  'no_show',
  'settled',
  'admitted',
  'deposit_asked',
  'deposit_paid',
  'deposit_waived',
  'deposit_returned',
])
const between = ['noted', 'offered', 'corrected']

type Before = {
  was: Status
  was_reason: string | null
  was_visit: string | null
  was_date: string
  was_time: string
  was_party: number
  was_given: string
  was_wish: string
  /** Absent in what was written before there were deposits. */
  was_deposit?: number | null
  was_deposit_state?: BookingRow['deposit_state']
  /** The guest's wish that the act answered. */
  answered: string | null
}

export type LastAct = { at: number; action: string; actor: string; facts: string }

/** What was done last with a booking, if it can be taken back. */
export async function lastUndoable(sql: Sql, bookingId: string): Promise<LastAct | undefined> {
  const last = await sql.get<LastAct>(
    `SELECT at, action, actor, facts FROM audit WHERE subject = ?
     AND action NOT IN (${between.map(() => '?').join(', ')}) ORDER BY id DESC LIMIT 1`,
    `booking:${bookingId}`,
    ...between,
  )
  return last && undoable.has(last.action) ? last : undefined
}

export async function undoLast(
  sql: Sql,
  book: Book,
  row: BookingRow,
  now: number,
): Promise<Outcome> {
  const last = await lastUndoable(sql, row.id)
  if (last?.action === 'admitted') return neverEntered(sql, row)
  const was = last && (JSON.parse(last.facts) as Partial<Before>)
  if (!last || was?.was_wish === undefined) throw new StaffObstacle('wrong_state')
  const back = { ...row, ...restored(was as Before) }
  if (back.status === 'pending' && back.starts_at <= now) {
    throw new StaffObstacle('not_possible', { why: isPast })
  }
  const same = !keepsPlace(back) || stillHeld(row, back)
  const held = same ? {} : await holdAgain(sql, book, back)
  if (was.answered) {
    await sql.run('UPDATE booking_changes SET settled_at = NULL WHERE id = ?', was.answered)
  }
  return {
    next: { ...back, ...held },
    facts: { undone: last.action },
    // Whoever stays cancelled is still owed the reason.
    ...(row.status === 'cancelled' && back.status !== 'cancelled' && { reason: null }),
  }
}

/** An entry by mistake has nothing before it to go back to. */
async function neverEntered(sql: Sql, row: BookingRow): Promise<Outcome> {
  await releaseCells(sql, `booking:${row.id}`)
  return { next: { status: 'cancelled', reason: 'by_staff' }, facts: { undone: 'admitted' } }
}

function restored(was: Before) {
  return {
    status: was.was,
    reason: was.was_reason,
    visit: was.was_visit,
    date: was.was_date,
    time: was.was_time,
    starts_at: startOfDay(was.was_date) + minutesOf(was.was_time) * minute,
    party_size: was.was_party,
    wish: was.was_wish,
    given: was.was_given,
    ...(was.was_deposit_state !== undefined && {
      deposit: was.was_deposit ?? null,
      deposit_state: was.was_deposit_state,
    }),
  }
}

/** Who has gone, never came, or is refused has none. */
function keepsPlace({ status, visit }: BookingRow): boolean {
  return status !== 'cancelled' && (visit === null || visit === 'seated')
}

/** Who neither left nor was moved still has his place, be the day closed by now or not. */
function stillHeld(row: BookingRow, back: BookingRow): boolean {
  const unmoved = row.starts_at === back.starts_at && row.wish === back.wish
  return keepsPlace(row) && unmoved && row.given === back.given
}
