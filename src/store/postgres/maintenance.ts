/** Integrity check, clock and vacuum of a PostgreSQL database. */
import type { Client } from 'pg'
import { type Sql, VacuumNotPermitted } from '../sql.ts'
import { openClient } from './client.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { toStoreError } from './errors.ts'
import { timeouts } from './timeouts.ts'

export async function readServerClock(sql: Sql): Promise<number> {
  const row = await sql.get<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now',
  )
  return row?.now ?? Number.NaN
}

/**
 * The transactions whose changes are visible, and the start of the server: after a failover another server may count
 * lost transactions again.
 */
export async function readDataVersion(sql: Sql): Promise<string> {
  const row = await sql.get<{ version: string }>(
    `SELECT CAST(txid_current_snapshot() AS text) || ' ' || CAST(pg_postmaster_start_time() AS text) AS version`,
  )
  return row?.version ?? ''
}

/** Engines with the protocol of PostgreSQL may count transactions in another way, such as for each node. */
export async function canReadDataVersion(sql: Sql): Promise<boolean> {
  const row = await sql.get<{ version: string }>('SELECT version() AS version')
  return /^PostgreSQL [0-9.]+(beta[0-9]+|rc[0-9]+)? /.test(row?.version ?? '')
}

/** Indexes and constraints that PostgreSQL does not enforce. */
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
    ...indexes.map(({ name }) => `The index ${name} is not valid. Run REINDEX on it.`),
    ...constraints.map(
      ({ name }) => `The constraint ${name} was never validated. Run VALIDATE CONSTRAINT on it.`,
    ),
  ]
}

/**
 * Rewrites each table with its indexes, because a plain VACUUM leaves old bytes in the pages, and its statistics,
 * which contain values. PostgreSQL recycles its WAL by itself.
 */
export async function vacuum(
  { connection, isPooled }: ConnectionSettings,
  tables: readonly string[],
): Promise<void> {
  // VACUUM FULL may take minutes, so there is no response timeout.
  const limits = { connectMs: timeouts.connectMs, responseMs: 0 }
  const config = { ...connection, ...(!isPooled && { lock_timeout: timeouts.statementMs }) }
  const client = await openClient(config, limits).catch((error: unknown) => {
    throw toStoreError(error)
  })
  try {
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

/** VACUUM only warns about a table of another owner and skips it. */
async function assertTablesOwned(client: Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
     AND relname = ANY ($1) AND NOT pg_has_role(relowner, 'USAGE')`,
    [tables],
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new VacuumNotPermitted(`VACUUM (FULL, ANALYZE) ${names}`)
}

/** VACUUM FULL moves a table to a new file. Reading the file name needs no privilege. */
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

/** An empty table keeps the statistics of its last rows. Setting the type of a column again drops them. */
async function resetStatistics(client: Client, table: string): Promise<void> {
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
