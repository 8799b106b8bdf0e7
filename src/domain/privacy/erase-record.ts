/** Erases what one record of a guest (a booking, an order, a callback request) has in each of its tables. */
import type { Sql } from '../../store/sql.ts'
import { guestRecords, type PersonalTable, type RecordKind } from '../guest/personal-data.ts'
import { columnsWith, personalTableEntries } from '../guest/personal-tables.ts'
import { eraseKeys } from './rows.ts'

/** Returns whether the record had allergies or health data. */
export async function eraseRecord(sql: Sql, record: RecordKind, id: string): Promise<boolean> {
  let sensitiveRows = 0
  for (const [name, table] of personalTableEntries) {
    if (table.record !== record && table.record !== 'every') continue
    const keyValue = table.record === 'every' ? `${guestRecords[record].noun}:${id}` : id
    if (table.sensitive !== undefined) {
      sensitiveRows += await sql.run(
        `DELETE FROM ${name} WHERE ${table.key} = ? AND ${table.sensitive}`,
        keyValue,
      )
    }
    if (table.erasure === 'rows')
      await sql.run(`DELETE FROM ${name} WHERE ${table.key} = ?`, keyValue)
    else await eraseColumns(sql, name, table, keyValue)
  }
  return sensitiveRows > 0
}

async function eraseColumns(
  sql: Sql,
  name: string,
  table: PersonalTable,
  keyValue: string,
): Promise<void> {
  const erased = columnsWith(table, 'erasedTo')
  if (erased.length > 0) {
    await sql.run(
      `UPDATE ${name} SET ${erased.map(([column]) => `${column} = ?`).join(', ')} WHERE ${table.key} = ?`,
      ...erased.map(([, { erasedTo }]) => erasedTo ?? null),
      keyValue,
    )
  }
  for (const [column, { erasedKeys }] of columnsWith(table, 'erasedKeys')) {
    const rows = await sql.all<{ row_key: string; json: string }>(
      `SELECT ${table.rowKey} AS row_key, ${column} AS json FROM ${name} WHERE ${table.key} = ?`,
      keyValue,
    )
    for (const { row_key, json } of rows) {
      const remaining = erasedKeys && eraseKeys(json, erasedKeys)
      if (remaining === undefined) continue
      await sql.run(
        `UPDATE ${name} SET ${column} = ? WHERE ${table.rowKey} = ?`,
        remaining,
        row_key,
      )
    }
  }
}
