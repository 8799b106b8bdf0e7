/** Bookings as staff see them: with the guest, what he told of his body, and what he asks for. */

import { normalizeCode } from '../../kernel/booking-code.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { day } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { cellsOfDay, firstCell } from '../scheduling/cells.ts'
import { type BookingRow, withCurrentStatus } from './status.ts'

export type BookingView = BookingRow & {
  name: string
  phone: string
  email: string | null
  note: string | null
  staff_note: string | null
  desk_note: string | null
  marks: string | null
  needs_attention: number | null
  /** The guest's open wish, if there is one. */
  change_kind: 'cancel' | 'move' | 'smaller_party' | null
  change_date: string | null
  change_time: string | null
  change_party: number | null
  change_note: string | null
  change_at: number | null
}

const view = `SELECT bookings.*, name, phone, email, booking_guests.note AS note, staff_note, desk_note,
  marks, needs_attention, booking_changes.kind AS change_kind, booking_changes.date AS change_date,
  booking_changes.time AS change_time, booking_changes.party_size AS change_party,
  booking_changes.note AS change_note, booking_changes.created_at AS change_at
  FROM bookings
  JOIN booking_guests ON booking_guests.booking_id = bookings.id
  LEFT JOIN booking_health ON booking_health.booking_id = bookings.id
  LEFT JOIN booking_changes
    ON booking_changes.booking_id = bookings.id AND booking_changes.settled_at IS NULL`

const toCurrentView = (now: number) => (row: BookingView) =>
  withCurrentStatus(row, now) as BookingView

/** Requests that wait for an answer, and bookings whose guests wait for one; the oldest first. */
export async function findBookingsAwaitingStaff(sql: Sql, now: number): Promise<BookingView[]> {
  const pending = await sql.all<BookingView>(
    `${view} WHERE bookings.status = 'pending' AND bookings.starts_at > ?
     ORDER BY bookings.created_at`,
    now,
  )
  const withChangeRequest = await sql.all<BookingView>(
    `${view} WHERE bookings.status = 'confirmed' AND bookings.starts_at > ?
     AND booking_changes.id IS NOT NULL ORDER BY booking_changes.created_at`,
    now,
  )
  return [...pending, ...withChangeRequest]
}

/** How many wait; it stands in the title of every screen. */
export async function countBookingsAwaitingStaff(sql: Sql, now: number): Promise<number> {
  const row = await sql.get<{ waiting: number }>(
    `SELECT COUNT(*) AS waiting FROM bookings
     LEFT JOIN booking_changes
       ON booking_changes.booking_id = bookings.id AND booking_changes.settled_at IS NULL
     WHERE status IN ('pending', 'confirmed') AND starts_at > ?
       AND (status = 'pending' OR booking_changes.id IS NOT NULL)`,
    now,
  )
  return row?.waiting ?? 0
}

export async function findBookingsOn(sql: Sql, date: string, now: number): Promise<BookingView[]> {
  const rows = await sql.all<BookingView>(
    `${view} WHERE bookings.starts_at >= ? AND bookings.starts_at < ? ORDER BY bookings.starts_at, bookings.id`,
    firstCell(date) * quarter,
    (firstCell(date) + 96) * quarter,
  )
  return rows.map(toCurrentView(now))
}

const quarter = day / 96

export async function findBookingByCode(
  sql: Sql,
  code: string,
  now: number,
): Promise<BookingView | undefined> {
  const row = await sql.get<BookingView>(`${view} WHERE bookings.code = ?`, normalizeCode(code))
  return row && toCurrentView(now)(row)
}

export async function findBookingById(
  sql: Sql,
  id: string,
  now: number,
): Promise<BookingView | undefined> {
  const row = await sql.get<BookingView>(`${view} WHERE bookings.id = ?`, id)
  return row && toCurrentView(now)(row)
}

const maxResults = 50

