/** What an operator has done to the book from time to time: looked through, and scrubbed. */
import pg from 'pg'
import { type Sql, VacuumNotPermitted } from '../sql.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { toStoreError } from './errors.ts'
import { timeouts } from './timeouts.ts'

/** Keys and conditions that PostgreSQL itself does not vouch for. */
export async function findPostgresIntegrityErrors(sql: Sql): Promise<string[]> {
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
export async function vacuum(
  { connection, isPooled }: ConnectionSettings,
  tables: readonly string[],
): Promise<void> {
  const client = new pg.Client({
    ...connection,
    ...(!isPooled && { lock_timeout: timeouts.statementMs }),
    connectionTimeoutMillis: timeouts.connectMs,
  })
  // The statement under way is told of it.
  client.on('error', () => {})
  try {
    await client.connect()
    await assertTablesOwned(client, tables)
    for (const table of tables) {
      await client.query(`VACUUM (FULL, ANALYZE) ${table}`)
      await resetStatistics(client, table)
    }
  } catch (error) {
    throw error instanceof VacuumNotPermitted ? error : toStoreError(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** PostgreSQL would only warn, and leave them as they are. */
async function assertTablesOwned(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
     AND relname = ANY ($1) AND NOT pg_has_role(relowner, 'USAGE')`,
    [tables],
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new VacuumNotPermitted(`let whoever owns the tables run: VACUUM (FULL, ANALYZE) ${names}`)
}

/** VACUUM FULL gives a table another file, whoever runs it; to see that needs no right at all. */
export async function relationFiles(
  sql: Sql,
  tables: readonly string[],
): Promise<Record<string, string>> {
  const rows = await sql.all<{ name: string; file: string | null }>(
    `SELECT relname AS name, pg_relation_filenode(oid)::text AS file FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
       AND relname IN (${tables.map(() => '?').join(', ')})`,
    ...tables,
  )
  return Object.fromEntries(rows.flatMap(({ name, file }) => (file ? [[name, file]] : [])))
}

/** An empty table keeps the statistics of its last rows; they go when a column gets its type anew. */
async function resetStatistics(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string }>(
    `SELECT format('ALTER %I TYPE %s', attname, format_type(atttypid, atttypmod)) AS column
     FROM pg_attribute JOIN pg_stats USING (attname)
     WHERE attrelid = to_regclass($1) AND tablename = $1 AND schemaname = current_schema()
       AND NOT EXISTS (SELECT FROM ${table})
       AND NOT EXISTS (SELECT FROM pg_constraint
         WHERE contype = 'f' AND conrelid = attrelid AND attnum = ANY (conkey))`,
    [table],
  )
  if (rows.length === 0) return
  await client.query(`ALTER TABLE ${table} ${rows.map(({ column }) => column).join(', ')}`)
}
