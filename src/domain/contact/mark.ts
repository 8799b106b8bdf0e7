/** Staff record that they have informed a guest, or could not reach them. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { ContactAction } from '../../kernel/lifecycle.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { recordOnSubject } from '../outbox/events.ts'

const marks = {
  called: { action: 'guest_called', way: 'phone' },
  messaged: { action: 'guest_messaged', way: 'message' },
  not_reached: { action: 'guest_not_reached', way: null },
  undo: { action: 'contact_undone', way: null },
} as const satisfies Record<string, { action: ContactAction; way: string | null }>

export type ContactMark = keyof typeof marks

export function isContactMark(name: string): name is ContactMark {
  return Object.hasOwn(marks, name)
}

type MarkedRow = {
  id: string
  subject: string
  action: string
  replaced_by: string | null
  way: string | null
  informed_at: number | null
  informed_by: string | null
  tried_at: number | null
}

/** A person who reaches the guest tells them everything, so all open rows of the same booking or order are marked. */
export function markContact(
  store: Store,
  id: string,
  mark: ContactMark,
  actor: string,
  now: Clock,
): Promise<void> {
  return store.write(async (sql) => {
    const row = await sql.get<MarkedRow>(
      `SELECT id, subject, action, replaced_by, way, informed_at, informed_by, tried_at
       FROM guest_contacts WHERE id = ?`,
      id,
    )
    if (!row) throw new BookingActionError('not_found')
    // What the guest would be told is no longer the current state.
    if (row.replaced_by !== null) throw new BookingActionError('changed_meanwhile')
    const { action, way } = marks[mark]
    const isDone = await (mark === 'undo'
      ? undoMark(sql, row)
      : applyMark(sql, row, way, actor, now()))
    if (!isDone) return
    await recordOnSubject(sql, now(), actor, action, row.subject, { about: row.action })
  })
}

/** False if another tap has already done it. */
async function applyMark(
  sql: Sql,
  { id, subject, informed_at }: MarkedRow,
  way: string | null,
  actor: string,
  nowMs: number,
): Promise<boolean> {
  if (informed_at !== null) return false
  if (way === null) {
    await sql.run(
      'UPDATE guest_contacts SET tried_at = ?, tried_by = ? WHERE id = ?',
      ...[nowMs, actor, id],
    )
    return true
  }
  await sql.run(
    `UPDATE guest_contacts SET way = ?, informed_at = ?, informed_by = ?
     WHERE subject = ? AND replaced_by IS NULL AND informed_at IS NULL`,
    ...[way, nowMs, actor, subject],
  )
  return true
}

async function undoMark(sql: Sql, row: MarkedRow): Promise<boolean> {
  const { id, subject, informed_at, informed_by, tried_at } = row
  if (informed_at !== null && informed_by !== null) {
    await sql.run(
      `UPDATE guest_contacts SET way = NULL, informed_at = NULL, informed_by = NULL
       WHERE subject = ? AND informed_at = ? AND informed_by = ?`,
      ...[subject, informed_at, informed_by],
    )
    return true
  }
  if (tried_at === null) return false
  await sql.run('UPDATE guest_contacts SET tried_at = NULL, tried_by = NULL WHERE id = ?', id)
  return true
}