/** By code, by some digits of a phone, or by a part of the name as it is typed in a hurry. */
export async function searchBookings(sql: Sql, text: string, now: number): Promise<BookingView[]> {
  const digits = text.replace(/[^0-9]/g, '')
  const isPhone = digits.length >= 3 && /^[\s+().0-9-]+$/.test(text)
  const foldedText = foldDiacritics(text)
  if (foldedText === '') return []
  // A nought that stands first may be there instead of the country.
  const [condition, ...values] = isPhone
    ? ['phone LIKE ? OR phone LIKE ?', `%${digits}%`, `+84${digits.replace(/^0/, '')}%`]
    : [
        "folded LIKE ? ESCAPE '!' OR bookings.code = ?",
        `%${foldedText.replace(/[!%_]/g, '!$&')}%`,
        normalizeCode(text),
      ]
  const rows = await sql.all<BookingView>(
    `${view} WHERE (${condition}) ORDER BY bookings.starts_at DESC LIMIT ${maxResults}`,
    ...values,
  )
  return rows.map(toCurrentView(now))
}

export type VisitCounts = { visits: number; noShows: number }

/** How often somebody with this phone was here before, and did not come. */
export async function countGuestVisits(sql: Sql, phone: string, now: number): Promise<VisitCounts> {
  if (phone === '') return { visits: 0, noShows: 0 }
  const rows = await sql.all<{ visit: string | null; times: number }>(
    // From the guest to his bookings: a join that starts at the bookings walks through all of them.
    `SELECT visit, COUNT(*) AS times FROM booking_guests CROSS JOIN bookings
     WHERE phone = ? AND bookings.id = booking_id AND status = 'confirmed' AND ends_at <= ?
     GROUP BY visit`,
    phone,
    now,
  )
  const times = (isNoShow: boolean) =>
    rows.reduce((sum, row) => sum + ((row.visit === 'no_show') === isNoShow ? row.times : 0), 0)
  return { visits: times(false), noShows: times(true) }
}

/** What a guest agreed to, in the words that were shown. */
export type ConsentRecord = { at: number; version: string; text: string | null }

/** With the request itself, then with each wish to change it. */
export async function loadConsentRecords(sql: Sql, bookingId: string): Promise<ConsentRecord[]> {
  const request = await sql.get<ConsentRecord>(
    `SELECT consented_at AS at, consent_version AS version, consent_text AS text
     FROM booking_guests WHERE booking_id = ?`,
    bookingId,
  )
  const changes = await sql.all<ConsentRecord>(
    `SELECT created_at AS at, consent_version AS version, consent_text AS text
     FROM booking_changes WHERE booking_id = ? ORDER BY id`,
    bookingId,
  )
  return [...(request ? [request] : []), ...changes]
}

export type HistoryRow = { id: string; at: number; actor: string; action: string; facts: string }

export async function loadHistory(sql: Sql, subject: string): Promise<HistoryRow[]> {
  return sql.all<HistoryRow>(
    'SELECT id, at, actor, action, facts FROM audit WHERE subject = ? ORDER BY id',
    subject,
  )
}

/** What is held on a day: who holds a resource from which cell to which. */
export type OccupiedSpan = { holder: string; resource: string; first: number; last: number }

export async function loadOccupiedSpans(sql: Sql, date: string): Promise<OccupiedSpan[]> {
  const first = firstCell(date)
  return sql.all<OccupiedSpan>(
    `SELECT holder, resource, MIN(cell) AS first, MAX(cell) AS last FROM cells
     WHERE cell >= ? AND cell < ? GROUP BY holder, resource`,
    first,
    first + cellsOfDay,
  )
}

export type BlockRow = {
  id: string
  resource: string
  starts_at: number
  ends_at: number
  reason: string
}

export async function loadBlocks(sql: Sql, from: number, to: number): Promise<BlockRow[]> {
  return sql.all<BlockRow>(
    'SELECT * FROM blocks WHERE ends_at > ? AND starts_at < ? ORDER BY starts_at',
    from,
    to,
  )
}

const batch = 500

/** Names that were kept before they could be searched for. */
export async function backfillFoldedNames(sql: Sql): Promise<number> {
  const rows = await sql.all<{ booking_id: string; name: string }>(
    `SELECT booking_id, name FROM booking_guests WHERE folded IS NULL LIMIT ${batch}`,
  )
  for (const { booking_id, name } of rows) {
    await sql.run(
      'UPDATE booking_guests SET folded = ? WHERE booking_id = ?',
      foldDiacritics(name),
      booking_id,
    )
  }
  return rows.length
}
