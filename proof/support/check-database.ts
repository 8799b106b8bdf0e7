/** Reads the database file itself and says what is wrong with it. */
import { DatabaseSync } from 'node:sqlite'

export async function checkDatabase(file: string, bookings: number): Promise<string[]> {
  const database = new DatabaseSync(file, { readOnly: true })
  const count = (sql: string) =>
    Number(Object.values(database.prepare(sql).get() ?? { none: 0 })[0])
  const wrong: string[] = []
  const expect = (name: string, found: number, expected: number) => {
    if (found !== expected) wrong.push(`${name}: ${found} instead of ${expected}`)
  }
  expect('bookings', count('SELECT COUNT(*) FROM bookings'), bookings)
  expect('guests', count('SELECT COUNT(*) FROM booking_guests'), bookings)
  expect('answers', count('SELECT COUNT(*) FROM answers'), bookings)
  expect('news', count("SELECT COUNT(*) FROM outbox WHERE kind = 'booking.requested'"), bookings)
  expect('history', count("SELECT COUNT(*) FROM audit WHERE action = 'requested'"), bookings)
  // A table for two is held for 90 minutes and 15 to turn it round: seven cells.
  expect('cells', count('SELECT COUNT(*) FROM cells'), bookings * 7)
  expect(
    'bookings with too few or too many cells',
    count(`SELECT COUNT(*) FROM (SELECT holder FROM cells GROUP BY holder HAVING COUNT(*) <> 7)`),
    0,
  )
  expect(
    'cells of nobody',
    count(`SELECT COUNT(*) FROM cells WHERE holder NOT IN (SELECT 'booking:' || id FROM bookings)`),
    0,
  )
  if (database.prepare('PRAGMA integrity_check').get()?.integrity_check !== 'ok') {
    wrong.push('the file is not whole')
  }
  database.close()
  return wrong
}
