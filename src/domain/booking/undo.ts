/** Takes back what staff did last with a booking, if what it held then can be held again. */
import { minute, minutesOf, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { Outcome } from './act.ts'
import { holdAgain, startFor } from './arrange.ts'
import { StaffObstacle } from './obstacle.ts'
import type { BookingRules, Wish } from './plan.ts'
import { releaseCells } from './schedule.ts'
import type { BookingRow, Status } from './status.ts'

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
])
const between = ['noted', 'offered']

type Before = {
  was: Status
  was_reason: string | null
  was_visit: string | null
  was_date: string
  was_time: string
  was_party: number
  was_given: string
  was_wish: string
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
  rules: BookingRules,
  row: BookingRow,
  now: number,
): Promise<Outcome> {
  const last = await lastUndoable(sql, row.id)
  const was = last && (JSON.parse(last.facts) as Partial<Before>)
  if (!last || was?.was_wish === undefined) throw new StaffObstacle('wrong_state')
  const back = restored(rules, row, was as Before)
  if (back.status === 'pending' && back.starts_at <= now) throw new StaffObstacle('not_possible')
  const held = await holdOrLetGo(sql, rules, back)
  await sql.run(
    'UPDATE booking_changes SET settled_at = NULL WHERE booking_id = ? AND settled_at = ?',
    row.id,
    last.at,
  )
  return { next: { ...back, ...held }, facts: { undone: last.action } }
}

function restored(rules: BookingRules, row: BookingRow, was: Before): BookingRow {
  const wish = JSON.parse(was.was_wish) as Wish
  const { minutes } = startFor(rules, wish, was.was_date, was.was_time)
  const startsAt = startOfDay(was.was_date) + minutesOf(was.was_time) * minute
  return {
    ...row,
    status: was.was,
    reason: was.was_reason,
    visit: was.was_visit,
    date: was.was_date,
    time: was.was_time,
    starts_at: startsAt,
    ends_at: startsAt + minutes * minute,
    party_size: was.was_party,
    wish: was.was_wish,
    given: was.was_given,
  }
}

/** Who has gone, never came, or is refused holds nothing. */
async function holdOrLetGo(
  sql: Sql,
  rules: BookingRules,
  row: BookingRow,
): Promise<{ given: string }> {
  if (row.status !== 'cancelled' && (row.visit === null || row.visit === 'seated')) {
    return holdAgain(sql, rules, row)
  }
  await releaseCells(sql, `booking:${row.id}`)
  return { given: row.given }
}
