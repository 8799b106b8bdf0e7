/** Inserts past bookings with all of their rows directly into the database. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

const quarter = 900_000
const day = 96 * quarter

/** A table for two is occupied for 90 minutes and 15 minutes of turnover. */
const cellsOfBooking = 7

const tables = 100
const startsOfDay = 6

type Dialect = {
  padded: string
  dateOf(milliseconds: string): string
  timeOf(milliseconds: string): string
}

const sqliteDialect: Dialect = {
  padded: "printf('%08d', i)",
  dateOf: (at) => `date(${at} / 1000, 'unixepoch', '+7 hours')`,
  timeOf: (at) => `strftime('%H:%M', ${at} / 1000, 'unixepoch', '+7 hours')`,
}

const postgresDialect: Dialect = {
  padded: "lpad(i::text, 8, '0')",
  dateOf: (at) => `to_char(to_timestamp(${at} / 1000 + 25200) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  timeOf: (at) => `to_char(to_timestamp(${at} / 1000 + 25200) AT TIME ZONE 'UTC', 'HH24:MI')`,
}

/** Inserts finished visits, one table after the other, the last of them yesterday. */
export async function insertPastBookings(
  address: string,
  bookings: number,
  now = Date.now(),
): Promise<void> {
  if (!address.startsWith('postgres')) {
    const database = new DatabaseSync(address)
    const all = statements(sqliteDialect, bookings, now).join('; ')
    database.exec(`PRAGMA synchronous = OFF; BEGIN; ${all}; COMMIT`)
    database.close()
    flushToDisk(address)
    return
  }
  const client = new pg.Client(address)
  await client.connect()
  try {
    for (const statement of statements(postgresDialect, bookings, now))
      await client.query(statement)
    await client.query('ANALYZE')
  } finally {
    await client.end()
  }
}

/** Otherwise the first flush of the program would wait for all of these rows. */
function flushToDisk(file: string): void {
  const descriptor = openSync(file, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function statements({ padded, dateOf, timeOf }: Dialect, bookings: number, now: number): string[] {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT CAST(0 AS BIGINT)
    UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${bookings})`
  const yesterday = Math.floor(now / day) * day - day
  // Fills each day of all tables, going back in time.
  const dayBefore = `(i / ${tables * startsOfDay}) * ${day}`
  const startsAt = `(${yesterday} - ${dayBefore} + (i / ${tables} % ${startsOfDay}) * ${8 * quarter})`
  const id = `'past' || ${padded}`
  const subject = `'booking:past' || ${padded}`
  return [
    `INSERT INTO bookings (id, code, status, reason, visit, offer_id, date, time, starts_at, ends_at,
      party_size, wish, given, source, locale, version, created_at, updated_at)
     ${numbers} SELECT ${id}, 'PAST' || ${padded}, 'confirmed', NULL,
      'finished', 'dat-ban-thuong', ${dateOf(startsAt)}, ${timeOf(startsAt)}, ${startsAt},
      ${startsAt} + ${6 * quarter}, 2, '{"offerId":"dat-ban-thuong","partySize":2,"types":["trong-nha"]}',
      '{"tables":["ban-1"],"table_type":"trong-nha"}', 'api', 'vi', 1, ${startsAt} - ${day},
      ${startsAt} FROM n`,
    `INSERT INTO booking_guests (booking_id, name, phone, email, note, consent_version, consent_text,
      consented_at, client, folded) ${numbers} SELECT ${id}, 'Khách cũ ' || i,
      '+849' || ${padded}, 'khach' || i || '@example.com', 'Ghi chú của lượt ' || i, '2026-01',
      'Tôi đồng ý.', ${yesterday}, 'past', 'khach cu ' || i FROM n`,
    `INSERT INTO audit (id, at, actor, action, subject, facts) ${numbers} SELECT ${id}, ${yesterday}, 'api',
      'requested', ${subject}, '{"status":"pending"}' FROM n`,
    `INSERT INTO outbox (id, kind, subject, facts, created_at, told_at, position) ${numbers} SELECT ${id},
      'booking.requested', ${subject}, '{}', ${yesterday}, ${yesterday}, i + 1 FROM n`,
    `INSERT INTO answers (scope, key, digest, status, location, locale, body, created_at) ${numbers}
     SELECT 'requestBooking', 'past-key-' || ${padded}, 'digest', 202, NULL, 'vi',
      '{"code":"PAST-' || ${padded} || '","status":"pending"}', ${now} FROM n`,
    `INSERT INTO cells (cell, resource, holder) ${numbers},
      c(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM c WHERE k + 1 < ${cellsOfBooking})
     SELECT ${startsAt} / ${quarter} + k, 'table:past-' || (i % ${tables}), ${subject} FROM n, c`,
  ]
}
