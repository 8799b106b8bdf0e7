/** Booking rules that reject starts of an offer while it is sold out. Staff are not bound by them. */
import type { LocalizedText } from '../../kernel/locale.ts'
import { isDate, isTime, minute, minutesOf, startOfDay } from '../../kernel/time.ts'
import type { Offer } from '../catalogue/offer.ts'
import { soldOutReason } from '../catalogue/sold-out.ts'
import type { BookingRules, Closed } from '../scheduling/rules.ts'

export function withoutSoldOut(rules: BookingRules, offers: readonly Offer[]): BookingRules {
  const marked = new Map(offers.flatMap((offer) => (offer.soldOut ? [[offer.id, offer]] : [])))
  if (marked.size === 0) return rules
  const { answerErrors } = rules
  return {
    ...rules,
    bookableStarts(details, date) {
      const bookable = rules.bookableStarts(details, date)
      const offer = marked.get(details.offerId)
      if (!offer?.soldOut || !bookable.open) return bookable
      const { until } = offer.soldOut
      if (until === null) return soldOut(soldOutReason(offer))
      const midnight = startOfDay(date)
      const starts = bookable.starts.filter(({ at }) => midnight + at * minute >= until)
      if (starts.length === 0 && bookable.starts.length > 0) return soldOut(soldOutReason(offer))
      return { open: true, starts }
    },
    ...(answerErrors && {
      answerErrors: (input, now) =>
        answerErrors(input, now, (id) => isMarkedAt(marked.get(id), startOf(input) ?? now)),
    }),
  }
}

function isMarkedAt(offer: Offer | undefined, atMs: number): boolean {
  if (!offer?.soldOut) return false
  const { until } = offer.soldOut
  return until === null || atMs < until
}

/** The start that a request names; undefined if it names none. */
function startOf({ date, time }: Readonly<Record<string, unknown>>): number | undefined {
  const isNamed =
    typeof date === 'string' && typeof time === 'string' && isDate(date) && isTime(time)
  return isNamed ? startOfDay(date) + minutesOf(time) * minute : undefined
}

function soldOut(reason: LocalizedText): Closed {
  return { open: false, code: 'sold_out', reason }
}
