/** Queries of the desk: bookings with guest, answers and open change request. */
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { TimeRange } from '../../kernel/date-range.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Sql } from '../../store/sql.ts'
import { deskColumns } from '../guest/personal-tables.ts'
import type { EventData } from '../outbox/events.ts'
import { withFacts } from '../outbox/rows.ts'
import { cellsOfDay, firstCell } from '../scheduling/cells.ts'
import type { BookingActionName } from './actions.ts'
import {
  answersColumn,
  type BookingView,
  type BookingViewRow,
  isOpenBooking,
  toBookingView,
} from './rows.ts'
import { withCurrentStatus } from './status.ts'

export const bookingViewQuery = `SELECT bookings.*, ${deskColumns('booking_guests')}, ${answersColumn},
  booking_changes.kind AS change_kind, booking_changes.date AS change_date,
  booking_changes.time AS change_time, booking_changes.party_size AS change_party,
  booking_changes.note AS change_note, booking_changes.created_at AS change_at
  FROM bookings
  JOIN booking_guests ON booking_guests.booking_id = bookings.id
  LEFT JOIN booking_changes
    ON booking_changes.booking_id = bookings.id AND booking_changes.settled_at IS NULL`

const toCurrentView = (now: number) => (row: BookingViewRow) =>
  withCurrentStatus(toBookingView(row), now)

export async function countBookingsAwaitingStaff(sql: Sql, now: number): Promise<number> {
  const row = await sql.get<{ waiting: number }>(
    // CROSS JOIN makes SQLite start at the open changes, which are few.
    `SELECT (SELECT COUNT(*) FROM bookings WHERE status = 'pending' AND starts_at > ?)
       + (SELECT COUNT(*) FROM booking_changes CROSS JOIN bookings
          WHERE bookings.id = booking_changes.booking_id AND settled_at IS NULL
            AND status = 'confirmed' AND starts_at > ?) AS waiting`,
    now,
    now,
  )
  return row?.waiting ?? 0
}

/** The bookings that start in a range of time, such as a service day. */
export async function findBookingsIn(
  sql: Sql,
  { begin, end }: TimeRange,
  now: number,
): Promise<BookingView[]> {
  const rows = await sql.all<BookingViewRow>(
    `${bookingViewQuery} WHERE bookings.starts_at >= ? AND bookings.starts_at < ?
     ORDER BY bookings.starts_at, bookings.id`,
    begin,
    end,
  )
  return rows.map(toCurrentView(now))
}

/** The bookings that are expected, the next one first. */
export async function findUpcomingBookings(sql: Sql, now: number): Promise<BookingView[]> {
  const rows = await sql.all<BookingViewRow>(
    `${bookingViewQuery} WHERE bookings.status IN ('pending', 'confirmed') AND bookings.visit IS NULL
     AND bookings.starts_at > ? ORDER BY bookings.starts_at, bookings.id`,
    now,
  )
  return rows.map(toBookingView)
}

/** The parties that are there before their start or after their end. */
export async function findSeatedOutsidePlan(
  sql: Sql,
  { begin, end }: TimeRange,
  now: number,
): Promise<BookingView[]> {
  const rows = await sql.all<BookingViewRow>(
    `${bookingViewQuery} WHERE bookings.starts_at >= ? AND bookings.starts_at < ?
     AND bookings.status = 'confirmed' AND bookings.visit = 'seated'
     AND (bookings.starts_at > ? OR bookings.ends_at <= ?)
     ORDER BY bookings.starts_at, bookings.id`,
    begin,
    end,
    now,
    now,
  )
  return rows.map(toBookingView)
}

export async function findBookingByCode(
  sql: Sql,
  code: string,
  now: number,
): Promise<BookingView | undefined> {
  const row = await sql.get<BookingViewRow>(
    `${bookingViewQuery} WHERE bookings.code = ?`,
    normalizeCode(code),
  )
  return row && toCurrentView(now)(row)
}

export async function findBookingById(
  sql: Sql,
  id: string,
  now: number,
): Promise<BookingView | undefined> {
  const row = await sql.get<BookingViewRow>(`${bookingViewQuery} WHERE bookings.id = ?`, id)
  return row && toCurrentView(now)(row)
}

export async function findBookingsByIds(
  sql: Sql,
  ids: readonly string[],
  now: number,
): Promise<BookingView[]> {
  if (ids.length === 0) return []
  const rows = await sql.all<BookingViewRow>(
    `${bookingViewQuery} WHERE bookings.id IN (${ids.map(() => '?').join(', ')})`,
    ...ids,
  )
  return rows.map(toCurrentView(now))
}

export async function findBookingsByCodes(
  sql: Sql,
  codes: readonly string[],
  now: number,
): Promise<BookingView[]> {
  if (codes.length === 0) return []
  const rows = await sql.all<BookingViewRow>(
    `${bookingViewQuery} WHERE bookings.code IN (${codes.map(() => '?').join(', ')})
     ORDER BY bookings.starts_at, bookings.id`,
    ...codes.map(normalizeCode),
  )
  return rows.map(toCurrentView(now))
}

/** A booking that overlaps another one with the same phone number. */
export type OverlappingBooking = { code: string; date: string; time: string }

