/** What a booking costs at another time. */
import type { CreateQuote, Quote } from '../pricing/quote.ts'
import type { BookingRules, CalendarTime } from '../scheduling/rules.ts'
import type { StoredBooking } from './rows.ts'

/** On the same service day the booking keeps what the guest was shown. */
export function quoteAt(
  { rules, quote }: { rules: BookingRules; quote: CreateQuote },
  booking: StoredBooking,
  time: CalendarTime,
): Quote {
  const { date } = rules.serviceDays.find(time)
  const isSameDay = date === rules.serviceDays.find(booking).date
  return isSameDay ? booking.quote : quote(booking.details, date)
}
