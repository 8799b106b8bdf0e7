/** The open offers of a booking in its status, in webhooks and in texts. They say nothing about the guest. */
import { z } from 'zod'
import { idFormat, instantFormat } from '../../../kernel/field-formats.ts'
import { formatDate, joinParts } from '../../../kernel/format-date.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { toIsoString } from '../../../kernel/time.ts'
import type { Sql } from '../../../store/sql.ts'
import type { BookingForm } from '../../forms/booking-form.ts'
import { formatStay, parseStart } from '../../scheduling/format-start.ts'
import type { BookingRules } from '../../scheduling/rules.ts'
import { type BookingParts, endField, offerSchema, startField, toOfferResponse } from '../fields.ts'
import { quoteFields, quoteRows, toQuoteResponse } from '../quote-fields.ts'
import type { StoredBooking } from '../rows.ts'
import { bookingAsOwner } from './booking-offers.ts'
import { isAcceptable } from './place-offers.ts'
import { loadOpenOffers, type PlaceOffer } from './rows.ts'

export function offeredPlaceSchema({ responseFields }: Pick<BookingRules, 'responseFields'>) {
  return z
    .object({
      ...responseFields,
      id: z.string().describe('Id of the offer.').meta(idFormat),
      starts_at: startField,
      ends_at: endField,
      expires_at: z
        .string()
        .describe('Until when the place is held and the guest can accept it.')
        .meta(instantFormat),
      offer: offerSchema,
      ...quoteFields,
    })
    .meta({
      id: 'OfferedPlace',
      description:
        'Another time, place or service that staff offer. The guest accepts it on the status page.',
    })
}

/** What a response says about an offer. */
type OfferedPlace = {
  id: string
  starts_at: string
  ends_at: string
  expires_at: string
  offer: { id: string; name: string }
} & ReturnType<typeof toQuoteResponse> &
  Record<string, unknown>

/** Those that the guest can still accept, in the order of their start. */
export async function loadAcceptableOffers(
  sql: Sql,
  booking: Pick<StoredBooking, 'id' | 'status' | 'visit'>,
  now: number,
): Promise<PlaceOffer[]> {
  if (booking.status === 'cancelled' || booking.visit !== null) return []
  const open = await loadOpenOffers(sql, [bookingAsOwner(booking)])
  return open.filter((offer) => isAcceptable(offer, now))
}

export function toOfferedPlace(
  parts: Pick<BookingParts, 'rules' | 'offerName'>,
  booking: StoredBooking,
  offer: PlaceOffer,
  locale: Locale,
): OfferedPlace {
  const { offerId = booking.offer_id, quote = booking.quote } = offer.terms ?? {}
  const { party_size: partySize } = booking
  // What the guest asked for is not repeated: the assignment says what they get.
  const details = { ...booking.details, offerId }
  return {
    // `requiresStaffCall` is always false here, because it would disclose health data.
    ...parts.rules.toResponseFields(details, offer.assignment, false, locale),
    id: offer.id,
    starts_at: toIsoString(offer.starts_at),
    ends_at: toIsoString(offer.ends_at),
    expires_at: toIsoString(offer.expires_at),
    offer: toOfferResponse(parts, offerId, locale),
    ...toQuoteResponse(quote, partySize, locale),
  }
}

type Described = Pick<OfferedPlace, 'starts_at' | 'ends_at' | 'offer' | 'price' | 'surcharge'> &
  Record<string, unknown>

/** "Friday 20 November 2026, 18:30–20:15 · Garden": the time, and what differs from the booking. */
export function describePlaceOffer(
  { rules, form }: { rules: Pick<BookingRules, 'serviceDays'>; form: BookingForm },
  booking: Described,
  offered: Described,
  locale: Locale,
): string {
  return joinParts([
    formatStay(rules.serviceDays, offered.starts_at, offered.ends_at, locale),
    ...differences(form, booking, offered, locale),
  ])
}

export function differences(
  form: BookingForm,
  booking: Described,
  offered: Described,
  locale: Locale,
): string[] {
  const rowsOf = (one: Described) => [
    ...form.summary(one, locale, 'guest'),
    ...quoteRows(one, locale),
  ]
  const known = new Set(rowsOf(booking).map((row) => row.join()))
  return [
    ...(offered.offer.id === booking.offer.id ? [] : [offered.offer.name]),
    ...rowsOf(offered)
      .filter((row) => !known.has(row.join()))
      .map(([term, text]) => `${term}: ${text}`),
  ]
}

/** "18:30, Friday 20 November 2026" */
export function formatDeadline(expiresAt: string, locale: Locale): string {
  const { date, time } = parseStart(expiresAt)
  return `${time}, ${formatDate(date, locale)}`
}
