/** Opens a PostgreSQL database read-only and without migrating it. */
import { pendingMigrations } from '../migrate.ts'
import type { Sql } from '../sql.ts'
import type { DatabaseInspection } from '../sqlite/database-file.ts'
import { noCircuitBreaker } from './circuit-breaker.ts'
import { parseConnectionUrl } from './connection-url.ts'
import { createReader } from './reader.ts'

export async function inspectPostgresDatabase(url: string): Promise<DatabaseInspection> {
  const reader = createReader(parseConnectionUrl(url), noCircuitBreaker)
  try {
    const errors = (await hasMigrationsTable(reader))
      ? []
      : ['The database has no tables of Letan yet.']
    const isOlder = errors.length === 0 && (await pendingMigrations(reader)).length > 0
    return { read: reader, errors, isOlder, close: reader.close }
  } catch (error) {
    await reader.close()
    throw error
  }
}

/** Of any version. */
export async function hasLetanTables(url: string): Promise<boolean> {
  const reader = createReader(parseConnectionUrl(url), noCircuitBreaker)
  return hasMigrationsTable(reader).finally(reader.close)
}

async function hasMigrationsTable(sql: Sql): Promise<boolean> {
  const row = await sql.get<{ migrations: string | null }>(
    "SELECT to_regclass('migrations')::text AS migrations",
  )
  return Boolean(row?.migrations)
}
