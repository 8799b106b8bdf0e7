/** The engine that an address names: a file is SQLite, everything else says what it is. */
import { isPostgres } from './postgres/connection-url.ts'
import type { Store } from './sql.ts'
import { openSqlite } from './sqlite.ts'

export async function openStore(databaseUrl: string, now: () => number): Promise<Store> {
  if (!isPostgres(databaseUrl)) return openSqlite(databaseUrl, now)
  // The driver is loaded only where it is used: most shops have their book in a file.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, now)
}
