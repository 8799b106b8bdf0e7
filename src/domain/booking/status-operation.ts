/** GET /api/booking/{code}: status of a booking, without any data of the guest. */

import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import { formatCode, unknownCodeProblem } from '../../kernel/booking-code.ts'
import { instantFormat } from '../../kernel/field-formats.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { type OutputOf, readOperation } from '../../kernel/operation.ts'
import { dateAt, hour, startOfDay, toIsoString } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { answerResponseFields, isForGuests, toAnswerResponse } from '../guest/questions.ts'
import { nextStepText, responseDeadline } from '../guest/response-deadline.ts'
import type { Terms } from '../pricing/terms.ts'
import { exampleBooking } from '../scheduling/example.ts'
import { codeField, exampleCode } from '../scheduling/fields.ts'
import type { Answers } from '../scheduling/guest-question.ts'
import type { BookingRequestDetails } from '../scheduling/rules.ts'
import {
  type Deposit,
  depositField,
  depositOf,
  depositText,
  toDepositResponse,
} from './deposit/deposit.ts'
import {
  type BookingParts,
  bookingCodeField,
  bookingGroup,
  endField,
  offerSchema,
  startField,
  statusLabelField,
  toOfferResponse,
} from './fields.ts'
import {
  formatDeadline,
  loadAcceptableOffers,
  offeredPlaceSchema,
  toOfferedPlace,
} from './place-offer/offered-fields.ts'
import { isDayOpen } from './place-offer/place-offers.ts'
import type { PlaceOffer } from './place-offer/rows.ts'
import { exampleQuote, quoteFields, toQuoteResponse } from './quote-fields.ts'
import {
  loadRequestedChange,
  type RequestedChangeDetails,
  requestedChangeSchema,
  toRequestedChange,
} from './requested-change.ts'
import { findBooking, isComing, loadAnswers, type StoredBooking } from './rows.ts'
import { statusField, statusLabels } from './status.ts'
import { exampleTerms, termsField, termsOf, toTermsResponse } from './terms.ts'

/** What anyone with the code of a booking may see of it. */
export type BookingStatus = OutputOf<ReturnType<typeof statusOperation>>

export function statusOperation(parts: BookingParts) {
  const { context, rules } = parts
  const { party_size: ownPartySize } = rules.responseFields
  const hasAnswersForGuests = rules.questions.some(isForGuests)
  return readOperation({
    name: 'getBooking',
    group: bookingGroup,
    summary: { vi: 'Tình trạng của một yêu cầu đặt chỗ', en: 'Booking status' },
    description:
      'Status of a booking by its code. Case and dashes do not matter, and O is read as 0. Contains no guest data.',
    http: { method: 'GET', path: '/api/booking/{code}' },
    changesWith: 'guest',
    input: z.strictObject({ code: codeField(rules) }),
    output: z
      .object({
        code: bookingCodeField,
        status: statusField,
        status_label: statusLabelField,
        starts_at: startField,
        ends_at: endField,
        offer: offerSchema,
        ...quoteFields,
        terms: termsField,
        ...rules.responseFields,
        // Every trade sends it; those that ask for it describe it themselves.
        party_size: ownPartySize instanceof z.ZodNumber ? ownPartySize : partySizeField,
        ...answerResponseFields(rules.questions),
        cancelled_because: z
          .enum(['unanswered', 'staff'])
          .optional()
          .describe(
            '`unanswered`: staff did not answer before the start. `staff`: cancelled by staff.',
          ),
        why: z
          .string()
          .optional()
          .describe('The reason that staff gave for declining or cancelling, in their words.'),
        next_step: z
          .string()
          .optional()
          .describe(
            'What happens next, while the request or a requested change is pending, a deposit is due, or offers are open.',
          ),
        next_by: z
          .string()
          .optional()
          .describe(
            'While the request or a requested change is pending: until when staff answer, in opening hours.',
          )
          .meta(instantFormat),
        cancel_free_until: z
          .string()
          .optional()
          .describe('Until when the guest can cancel free of charge; before the start only.')
          .meta(instantFormat),
        deposit: depositField
          .optional()
          .describe(
            'Present if the shop requires a deposit for such a booking, or staff requested one.',
          ),
        coming: z
          .literal(true)
          .optional()
          .describe('Present after the guest has said that they are coming.'),
        change_requested: z.boolean().describe('True while a change request awaits staff.'),
        requested_change: requestedChangeSchema
          .optional()
          .describe('The change that awaits staff; the other fields have the booking as it is.'),
        offers: z
          .array(offeredPlaceSchema(rules))
          .optional()
          .describe(
            'Other times, places or services that staff offer and hold for the guest until `expires_at`. The guest accepts one or declines all on the status page; no API call does.',
          ),
        updated_at: z.string().describe('Time of the last change.').meta(instantFormat),
      })
      .meta({ id: 'BookingStatus' }),
    problems: ['not-found', 'store-unavailable'],
    example: exampleStatus(parts),
    async run({ code }, { locale }) {
      const { read } = context.store
      const booking = await findBooking(read, code, context.now())
      if (!booking) throw unknownCodeProblem()
      const change = await loadRequestedChange(read, booking.id)
      const answers = hasAnswersForGuests ? await loadAnswers(read, booking.id) : {}
      const staffReason = await loadStaffReason(read, booking)
      const acceptable = await loadAcceptableOffers(read, booking, context.now())
      const offers = acceptable.filter((offer) => isDayOpen(parts, offer))
      const extras = { change, answers, staffReason, offers }
      return toBookingStatus(parts, booking, extras, context.now(), locale)
    },
  })
}

