/** What an operator has done to the book from time to time: looked through, and scrubbed. */
import pg from 'pg'
import type { Sql } from '../sql.ts'
import type { Address } from './address.ts'
import { translate } from './faults.ts'
import { patience } from './patience.ts'

/** Keys and conditions that PostgreSQL itself does not vouch for. */
export async function inspectPostgres(sql: Sql): Promise<string[]> {
  const indexes = await sql.all<{ name: string }>(
    `SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace`,
  )
  const constraints = await sql.all<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint
     WHERE NOT convalidated AND connamespace = current_schema()::regnamespace`,
  )
  return [
    ...indexes.map(({ name }) => `The index ${name} was not built to its end; REINDEX it.`),
    ...constraints.map(({ name }) => `The condition ${name} was never checked; VALIDATE it.`),
  ]
}

/**
 * Writes each table and its indexes anew, as a plain VACUUM leaves old bytes on its pages, and its
 * statistics, which quote values. The log of PostgreSQL goes by itself as it is written on.
 */
export async function scrub(
  { connection, pooled }: Address,
  tables: readonly string[],
): Promise<void> {
  const client = new pg.Client({
    ...connection,
    ...(!pooled && { lock_timeout: patience.statement }),
    connectionTimeoutMillis: patience.connection,
  })
  try {
    await client.connect()
    for (const table of tables) await client.query(`VACUUM (FULL, ANALYZE) ${table}`)
  } catch (error) {
    throw translate(error)
  } finally {
    await client.end().catch(() => {})
  }
}
