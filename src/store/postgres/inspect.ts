/** A book in PostgreSQL from outside: looked at as it is, and only read. */

import { pendingMigrations } from '../migrate.ts'
import type { Sql } from '../sql.ts'
import type { Look } from '../sqlite/database-file.ts'
import { unwatched } from './circuit-breaker.ts'
import { readAddress } from './connection-url.ts'
import { createReading } from './reader.ts'

export async function lookAtPostgres(url: string): Promise<Look> {
  const reading = createReading(readAddress(url), unwatched)
  try {
    const faults = (await isBook(reading)) ? [] : ['There is no book of Letan in it yet.']
    const isOlder = faults.length === 0 && (await pendingMigrations(reading)).length > 0
    return { read: reading, faults, isOlder, close: reading.close }
  } catch (error) {
    await reading.close()
    throw error
  }
}

/** Of whichever version. */
export async function holdsBook(url: string): Promise<boolean> {
  const reading = createReading(readAddress(url), unwatched)
  return isBook(reading).finally(reading.close)
}

async function isBook(sql: Sql): Promise<boolean> {
  const found = await sql.get<{ book: string | null }>(
    "SELECT to_regclass('migrations')::text AS book",
  )
  return Boolean(found?.book)
}
