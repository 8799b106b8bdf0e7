/** Takes back what staff did last with a booking, if what it held then can be held again. */

import { BookingActionError } from '../../kernel/action-errors.ts'
import { minute, minutesOf, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { releaseCells } from './occupancy.ts'
import { pastTimeText } from './rejection-reasons.ts'
import type { BookingContext } from './request.ts'
import { reacquireResources } from './reschedule.ts'
import type { BookingRow, Status } from './status.ts'
import type { Transition } from './transitions.ts'

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
const neutralActions = ['noted', 'offered', 'corrected']

type PreviousState = {
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

export type LastAction = { at: number; action: string; actor: string; facts: string }

/** What was done last with a booking, if it can be taken back. */
export async function findLastUndoable(
  sql: Sql,
  bookingId: string,
): Promise<LastAction | undefined> {
  const last = await sql.get<LastAction>(
    `SELECT at, action, actor, facts FROM audit WHERE subject = ?
     AND action NOT IN (${neutralActions.map(() => '?').join(', ')}) ORDER BY id DESC LIMIT 1`,
    `booking:${bookingId}`,
    ...neutralActions,
  )
  return last && undoable.has(last.action) ? last : undefined
}

export async function undoLastAction(
  sql: Sql,
  context: BookingContext,
  row: BookingRow,
  now: number,
): Promise<Transition> {
  const last = await findLastUndoable(sql, row.id)
  if (last?.action === 'admitted') return cancelEntry(sql, row)
  const was = last && (JSON.parse(last.facts) as Partial<PreviousState>)
  if (!last || was?.was_wish === undefined) throw new BookingActionError('wrong_state')
  const restored = { ...row, ...toRestoredFields(was as PreviousState) }
  if (restored.status === 'pending' && restored.starts_at <= now) {
    throw new BookingActionError('not_possible', { reason: pastTimeText })
  }
  const isUnchanged = !occupiesResources(restored) || isStillHeld(row, restored)
  const reacquired = isUnchanged ? {} : await reacquireResources(sql, context, restored)
  if (was.answered) {
    await sql.run('UPDATE booking_changes SET settled_at = NULL WHERE id = ?', was.answered)
  }
  return {
    next: { ...restored, ...reacquired },
    eventData: { undone: last.action },
    // Whoever stays cancelled is still owed the reason.
    ...(row.status === 'cancelled' && restored.status !== 'cancelled' && { reason: null }),
  }
}

/** An entry by mistake has nothing before it to go back to. */
async function cancelEntry(sql: Sql, row: BookingRow): Promise<Transition> {
  await releaseCells(sql, `booking:${row.id}`)
  return { next: { status: 'cancelled', reason: 'by_staff' }, eventData: { undone: 'admitted' } }
}

function toRestoredFields(was: PreviousState) {
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
function occupiesResources({ status, visit }: BookingRow): boolean {
  return status !== 'cancelled' && (visit === null || visit === 'seated')
}

/** Who neither left nor was moved still has his place, be the day closed by now or not. */
function isStillHeld(row: BookingRow, restored: BookingRow): boolean {
  const isUnmoved = row.starts_at === restored.starts_at && row.wish === restored.wish
  return occupiesResources(row) && isUnmoved && row.given === restored.given
}
