/** Opens the store of a database URL: a PostgreSQL URL, or else the path of a SQLite file. */
import { isPostgres } from '../kernel/database-url.ts'
import type { Store } from './sql.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'

export async function openStore(
  databaseUrl: string,
  now: () => number,
  options: SqliteOptions = {},
): Promise<Store> {
  if (!isPostgres(databaseUrl)) return openSqlite(databaseUrl, now, options)
  // Loaded on demand: most shops use SQLite and need no driver.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, now)
}
