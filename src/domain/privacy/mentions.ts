/** A phone number or a mail address that somebody wrote into a note about another. */
import type { Sql } from '../../store/sql.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import type { GuestRows } from './find-guest.ts'

type NoteColumn = {
  table: string
  key: string
  column: string
  /** Whose form at the desk sends it back as its page showed it. */
  formOf?: 'booking' | 'request'
}

/** Wherever guests and staff write as they like. */
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

export type Mention = {
  noteColumn: NoteColumn
  key: string
  text: string
  /** The same without him. */
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

/** How many were still as they had been found. */
export async function removeMentions(
  sql: Sql,
  mentions: readonly Mention[],
  { actor, at }: { actor: string; at: number },
): Promise<number> {
  let removed = 0
  for (const { noteColumn, key, text, redacted } of mentions) {
    const changed = await sql.run(
      `UPDATE ${noteColumn.table} SET ${noteColumn.column} = ? WHERE ${noteColumn.key} = ? AND ${noteColumn.column} = ?`,
      redacted,
      key,
      text,
    )
    removed += changed
    if (changed > 0 && noteColumn.formOf)
      await invalidateOpenForms(sql, noteColumn.formOf, key, actor, at)
  }
  return removed
}

/** A page that was open before would write him back: its version is over. */
async function invalidateOpenForms(
  sql: Sql,
  noun: 'booking' | 'request',
  id: string,
  actor: string,
  at: number,
): Promise<void> {
  const table = { booking: 'bookings', request: 'guest_requests' }[noun]
  await sql.run(`UPDATE ${table} SET version = version + 1 WHERE id = ?`, id)
  await recordAudit(sql, at, actor, 'noted', `${noun}:${id}`, { without: 'erased' })
  await enqueueEvent(sql, at, `${noun}.noted`, `${noun}:${id}`)
}

/** "+84912345678" as people write it: 0912 345 678, 84-912.345.678, (+84) 912345678. */
function phonePattern(phone: string): string {
  const vietnamese = phone.startsWith('+84')
  const digits = [...phone.slice(vietnamese ? 3 : 1)]
  const between = '[\\s.()/-]*'
  const before = vietnamese ? `(?:(?:\\(?\\+?84\\)?|0)${between})?` : '\\+?'
  return `(?<![0-9])${before}${digits.join(between)}(?![0-9])`
}

function emailPattern(email: string): string {
  return `(?<![\\w.+-])${email.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\w-])`
}
