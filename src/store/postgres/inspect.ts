/** A book in PostgreSQL from outside: looked at as it is, and only read. */

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
      : ['There is no book of Letan in it yet.']
    const isOlder = errors.length === 0 && (await pendingMigrations(reader)).length > 0
    return { read: reader, errors, isOlder, close: reader.close }
  } catch (error) {
    await reader.close()
    throw error
  }
}

/** Of whichever version. */
export async function hasLetanTables(url: string): Promise<boolean> {
  const reader = createReader(parseConnectionUrl(url), noCircuitBreaker)
  return hasMigrationsTable(reader).finally(reader.close)
}

async function hasMigrationsTable(sql: Sql): Promise<boolean> {
  const row = await sql.get<{ book: string | null }>(
    "SELECT to_regclass('migrations')::text AS book",
  )
  return Boolean(row?.book)
}
