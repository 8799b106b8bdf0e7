/** The engine that an address names: a file is SQLite, everything else says what it is. */

import { isPostgres } from './postgres/address.ts'
import { openPostgres } from './postgres.ts'
import type { Store } from './sql.ts'
import { openSqlite } from './sqlite.ts'

export function openStore(address: string, now: () => number): Promise<Store> {
  return isPostgres(address) ? openPostgres(address, now) : openSqlite(address, now)
}