/** The other open bookings with the phone number of this one at the same time. */
export async function findOverlappingBookings(
  sql: Sql,
  { id, phone, starts_at, ends_at }: BookingView,
): Promise<OverlappingBooking[]> {
  if (phone === '') return []
  return sql.all<OverlappingBooking>(
    `SELECT code, date, time FROM booking_guests CROSS JOIN bookings
     WHERE phone = ? AND bookings.id = booking_id AND bookings.id <> ? AND ${isOpenBooking}
       AND starts_at < ? AND ends_at > ? ORDER BY starts_at, bookings.id`,
    phone,
    id,
    ends_at,
    starts_at,
  )
}

/** The other open bookings with the phone number of this one that start in the same range of time. */
export async function findSamePhoneBookings(
  sql: Sql,
  { id, phone }: BookingView,
  { begin, end }: TimeRange,
): Promise<OverlappingBooking[]> {
  if (phone === '') return []
  return sql.all<OverlappingBooking>(
    `SELECT code, date, time FROM booking_guests CROSS JOIN bookings
     WHERE phone = ? AND bookings.id = booking_id AND bookings.id <> ? AND ${isOpenBooking}
       AND starts_at >= ? AND starts_at < ? ORDER BY starts_at, bookings.id`,
    phone,
    id,
    begin,
    end,
  )
}

/** A consent text as it was shown to the guest. */
export type ConsentRecord = { at: number; version: string; text: string | null }

/** The consent of the request, then of each change request. */
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

export type HistoryEntry = {
  id: string
  at: number
  actor: string
  action: string
  facts: EventData
}

export async function loadHistory(sql: Sql, subject: string): Promise<HistoryEntry[]> {
  const rows = await sql.all<Omit<HistoryEntry, 'facts'> & { facts: string }>(
    'SELECT id, at, actor, action, facts FROM audit WHERE subject = ? ORDER BY id',
    subject,
  )
  return rows.map(withFacts)
}

/** A resource that is held from the first to the last cell. */
export type OccupiedSpan = { holder: string; resource: string; first: number; last: number }

export async function loadOccupiedSpans(sql: Sql, date: string): Promise<OccupiedSpan[]> {
  const first = firstCell(date)
  return sql.all<OccupiedSpan>(
    // Bookings can lie inside an absence, so a block has one span for each run of cells.
    `SELECT holder, resource, MIN(cell) AS first, MAX(cell) AS last FROM (
       SELECT holder, resource, cell, CASE WHEN holder LIKE 'block:%' THEN cell - ROW_NUMBER()
         OVER (PARTITION BY holder, resource ORDER BY cell) ELSE 0 END AS run
       FROM cells WHERE cell >= ? AND cell < ?) AS held
     GROUP BY holder, resource, run`,
    first,
    first + cellsOfDay,
  )
}

/** The resources that each of these bookings holds, by its id. */
export async function loadHeldResources(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.all<{ holder: string; resource: string }>(
    `SELECT DISTINCT holder, resource FROM cells
     WHERE holder IN (${ids.map(() => '?').join(', ')}) ORDER BY resource`,
    ...ids.map((id) => `booking:${id}`),
  )
  return new Map(
    [...Map.groupBy(rows, ({ holder }) => holder.slice('booking:'.length))].map(([id, held]) => [
      id,
      held.map(({ resource }) => resource),
    ]),
  )
}

/** When the guests of these bookings arrived, by booking id. */
export async function loadArrivalTimes(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.all<{ subject: string; at: number }>(
    `SELECT subject, MAX(at) AS at FROM audit WHERE action = ?
     AND subject IN (${ids.map(() => '?').join(', ')}) GROUP BY subject`,
    'seated' satisfies BookingActionName,
    ...ids.map((id) => `booking:${id}`),
  )
  return new Map(rows.map(({ subject, at }) => [subject.slice('booking:'.length), at]))
}

export type BlockRow = {
  id: string
  resource: string
  starts_at: number
  ends_at: number
  reason: string
  /** 1 if a person, table or room is away: bookings within that time stay until staff have moved them. */
  is_absence: number
}

export async function loadBlocks(sql: Sql, { begin, end }: TimeRange): Promise<BlockRow[]> {
  return sql.all<BlockRow>(
    `SELECT blocks.*, CASE WHEN absences.id IS NULL THEN 0 ELSE 1 END AS is_absence FROM blocks
     LEFT JOIN absences ON absences.id = blocks.id
     WHERE blocks.ends_at > ? AND blocks.starts_at < ? ORDER BY blocks.starts_at`,
    begin,
    end,
  )
}

export function findBlock(sql: Sql, id: string): Promise<Omit<BlockRow, 'is_absence'> | undefined> {
  return sql.get('SELECT id, resource, starts_at, ends_at, reason FROM blocks WHERE id = ?', id)
}

const batchSize = 500

/** Fills the search column of rows that are older than it. Returns the number of rows of this batch. */
export async function backfillFoldedNames(sql: Sql): Promise<number> {
  const rows = await sql.all<{ booking_id: string; name: string }>(
    `SELECT booking_id, name FROM booking_guests WHERE folded IS NULL LIMIT ${batchSize}`,
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
