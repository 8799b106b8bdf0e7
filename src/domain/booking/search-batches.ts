/**
 * Searches of parts of words read every row, so a shop with many years of bookings is searched in batches, the latest
 * first, until there are enough results. Other requests are served between two batches.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../../store/sql.ts'

/** SQLite searches so many rows in about 5 ms. */
const batchRows = 10_000

type Column = 'bookings.starts_at' | 'booking_guests.booking_id'

/** Values of an indexed column from (inclusive) and until (exclusive); undefined without a bound. */
export type Batch<Value> = { from: Value | undefined; until: Value | undefined }

/** The first batch has everything from `latest` on, and the rows before it like every other batch. */
export async function* batchesOf<Value extends string | number>(
  sql: Sql,
  column: Column,
  latest?: Value,
): AsyncGenerator<Batch<Value>> {
  let until: Value | undefined
  let below = latest
  do {
    const from = await valueBelow(sql, column, below)
    yield { from, until }
    until = from
    below = from
    await nextTurn()
  } while (until !== undefined)
}

async function valueBelow<Value extends string | number>(
  sql: Sql,
  column: Column,
  below: Value | undefined,
): Promise<Value | undefined> {
  const [table, name] = column.split('.')
  const row = await sql.get<{ value: Value }>(
    `SELECT ${name} AS value FROM ${table} ${below === undefined ? '' : `WHERE ${name} < ?`}
     ORDER BY ${name} DESC LIMIT 1 OFFSET ${batchRows}`,
    ...(below === undefined ? [] : [below]),
  )
  return row?.value
}

export function batchCondition<Value extends string | number>(
  column: Column,
  { from, until }: Batch<Value>,
): { sql: string; values: Value[] } {
  const bounds = [
    ...(from === undefined ? [] : [{ sql: `${column} >= ?`, value: from }]),
    ...(until === undefined ? [] : [{ sql: `${column} < ?`, value: until }]),
  ]
  return {
    sql: bounds.map(({ sql }) => `${sql} AND `).join(''),
    values: bounds.map(({ value }) => value),
  }
}
