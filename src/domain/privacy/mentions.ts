/** Finds and redacts phone numbers and email addresses of a guest in notes about other guests. */
import type { Sql } from '../../store/sql.ts'
import { bookingLifecycle } from '../booking/actions.ts'
import { recordAction } from '../outbox/events.ts'
import { recordStep } from './data-request-actions.ts'
import type { GuestRows } from './find-guest.ts'

type NoteColumn = {
  table: string
  key: string
  column: string
  /** The desk form that submits this note again as the page showed it. */
  formOf?: 'booking' | 'request'
}

/** All free-text columns. */
const noteColumns: readonly NoteColumn[] = [
  { table: 'booking_guests', key: 'booking_id', column: 'note' },
  { table: 'booking_guests', key: 'booking_id', column: 'staff_note' },
  { table: 'booking_guests', key: 'booking_id', column: 'desk_note', formOf: 'booking' },
  { table: 'booking_changes', key: 'id', column: 'note' },
  { table: 'leads', key: 'id', column: 'message' },
  { table: 'leads', key: 'id', column: 'preferred_time' },
  { table: 'order_guests', key: 'order_id', column: 'recipient' },
  { table: 'order_guests', key: 'order_id', column: 'message' },
  { table: 'guest_requests', key: 'id', column: 'name' },
  { table: 'guest_requests', key: 'id', column: 'note', formOf: 'request' },
  { table: 'blocks', key: 'id', column: 'reason' },
  { table: 'closed_days', key: 'date', column: 'reason_vi' },
  { table: 'closed_days', key: 'date', column: 'reason_en' },
]

type Mention = {
  noteColumn: NoteColumn
  key: string
  text: string
  redacted: string
}

const batchSize = 1_000

export async function findMentions(
  sql: Sql,
  { phones, emails }: Pick<GuestRows, 'phones' | 'emails'>,
): Promise<Mention[]> {
  const written = [...phones.map(phonePattern), ...emails.map(emailPattern)]
  if (written.length === 0) return []
  const pattern = new RegExp(written.join('|'), 'giu')
  const mentions: Mention[] = []
  for (const noteColumn of noteColumns) {
    const { table, key, column } = noteColumn
    let last = ''
    for (;;) {
      const rows = await sql.all<{ key: string; text: string }>(
        `SELECT ${key} AS key, ${column} AS text FROM ${table}
         WHERE ${key} > ? AND ${column} IS NOT NULL ORDER BY ${key} LIMIT ${batchSize}`,
        last,
      )
      for (const { key, text } of rows) {
        const redacted = text.replace(pattern, '…')
        if (redacted !== text) mentions.push({ noteColumn, key, text, redacted })
      }
      last = rows.at(-1)?.key ?? ''
      if (rows.length < batchSize) break
    }
  }
  return mentions
}

/** Skips notes that changed after they were found. Returns the number of redacted notes. */
export async function removeMentions(
  sql: Sql,
  mentions: readonly Mention[],
  { actor, at }: { actor: string; at: number },
): Promise<number> {
  let removed = 0
  for (const { noteColumn, key, text, redacted } of mentions) {
    const { table, key: keyColumn, column, formOf } = noteColumn
    const changed = await sql.run(
      `UPDATE ${table} SET ${column} = ? WHERE ${keyColumn} = ? AND ${column} = ?`,
      redacted,
      key,
      text,
    )
    removed += changed
    if (changed > 0 && formOf) await invalidateOpenForms(sql, formOf, key, actor, at)
  }
  return removed
}

/** A form that was opened before would store the mention again; a new version rejects it. */
async function invalidateOpenForms(
  sql: Sql,
  noun: 'booking' | 'request',
  id: string,
  actor: string,
  at: number,
): Promise<void> {
  const table = { booking: 'bookings', request: 'guest_requests' }[noun]
  await sql.run(`UPDATE ${table} SET version = version + 1 WHERE id = ?`, id)
  const facts = { without: 'erased' }
  if (noun === 'booking') {
    const action = { lifecycle: bookingLifecycle, action: 'noted', id } as const
    await recordAction(sql, at, actor, action, facts)
  } else {
    await recordStep(sql, at, actor, 'noted', id, facts)
  }
}

/** Matches "+84912345678" in common formats: 0912 345 678, 84-912.345.678, (+84) 912345678. */
function phonePattern(phone: string): string {
  const isVietnamese = phone.startsWith('+84')
  const digits = [...phone.slice(isVietnamese ? 3 : 1)]
  const between = '[\\s.()/-]*'
  const before = isVietnamese ? `(?:(?:\\(?\\+?84\\)?|0)${between})?` : '\\+?'
  return `(?<![0-9])${before}${digits.join(between)}(?![0-9])`
}

function emailPattern(email: string): string {
  return `(?<![\\w.+-])${email.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\w-])`
}
