/** The bookings that an absence concerns: those whose stay it overlaps in its place. */
import { hour } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingContext } from '../booking/context.ts'
import { findBookingsIn } from '../booking/queries.ts'
import type { BookingView } from '../booking/rows.ts'
import type { Absence } from './rows.ts'

/** A stay is shorter than this. */
const maxStayMs = 24 * hour

/** In the order of their start: expected guests, and parties that are there, which stay. */
export async function findAffected(
  sql: Sql,
  { rules }: BookingContext,
  { resource, starts_at, ends_at }: Pick<Absence, 'resource' | 'starts_at' | 'ends_at'>,
  nowMs: number,
): Promise<BookingView[]> {
  const range = { begin: starts_at - maxStayMs, end: ends_at }
  const bookings = await findBookingsIn(sql, range, nowMs)
  return bookings.filter(
    (booking) =>
      isOpen(booking) &&
      booking.holdsPlace &&
      booking.ends_at > Math.max(starts_at, nowMs) &&
      rules.resourcesOf(booking.assignment).includes(resource),
  )
}

function isOpen({ status, visit }: BookingView): boolean {
  return status !== 'cancelled' && (visit === null || visit === 'seated')
}
