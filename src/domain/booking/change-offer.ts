/** Another service for a booking: its length and its price replace the previous ones. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingContext } from './context.ts'
import { isOtherTime, type RescheduleTarget, rescheduleBooking } from './reschedule.ts'
import type { StoredBooking } from './rows.ts'
import type { Transition } from './transitions.ts'

/** Without a time, that of the booking stays. */
export type OfferChange = Pick<RescheduleTarget, 'resources' | 'overrides'> &
  Partial<Pick<RescheduleTarget, 'date' | 'time'>> & { offerId: string }

export async function changeOffer(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  { offerId, resources, overrides, date = booking.date, time = booking.time }: OfferChange,
  nowMs: number,
): Promise<Transition> {
  if (offerId === booking.offer_id) throw new BookingActionError('not_possible')
  const target = { offerId, resources, overrides, date, time }
  // The stay of a party that is there has begun.
  if (booking.visit === 'seated' && isOtherTime(booking, target))
    throw new BookingActionError('wrong_state')
  return rescheduleBooking(sql, context, booking, target, nowMs)
}
