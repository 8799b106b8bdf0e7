/** The status of an entry of the waitlist, with the places that it is offered. */
import { z } from 'zod'
import { formatCode, unknownCodeProblem } from '../../kernel/booking-code.ts'
import {
  codeFormat,
  dateFormat,
  instantFormat,
  lengthFormat,
  timeFormat,
} from '../../kernel/field-formats.ts'
import type { Locale } from '../../kernel/locale.ts'
import { readOperation } from '../../kernel/operation.ts'
import { toIsoString } from '../../kernel/time.ts'
import { type BookingParts, statusLabelField, toOfferResponse } from '../booking/fields.ts'
import { isDayOpen } from '../booking/place-offer/place-offers.ts'
import { loadOpenOffers, type PlaceOffer } from '../booking/place-offer/rows.ts'
import { quoteFields, toQuoteResponse } from '../booking/quote-fields.ts'
import { statusField } from '../booking/status.ts'
import { agreedQuote, termsField, toTermsResponse } from '../booking/terms.ts'
import {
  codeSchema,
  exampleEntry,
  exampleWaitlistCode,
  group,
  toWindow,
  windowFields,
} from './entry-fields.ts'
import { currentStatus, findBookingOf, findEntry, type WaitlistEntry } from './rows.ts'
import { type WaitlistStatus, waitlistLabels, waitlistStatuses } from './status.ts'
import {
  bookedText,
  cancelledText,
  expiredText,
  guestLeftText,
  offeredText,
  waitingText,
} from './texts.ts'
import { entryAsOwner } from './transitions.ts'

export function waitlistStatusOperation(parts: BookingParts) {
  const { context, business, base, rules } = parts
  const texts: Record<WaitlistStatus, { vi: string; en: string }> = {
    waiting: waitingText(business),
    offered: offeredText,
    booked: bookedText,
    left: guestLeftText,
    expired: expiredText,
  }
  return readOperation({
    name: 'getWaitlistEntry',
    group,
    summary: { vi: 'Tình trạng trong danh sách chờ', en: 'Waitlist status' },
    description:
      'Status of an entry of the waitlist by its code. Contains nothing about the guest, and no position. ' +
      'The guest accepts an offered place on the status page or by phone.',
    http: { method: 'GET', path: '/api/waitlist/{code}' },
    changesWith: 'guest',
    input: z.strictObject({
      code: z
        .string()
        .meta({ description: 'The code of the entry.', example: exampleWaitlistCode }),
    }),
    output: z
      .object({
        code: codeSchema,
        status: z.enum(waitlistStatuses).describe('The status of the entry.'),
        status_label: statusLabelField,
        ...windowFields,
        offers: z
          .array(
            z.object({
              id: z.string().describe('Id of the offered place.').meta(lengthFormat(1, 60)),
              date: z.string().describe('The day of the start.').meta(dateFormat),
              time: z.string().describe('The start, HH:MM, Vietnam time.').meta(timeFormat),
              starts_at: z.string().describe('The start with its UTC offset.').meta(instantFormat),
              ends_at: z.string().describe('The planned end.').meta(instantFormat),
              answer_by: z
                .string()
                .describe('Until when the place is held for an answer.')
                .meta(instantFormat),
              ...rules.responseFields,
              ...quoteFields,
              terms: termsField.optional(),
            }),
          )
          .optional()
          .describe('The places that are held for the guest, while the status is `offered`.'),
        booking_code: z
          .string()
          .optional()
          .describe('The booking, after the guest has accepted a place.')
          .meta(codeFormat),
        booking_status: statusField
          .optional()
          .describe('The status of that booking, which may have been cancelled since.'),
        booking_starts_at: z
          .string()
          .optional()
          .describe('The start of that booking.')
          .meta(instantFormat),
        booking_ends_at: z
          .string()
          .optional()
          .describe('The planned end of that booking.')
          .meta(instantFormat),
        booking_url: z.url().optional().describe('URL of the status of that booking.'),
        next_step: z.string().describe('What the status means, as a text for the guest.'),
        updated_at: z.string().describe('Time of the last change.').meta(instantFormat),
      })
      .meta({ id: 'WaitlistEntry' }),
    problems: ['not-found', 'store-unavailable'],
    example: {
      ...exampleEntry(parts),
      status_url: undefined,
      next_step: waitingText(business).vi,
      updated_at: '2026-11-15T10:00:00+07:00',
    },
    async run({ code }, { locale }) {
      const { read } = context.store
      const now = context.now()
      const entry = await findEntry(read, code)
      if (!entry) throw unknownCodeProblem()
      const open = await loadOpenOffers(read, [entryAsOwner(entry)])
      const offers = open.filter((offer) => offer.expires_at > now && isDayOpen(parts, offer))
      const known = currentStatus(entry, now)
      const status = known === 'offered' && offers.length === 0 ? 'waiting' : known
      const booking = await findBookingOf(read, entry)
      const bookingCode = booking && formatCode(booking.code)
      const isCancelled = status === 'booked' && booking?.status === 'cancelled'
      return {
        code: formatCode(entry.code),
        status,
        status_label: waitlistLabels[status][locale],
        ...toWindow(entry),
        party_size: entry.party_size,
        offer: toOfferResponse(parts, entry.offer_id, locale),
        ...(status === 'offered' && {
          offers: offers.map((offer) => toOfferedPlace(parts, entry, offer, locale)),
        }),
        ...(booking && {
          booking_code: bookingCode,
          booking_status: booking.status,
          booking_starts_at: toIsoString(booking.starts_at),
          booking_ends_at: toIsoString(booking.ends_at),
          booking_url: `${base}/api/booking/${bookingCode}`,
        }),
        next_step: (isCancelled ? cancelledText : texts[status])[locale],
        updated_at: toIsoString(entry.updated_at),
      }
    },
  })
}

/** What the guest gets, and the terms that accepting it agrees to. */
function toOfferedPlace(
  parts: BookingParts,
  { details, party_size: partySize }: WaitlistEntry,
  { assignment, service_date: serviceDate, ...offer }: PlaceOffer,
  locale: Locale,
) {
  const { terms, ...quote } = agreedQuote(parts, details, assignment, serviceDate)
  return {
    ...{ id: offer.id, date: offer.date, time: offer.time },
    starts_at: toIsoString(offer.starts_at),
    ends_at: toIsoString(offer.ends_at),
    answer_by: toIsoString(offer.expires_at),
    ...parts.rules.toResponseFields(details, assignment, false, locale),
    ...toQuoteResponse(quote, partySize, locale),
    ...(terms && { terms: toTermsResponse(terms, quote, locale) }),
  }
}
