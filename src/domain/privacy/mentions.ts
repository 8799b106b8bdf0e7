/** Finds and redacts phone numbers and email addresses of a guest in notes about other guests. */
import type { Sql } from '../../store/sql.ts'
import { bookingLifecycle } from '../booking/actions.ts'
import { guestRecords, type PersonalColumn } from '../guest/personal-data.ts'
import { columnsWith, personalTableEntries } from '../guest/personal-tables.ts'
import { recordAction, recordAudit } from '../outbox/events.ts'
import { recordDataRequestStep } from './data-request-actions.ts'
import type { GuestRows } from './find-guest.ts'
import { redactValue } from './rows.ts'

type PersonalForm = NonNullable<PersonalColumn['form']>

const formRecords = { booking: 'bookings', request: 'requests', profile: 'profiles' } as const

type NoteColumn = {
  table: string
  rowKey: string
  column: string
  /** The desk form that submits this note again as the page showed it. */
  form?: PersonalForm | undefined
  /** If the note is a value of a JSON object. */
  inJson?: { key: string; among: string } | undefined
}

const noteColumns: readonly NoteColumn[] = personalTableEntries.flatMap(([table, declared]) => {
  const { rowKey } = declared
  return [
    ...columnsWith(declared, 'isFreeText').map(([column, { form }]) => {
      return { table, rowKey, column, form }
    }),
    ...columnsWith(declared, 'freeTextKey').map(([column, { freeTextKey: inJson }]) => {
      return { table, rowKey, column, inJson }
    }),
  ]
})

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
    const { table, rowKey, column, inJson } = noteColumn
    const among = inJson ? `AND ${inJson.among}` : ''
    let last = ''
    for (;;) {
      const rows = await sql.all<{ key: string; text: string }>(
        `SELECT ${rowKey} AS key, ${column} AS text FROM ${table}
         WHERE ${rowKey} > ? AND ${column} IS NOT NULL ${among} ORDER BY ${rowKey} LIMIT ${batchSize}`,
        last,
      )
      for (const { key, text } of rows) {
        const redacted = inJson
          ? redactValue(text, inJson.key, pattern)
          : text.replace(pattern, '…')
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
    const { table, rowKey, column, form } = noteColumn
    const changed = await sql.run(
      `UPDATE ${table} SET ${column} = ? WHERE ${rowKey} = ? AND ${column} = ?`,
      redacted,
      key,
      text,
    )
    removed += changed
    if (changed > 0 && form) await invalidateOpenForms(sql, form, key, actor, at)
  }
  return removed
}

/** A form that was opened before would store the mention again; a new version rejects it. */
async function invalidateOpenForms(
  sql: Sql,
  noun: PersonalForm,
  id: string,
  actor: string,
  at: number,
): Promise<void> {
  const table = guestRecords[formRecords[noun]].table
  await sql.run(`UPDATE ${table} SET version = version + 1 WHERE id = ?`, id)
  const facts = { without: 'erased' }
  if (noun === 'booking') {
    const action = { lifecycle: bookingLifecycle, action: 'noted', id } as const
    await recordAction(sql, at, actor, action, facts)
  } else if (noun === 'request') {
    await recordDataRequestStep(sql, at, actor, 'noted', id, facts)
  } else {
    await recordAudit(sql, at, actor, 'noted', `profile:${id}`, facts)
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
