/** Subject-access export: all stored data of a guest. */
import { toIsoString } from '../../kernel/time.ts'
import type { Row, Sql } from '../../store/sql.ts'
import { loadHistory } from '../booking/queries.ts'
import { findConfirmation } from '../guest/confirmed-addresses.ts'
import { guestRecords, type RecordKind, recordKinds } from '../guest/personal-data.ts'
import { columnsWith, personalTableEntries, personalTables } from '../guest/personal-tables.ts'
import { PrivacyError } from './errors.ts'
import { findGuest, type GuestQuery, isEmpty } from './find-guest.ts'
import {
  type ExportedRecord,
  toEntries,
  toExportedEntry,
  toExportedResponse,
  toExportedRow,
} from './rows.ts'
import { findStoredResponses } from './stored-responses.ts'

export async function exportGuest(
  sql: Sql,
  secret: string,
  query: GuestQuery,
  now: number,
): Promise<ExportedRecord> {
  const guestRows = await findGuest(sql, query)
  if (isEmpty(guestRows)) throw new PrivacyError('nothing_kept')
  const records = await Promise.all(
    recordKinds.map(async (kind) => {
      const exported = await Promise.all(guestRows[kind].map((id) => exportRecord(sql, kind, id)))
      return [guestRecords[kind].exportedAs, exported] as const
    }),
  )
  const responses = await findStoredResponses(sql, guestRows)
  return {
    exported_at: toIsoString(now),
    [query.by]: query.value,
    ...Object.fromEntries(records),
    confirmed_addresses: await exportConfirmations(sql, secret, guestRows.emails),
    // Idempotency responses, stored for a day.
    answers: responses.map(toExportedResponse),
    kept_elsewhere: guestRows.elsewhere,
  }
}

/** When the guest has confirmed each address. */
async function exportConfirmations(
  sql: Sql,
  secret: string,
  emails: readonly string[],
): Promise<ExportedRecord[]> {
  const exported: ExportedRecord[] = []
  for (const email of emails) {
    const confirmedAt = await findConfirmation(sql, secret, email)
    if (confirmedAt !== undefined) {
      exported.push({ email, confirmed_at: toIsoString(confirmedAt) })
    }
  }
  return exported
}

/** The tables of a record with one row are merged; the others are lists, or objects with an entry for each row. */
async function exportRecord(sql: Sql, kind: RecordKind, id: string): Promise<ExportedRecord> {
  const exported: ExportedRecord = {}
  for (const [name, table] of personalTableEntries) {
    if (table.record !== kind) continue
    const columns = columnsWith(table, 'isExported').map(([column]) => column)
    if (columns.length === 0) continue
    const rows = await sql.all<Row>(
      `SELECT ${columns.join(', ')} FROM ${name} WHERE ${table.key} = ? ORDER BY ${table.rowKey}`,
      id,
    )
    const readable = rows.map((row) => toExportedRow(row, table))
    if (table.list === undefined) Object.assign(exported, ...readable)
    else exported[table.list] = table.entries ? toEntries(readable, table.entries) : readable
  }
  return { ...exported, ...(await exportHistory(sql, `${guestRecords[kind].noun}:${id}`)) }
}

/** Audit entries and messages, without the addresses of staff. */
async function exportHistory(sql: Sql, subject: string): Promise<ExportedRecord> {
  const history = await loadHistory(sql, subject)
  const messages = await sql.all<{ channel: string; kind: string; state: string; at: number }>(
    `SELECT channel, outbox.kind AS kind, state, deliveries.updated_at AS at
     FROM deliveries JOIN outbox ON outbox.id = news_id WHERE deliveries.subject = ?
     ORDER BY deliveries.id`,
    subject,
  )
  const { erasedKeys, freeTextKey } = personalTables.audit.columns.facts
  return {
    history: history.map((entry) => toExportedEntry(entry, erasedKeys.only, freeTextKey.key)),
    messages: messages.map(({ at, ...message }) => ({ ...message, at: toIsoString(at) })),
  }
}
