/** Opens the store of a database URL: a PostgreSQL URL, or else the path of a SQLite file. */
import { isPostgres } from '../kernel/database-url.ts'
import type { ReportStoreEvent, Store } from './sql.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'

type StoreOptions = SqliteOptions & { report?: ReportStoreEvent }

export async function openStore(
  databaseUrl: string,
  now: () => number,
  options: StoreOptions = {},
): Promise<Store> {
  if (!isPostgres(databaseUrl)) return openSqlite(databaseUrl, now, options)
  // Loaded on demand: most shops use SQLite and need no driver.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, now, options)
}
