/** The engine that an address names: a file is SQLite, everything else says what it is. */
import { isPostgres } from './postgres/connection-url.ts'
import type { Store } from './sql.ts'
import { openSqlite } from './sqlite.ts'

export async function openStore(address: string, now: () => number): Promise<Store> {
  if (!isPostgres(address)) return openSqlite(address, now)
  // The driver is loaded only where it is used: most shops have their book in a file.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(address, now)
}
