/** Checks a database for missing, duplicated and incomplete bookings. */
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { isPostgres } from '../../src/kernel/database-url.ts'

type ReadOnlyDatabase = {
  /** The single value of a query. */
  value(query: string): Promise<unknown>
  close(): Promise<void>
}

export async function checkDatabase(address: string, bookings: number): Promise<string[]> {
  const database = isPostgres(address) ? await openPostgres(address) : openSqlite(address)
  try {
    return await findErrors(database, bookings, !isPostgres(address))
  } finally {
    await database.close()
  }
}

async function findErrors(
  database: ReadOnlyDatabase,
  bookings: number,
  isSqlite: boolean,
): Promise<string[]> {
  const wrong: string[] = []
  const expect = async (name: string, query: string, expected: number) => {
    const actual = Number(await database.value(query))
    if (actual !== expected) wrong.push(`${name}: ${actual} instead of ${expected}`)
  }
  await expect('bookings', 'SELECT COUNT(*) FROM bookings', bookings)
  await expect('guests', 'SELECT COUNT(*) FROM booking_guests', bookings)
  await expect(
    'stored responses',
    "SELECT COUNT(*) FROM answers WHERE key NOT LIKE 'same %'",
    bookings,
  )
  await expect('events', "SELECT COUNT(*) FROM outbox WHERE kind = 'booking.requested'", bookings)
  await expect('history', "SELECT COUNT(*) FROM audit WHERE action = 'requested'", bookings)
  // A table for two is occupied for 90 minutes and 15 minutes of turnover: seven cells.
  await expect('cells', 'SELECT COUNT(*) FROM cells', bookings * 7)
  await expect(
    'bookings with too few or too many cells',
    'SELECT COUNT(*) FROM (SELECT holder FROM cells GROUP BY holder HAVING COUNT(*) <> 7) AS found',
    0,
  )
  await expect(
    'cells without a booking',
    "SELECT COUNT(*) FROM cells WHERE holder NOT IN (SELECT 'booking:' || id FROM bookings)",
    0,
  )
  if (isSqlite && (await database.value('PRAGMA integrity_check')) !== 'ok') {
    wrong.push('the integrity check failed')
  }
  return wrong
}

function openSqlite(file: string): ReadOnlyDatabase {
  const database = new DatabaseSync(file, { readOnly: true })
  return {
    value: async (query) => Object.values(database.prepare(query).get() ?? {})[0],
    close: async () => database.close(),
  }
}

async function openPostgres(address: string): Promise<ReadOnlyDatabase> {
  const client = new pg.Client(address)
  await client.connect()
  return {
    value: async (query) => Object.values((await client.query(query)).rows[0] ?? {})[0],
    close: () => client.end(),
  }
}
