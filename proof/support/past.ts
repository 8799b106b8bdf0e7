/** A book with years behind it, made in seconds: bookings with everything that belongs to them. */
import { DatabaseSync } from 'node:sqlite'

const quarter = 900_000
const day = 96 * quarter

/** A table for two is held for 90 minutes and 15 to turn it round. */
const cellsOfBooking = 7

const tables = 100
const startsOfDay = 6

/** So many visits that are over, one table after the other, the last of them yesterday. */
export function fillPast(file: string, bookings: number, now = Date.now()): void {
  const database = new DatabaseSync(file)
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)'
  const yesterday = Math.floor(now / day) * day - day
  // Every evening of every table, day after day, backwards.
  const startsAt = `(? - (i / ${tables * startsOfDay}) * ${day} + (i / ${tables} % ${startsOfDay}) * ${8 * quarter})`
  const fill = (statement: string, ...values: number[]) =>
    database.prepare(`${numbers} ${statement}`).run(bookings, ...values)
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  fill(
    `INSERT INTO bookings (id, code, status, reason, visit, offer_id, date, time, starts_at, ends_at,
      party_size, wish, given, source, locale, version, created_at, updated_at)
     SELECT printf('past%08d', i), printf('PAST%08d', i), 'confirmed', NULL,
      'finished', 'dat-ban-thuong', date(${startsAt} / 1000, 'unixepoch', '+7 hours'),
      strftime('%H:%M', ${startsAt} / 1000, 'unixepoch', '+7 hours'), ${startsAt},
      ${startsAt} + ${6 * quarter}, 2, '{"offerId":"dat-ban-thuong","partySize":2,"types":["trong-nha"]}',
      '{"tables":["ban-1"],"table_type":"trong-nha"}', 'api', 'vi', 1, ${startsAt} - ${day},
      ${startsAt} FROM n`,
    ...Array.from({ length: 6 }, () => yesterday),
  )
  fill(
    `INSERT INTO booking_guests (booking_id, name, phone, email, note, consent_version, consent_text,
      consented_at, client, folded) SELECT printf('past%08d', i), 'Khách cũ ' || i,
      printf('+849%08d', i), 'khach' || i || '@example.com', 'Ghi chú của lượt ' || i, '2026-01',
      'Tôi đồng ý.', ? , 'past', 'khach cu ' || i FROM n`,
    yesterday,
  )
  fill(
    `INSERT INTO audit (id, at, actor, action, subject, facts) SELECT printf('past%08d', i), ?, 'api',
      'requested', printf('booking:past%08d', i), '{"status":"pending"}' FROM n`,
    yesterday,
  )
  fill(
    `INSERT INTO outbox (id, kind, subject, facts, created_at, told_at) SELECT printf('past%08d', i),
      'booking.requested', printf('booking:past%08d', i), '{}', ?, ? FROM n`,
    yesterday,
    yesterday,
  )
  fill(
    `INSERT INTO answers (scope, key, digest, status, location, locale, body, created_at)
     SELECT 'requestBooking', printf('past-key-%08d', i), 'digest', 202, NULL, 'vi',
      printf('{"code":"PAST-%08d","status":"pending"}', i), ? FROM n`,
    now,
  )
  database
    .prepare(
      `${numbers}, c(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM c WHERE k + 1 < ${cellsOfBooking})
       INSERT INTO cells (cell, resource, holder) SELECT ${startsAt} / ${quarter} + k, 'table:past-' || (i % ${tables}),
        printf('booking:past%08d', i) FROM n, c`,
    )
    .run(bookings, yesterday)
  database.exec('COMMIT')
  database.close()
}