const partySizeField = z.int().min(1).describe('Number of guests.')

/** What is stored beside the booking. */
type StatusExtras = {
  change?: RequestedChangeDetails | undefined
  answers: Answers
  staffReason?: string | undefined
  offers?: readonly PlaceOffer[]
}

/** The reason in the words of staff, which was also sent to the guest. */
async function loadStaffReason(
  sql: Sql,
  { id, status }: Pick<StoredBooking, 'id' | 'status'>,
): Promise<string | undefined> {
  if (status !== 'cancelled') return undefined
  const guest = await sql.get<{ staff_note: string | null }>(
    'SELECT staff_note FROM booking_guests WHERE booking_id = ?',
    id,
  )
  return guest?.staff_note ?? undefined
}

export function toBookingStatus(
  parts: Pick<BookingParts, 'rules' | 'business' | 'offerName'>,
  booking: StoredBooking,
  { change, answers, staffReason, offers = [] }: StatusExtras,
  now: number,
  locale: Locale,
) {
  const { rules } = parts
  const deposit = depositOf(parts, booking, now)
  const terms = termsOf(parts, booking)
  const requestedChange =
    change && booking.status !== 'cancelled' && booking.starts_at > now
      ? toRequestedChange(parts, booking, change, now, locale)
      : undefined
  // `requiresStaffCall` is always false here, because it would disclose health data.
  const tradeFields = rules.toResponseFields(booking.details, booking.assignment, false, locale)
  return {
    code: formatCode(booking.code),
    status: booking.status,
    status_label: statusLabels[booking.status][locale],
    starts_at: toIsoString(booking.starts_at),
    ends_at: toIsoString(booking.ends_at),
    offer: toOfferResponse(parts, booking.offer_id, locale),
    ...toQuoteResponse(booking.quote, booking.party_size, locale),
    terms: toTermsResponse(terms, booking.quote, locale),
    ...tradeFields,
    ...toAnswerResponse(rules.questions, answers),
    party_size: booking.party_size,
    ...(booking.status === 'cancelled' && {
      cancelled_because:
        booking.reason === 'unanswered' ? ('unanswered' as const) : ('staff' as const),
    }),
    ...(staffReason && { why: staffReason }),
    ...nextStepField(parts, booking, { deposit, requestedChange, offers }, now, locale),
    ...cancellationField(terms, booking, now),
    ...(deposit && { deposit: toDepositResponse(deposit, locale) }),
    ...(isComing(booking) && { coming: true as const }),
    change_requested: change !== undefined,
    ...(requestedChange && { requested_change: requestedChange }),
    ...(offers.length > 0 && {
      offers: offers.map((offer) => toOfferedPlace(parts, booking, offer, locale)),
    }),
    updated_at: toIsoString(booking.updated_at),
  }
}

