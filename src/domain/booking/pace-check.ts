/** Rejects a booking of a guest in an interval that has no room for it. */
import { Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../store/sql.ts'
import { remainingPace } from '../scheduling/pace.ts'
import type { BookingRequestDetails, Start } from '../scheduling/rules.ts'
import { findAlternatives } from './alternatives.ts'
import type { BookingContext } from './context.ts'
import { loadArrivalsOfDay, loadDay } from './load-day.ts'

type PacedBooking = {
  id: string
  serviceDate: string
  start: Start
  details: BookingRequestDetails
}

/** Throws a Problem if the interval has no room for the party. */
export async function assertWithinPace(
  sql: Sql,
  context: BookingContext,
  booking: PacedBooking,
  now: number,
): Promise<void> {
  const { serviceDate: date, start, details } = booking
  const pace = context.rules.paceOn?.(date)
  if (!pace) return
  const arrivals = await loadArrivalsOfDay(sql, context.rules, date, booking.id)
  const { partySize } = details
  if (remainingPace(pace, arrivals, { at: start.at, partySize }) > 0) return
  const day = await loadDay(sql, context, date)
  const wanted = { date, at: start.at, day }
  const alternatives = await findAlternatives(sql, context, details, wanted, now)
  throw new Problem('slot-taken', { alternatives })
}
