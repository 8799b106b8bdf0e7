/** What a booking costs at another time, and which terms it then has. */
import type { Quote } from '../pricing/quote.ts'
import type { BookingRequestDetails, CalendarTime, Option } from '../scheduling/rules.ts'
import type { BookingContext } from './context.ts'
import type { StoredBooking } from './rows.ts'
import { agreedQuote } from './terms.ts'

type QuoteContext = Pick<BookingContext, 'rules' | 'quote' | 'business'>

/** On the same service day the booking keeps what the guest was shown. The terms stay those that were agreed. */
export function quoteAt(
  { rules, quote }: QuoteContext,
  booking: StoredBooking,
  time: CalendarTime,
): Quote {
  const { date } = rules.serviceDays.find(time)
  if (date === rules.serviceDays.find(booking).date) return booking.quote
  const { terms } = booking.quote
  return { ...quote(booking.details, date), ...(terms && { terms }) }
}

/** Another offer or party size has the terms of today. */
export function changedQuote(
  context: QuoteContext,
  booking: StoredBooking,
  changed: CalendarTime & { details: BookingRequestDetails; option: Option },
): Quote {
  const { details, option } = changed
  const { date } = context.rules.serviceDays.find(changed)
  const today = agreedQuote(context, details, option.assignment, date)
  if (details.offerId !== booking.offer_id) return today
  const unchanged = quoteAt(context, booking, changed)
  const isOtherSize = details.partySize !== booking.party_size
  return isOtherSize && today.terms ? { ...unchanged, terms: today.terms } : unchanged
}
