/** `data` of webhook events: the current state of a booking, order or callback request, without data of the guest. */
import { z } from 'zod'
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { toIsoString } from '../../kernel/time.ts'
import { depositStates } from '../booking/deposit/state.ts'
import { offeredPlaceSchema, toOfferedPlace } from '../booking/place-offer/offered-fields.ts'
import type { PlaceOffer } from '../booking/place-offer/rows.ts'
import { quoteFields, toQuoteResponse } from '../booking/quote-fields.ts'
import { changeKinds } from '../booking/requested-change.ts'
import type { StoredBooking } from '../booking/rows.ts'
import { statusField } from '../booking/status.ts'
import { termsField, toTermsResponse } from '../booking/terms.ts'
import { visitStatuses } from '../booking/visit.ts'
import type { EventData } from '../outbox/events.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { OrderRow } from './order.ts'

/** The guest's open change request, without the note. */
export type OpenChangeRequest = {
  kind: (typeof changeKinds)[number]
  date: string | null
  time: string | null
  party_size: number | null
}

/** What waits for staff, and what waits for the guest. */
type OpenMatters = {
  changeRequest?: OpenChangeRequest | undefined
  offers?: readonly PlaceOffer[]
}

export type PayloadContext = {
  readonly rules: BookingRules
  offerName(id: string): LocalizedText
}

const version = z.int().describe('Increases with every change; ignore a smaller one than you know.')

export function bookingPayload({ responseFields }: BookingRules) {
  return z.object({
    ...responseFields,
    code: z.string().describe('The booking code.'),
    status: statusField,
    reason: z
      .enum(['unanswered', 'declined', 'by_staff'])
      .optional()
      .describe('Why the booking is cancelled.'),
    visit: z.enum(visitStatuses).optional().describe('The visit, as set by staff.'),
    date: z.string().describe('YYYY-MM-DD, Vietnam time.'),
    time: z.string().describe('HH:MM, Vietnam time.'),
    starts_at: z.string().describe('The start with its UTC offset.'),
    ends_at: z.string().describe('The planned end with its UTC offset.'),
    party_size: z.int().describe('Number of guests.'),
    offer: z
      .object({
        id: z.string().describe('Id of the offer.'),
        name: z.string().describe('Its name in the language of the staff’s messages.'),
      })
      .describe('The booked offer.'),
    ...quoteFields,
    terms: termsField.optional(),
    source: z
      .string()
      .describe('Where the booking came from: `web`, `api`, `mcp …`, `phone` or `door`.'),
    version,
    change: z
      .object({
        kind: z.enum(changeKinds).describe('The change that the guest wants.'),
        date: z.string().optional().describe('The new date.'),
        time: z.string().optional().describe('The new time.'),
        party_size: z.int().optional().describe('The new number of guests.'),
      })
      .optional()
      .describe('The change request that staff have not answered yet.'),
    from: z
      .string()
      .optional()
      .describe('With `moved`, `rearranged` and `offer_accepted`: the date and time before.'),
    to: z
      .string()
      .optional()
      .describe('With `moved`, `rearranged` and `offer_accepted`: the date and time after.'),
    times: z.array(z.string()).optional().describe('With `offered`: the offered times.'),
    offers: z
      .array(offeredPlaceSchema({ responseFields }))
      .optional()
      .describe('What staff offer the guest and hold until `expires_at`, while it is open.'),
    undone: z.string().optional().describe('With `reopened`: the action that was undone.'),
    deposit: z
      .object({
        amount: z.int().describe('In dong.'),
        state: z.enum(depositStates).describe('Its state, as in the booking status.'),
      })
      .optional()
      .describe('Present once staff have acted on a deposit.'),
  })
}

export function toBookingPayload(
  context: PayloadContext,
  { from, to, times, undone }: EventData,
  booking: StoredBooking,
  { changeRequest, offers = [] }: OpenMatters,
  locale: Locale,
): Record<string, unknown> {
  return {
    // `requiresStaffCall` is always false here, because it would disclose health data.
    ...context.rules.toResponseFields(booking.details, booking.assignment, false, locale),
    code: formatCode(booking.code),
    status: booking.status,
    ...(booking.reason !== null && { reason: booking.reason }),
    ...(booking.visit !== null && { visit: booking.visit }),
    date: booking.date,
    time: booking.time,
    starts_at: toIsoString(booking.starts_at),
    ends_at: toIsoString(booking.ends_at),
    party_size: booking.party_size,
    offer: { id: booking.offer_id, name: context.offerName(booking.offer_id)[locale] },
    ...toQuoteResponse(booking.quote, booking.party_size, locale),
    ...(booking.quote.terms && {
      terms: toTermsResponse(booking.quote.terms, booking.quote, locale),
    }),
    source: booking.source,
    version: booking.version,
    ...(changeRequest && { change: toChangePayload(changeRequest) }),
    ...(from !== undefined && { from, to }),
    ...(times !== undefined && { times: String(times).split(', ') }),
    ...(offers.length > 0 && {
      offers: offers.map((offer) => toOfferedPlace(context, booking, offer, locale)),
    }),
    ...(undone !== undefined && { undone }),
    ...(booking.deposit_state !== null && {
      deposit: { amount: booking.deposit, state: booking.deposit_state },
    }),
  }
}

function toChangePayload({
  kind,
  date,
  time,
  party_size,
}: OpenChangeRequest): Record<string, unknown> {
  return {
    kind,
    ...(date !== null && { date }),
    ...(time !== null && { time }),
    ...(party_size !== null && { party_size }),
  }
}

export const orderPayload = z.object({
  code: z.string().describe('The order code.'),
  kind: z.string().describe('`gift_card` or `membership`.'),
  status: z.string().describe('Status of the order, as in GET /api/order/{code}.'),
  total: z.int().describe('In dong.'),
  version,
})

export function toOrderPayload({
  code,
  kind,
  status,
  total,
  version,
}: Pick<OrderRow, 'code' | 'kind' | 'status' | 'total' | 'version'>): z.input<typeof orderPayload> {
  return { code: formatCode(code), kind, status, total, version }
}

export const leadPayload = z.object({
  id: z.string().describe('Id of the callback request; the desk shows the name and the number.'),
})