function nextStepField(
  { business }: Pick<BookingParts, 'business'>,
  booking: StoredBooking,
  {
    deposit,
    requestedChange,
    offers: [firstOffer],
  }: {
    offers: readonly PlaceOffer[]
    deposit: Deposit | undefined
    requestedChange: ReturnType<typeof toRequestedChange> | undefined
  },
  now: number,
  locale: Locale,
) {
  const isDepositRelevant = deposit?.transfer || (deposit && booking.status === 'pending')
  const sentences = [
    ...(firstOffer ? [offersText(business, firstOffer)[locale]] : []),
    ...(booking.status === 'pending' && !firstOffer
      ? [nextStepText(business, now, locale, booking.created_at)]
      : []),
    ...(isDepositRelevant ? [depositText(deposit)[locale]] : []),
    ...(requestedChange ? [requestedChange.next_step] : []),
  ]
  if (sentences.length === 0) return {}
  // The answer of the guest comes next, not that of staff.
  if (firstOffer) return { next_step: sentences.join(' ') }
  const answerBy =
    booking.status === 'pending' ? responseDeadline(business, booking.created_at) : undefined
  const nextBy = answerBy === undefined ? requestedChange?.next_by : toIsoString(answerBy)
  return {
    next_step: sentences.join(' '),
    ...(nextBy !== undefined && { next_by: nextBy }),
  }
}

function offersText({ phone }: Business, { expires_at }: PlaceOffer): LocalizedText {
  const until = forEachLocale((locale) => formatDeadline(toIsoString(expires_at), locale))
  return {
    vi:
      `Chúng tôi mời bạn chọn giờ hoặc chỗ khác, được giữ cho bạn đến ${until.vi}. Bạn nhận hoặc từ chối ` +
      `${answerPlaces.elsewhere.vi}, hoặc gọi ${phone}.`,
    en:
      `We offer you another time or place and hold it for you until ${until.en}. Accept or decline it ` +
      `${answerPlaces.elsewhere.en}, or call ${phone}.`,
  }
}

/** Where the guest answers an offer, in the words of a response and of the page itself. */
export const answerPlaces = {
  elsewhere: { vi: 'trên trang của lượt đặt', en: 'on the page of the booking' },
  onPage: { vi: 'ở dưới đây', en: 'below' },
} satisfies Record<string, LocalizedText>

export function cancellationField(
  { freeCancellationHours: hours }: Terms,
  { status, starts_at }: StoredBooking,
  now: number,
) {
  if (status === 'cancelled' || starts_at <= now) return {}
  return hours === undefined ? {} : { cancel_free_until: toIsoString(starts_at - hours * hour) }
}

function exampleStatus(parts: BookingParts): Record<string, unknown> {
  const { rules, context } = parts
  const example = exampleBooking(rules, context.now())
  if (!example) return {}
  const { details, option, startsAt, endsAt } = example
  // A fixed time, so that all processes publish the same example.
  const noon = startOfDay(dateAt(context.now())) + 12 * hour
  return {
    code: exampleCode(rules),
    status: 'pending',
    status_label: statusLabels.pending.vi,
    starts_at: toIsoString(startsAt),
    ends_at: toIsoString(endsAt),
    offer: toOfferResponse(parts, details.offerId, 'vi'),
    ...exampleQuote(parts, example),
    ...exampleTerms(parts, example),
    ...rules.toResponseFields(details, option.assignment, false, 'vi'),
    party_size: details.partySize,
    next_step: nextStepText(parts.business, noon, 'vi'),
    ...exampleDeadlines(parts, details, startsAt, noon),
    change_requested: false,
    updated_at: toIsoString(noon),
  }
}

function exampleDeadlines(
  { rules, business }: BookingParts,
  details: BookingRequestDetails,
  startsAt: number,
  requestedAt: number,
) {
  const answerBy = responseDeadline(business, requestedAt)
  const hours = rules.freeCancellationHours(details)
  return {
    ...(answerBy !== undefined && { next_by: toIsoString(answerBy) }),
    ...(hours !== undefined && { cancel_free_until: toIsoString(startsAt - hours * hour) }),
  }
}
