/** Unanswered requests of one sender, that is of one client address or of one user of a hosted assistant. */
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Sql } from '../../store/sql.ts'
import { bookingViewQuery } from './queries.ts'
import { type BookingView, type BookingViewRow, toBookingView } from './rows.ts'

/** Entries of staff and erased guests have no sender. */
const isUnanswered =
  "bookings.status = 'pending' AND bookings.starts_at > ? AND client NOT IN ('', 'desk')"

/** The number of unanswered requests of the same sender, by the id of each unanswered request. */
export async function countSenderRequests(sql: Sql, now: number): Promise<Map<string, number>> {
  const rows = await sql.all<{ id: string; requests: number }>(
    `SELECT booking_id AS id, COUNT(*) OVER (PARTITION BY client) AS requests
     FROM bookings JOIN booking_guests ON booking_guests.booking_id = bookings.id
     WHERE ${isUnanswered}`,
    now,
  )
  return new Map(rows.map(({ id, requests }) => [id, requests]))
}

/** The unanswered requests of the sender of a booking, oldest first. */
export async function findSenderRequests(
  sql: Sql,
  code: string,
  now: number,
): Promise<BookingView[]> {
  const rows = await sql.all<BookingViewRow>(
    `${bookingViewQuery} WHERE ${isUnanswered} AND client = (
       SELECT client FROM bookings JOIN booking_guests ON booking_guests.booking_id = bookings.id
       WHERE code = ?)
     ORDER BY bookings.created_at, bookings.id`,
    now,
    normalizeCode(code),
  )
  return rows.map(toBookingView)
}
