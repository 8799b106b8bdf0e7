/** Checks a SQLite database for missing, duplicated and incomplete bookings. */
import { DatabaseSync } from 'node:sqlite'

export async function checkDatabase(file: string, bookings: number): Promise<string[]> {
  const database = new DatabaseSync(file, { readOnly: true })
  const count = (sql: string) =>
    Number(Object.values(database.prepare(sql).get() ?? { none: 0 })[0])
  const wrong: string[] = []
  const expect = (name: string, actual: number, expected: number) => {
    if (actual !== expected) wrong.push(`${name}: ${actual} instead of ${expected}`)
  }
  expect('bookings', count('SELECT COUNT(*) FROM bookings'), bookings)
  expect('guests', count('SELECT COUNT(*) FROM booking_guests'), bookings)
  expect('stored responses', count('SELECT COUNT(*) FROM answers'), bookings)
  expect('events', count("SELECT COUNT(*) FROM outbox WHERE kind = 'booking.requested'"), bookings)
  expect('history', count("SELECT COUNT(*) FROM audit WHERE action = 'requested'"), bookings)
  // A table for two is occupied for 90 minutes and 15 minutes of turnover: seven cells.
  expect('cells', count('SELECT COUNT(*) FROM cells'), bookings * 7)
  expect(
    'bookings with too few or too many cells',
    count(`SELECT COUNT(*) FROM (SELECT holder FROM cells GROUP BY holder HAVING COUNT(*) <> 7)`),
    0,
  )
  expect(
    'cells without a booking',
    count(`SELECT COUNT(*) FROM cells WHERE holder NOT IN (SELECT 'booking:' || id FROM bookings)`),
    0,
  )
  if (database.prepare('PRAGMA integrity_check').get()?.integrity_check !== 'ok') {
    wrong.push('the integrity check failed')
  }
  database.close()
  return wrong
}
