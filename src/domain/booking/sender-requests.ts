/** Unanswered requests of one sender, that is of one client address or of one user of a hosted assistant. */
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Sql } from '../../store/sql.ts'
import { bookingViewQuery } from './queries.ts'
import { type BookingView, type BookingViewRow, toBookingView } from './rows.ts'

/** Entries of staff and erased guests have no sender. */
const isUnanswered =
  "bookings.status = 'pending' AND bookings.starts_at > ? AND client NOT IN ('', 'desk')"

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
