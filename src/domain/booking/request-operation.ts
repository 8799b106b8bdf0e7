/** POST /api/booking: stores a pending request that holds its resources until staff answer. */

import { z } from 'zod'
import { toTestCode } from '../../kernel/booking-code.ts'
import { codeFormat } from '../../kernel/field-formats.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { OutputOf, WriteAttempt } from '../../kernel/operation.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import { toIsoString } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { alreadyRequestedField } from '../guard/stored-responses.ts'
import { writeOperation } from '../guard/write-operation.ts'
import { bookingConsent, consentShown } from '../guest/consent.ts'
import {
  consentField,
  contactEmail,
  localeField,
  nameField,
  noteField,
  phoneField,
} from '../guest/fields.ts'
import {
  answerResponseFields,
  questionFields,
  readAnswers,
  toAnswerResponse,
} from '../guest/questions.ts'
import { nextStepText } from '../guest/response-deadline.ts'
import { closedDayReason } from '../scheduling/availability.ts'
import { exampleBooking } from '../scheduling/example.ts'
import { dateField, exampleCode, timeField } from '../scheduling/fields.ts'
import type { CalendarTime } from '../scheduling/rules.ts'
import { depositText } from './deposit/deposit.ts'
import { earlyRequests } from './early-requests.ts'
import { assertFairShare, insertRequestCounts } from './fair-share.ts'
import {
  type BookingParts,
  bookingGroup,
  endField,
  offerSchema,
  startField,
  statusLabelField,
  toOfferResponse,
} from './fields.ts'
import { assertWithinPace } from './pace-check.ts'
import { exampleQuote, quoteFields, toQuoteResponse } from './quote-fields.ts'
import { type Booking, type BookingRequest, evaluateBooking, insertBooking } from './request.ts'
import { findBookingRow } from './rows.ts'
import { statusLabels } from './status.ts'
import { exampleTerms, termsField, toTermsResponse } from './terms.ts'

/** The result of a booking request, or of its dry run. */
export type RequestedBooking = OutputOf<ReturnType<typeof requestOperation>>

type RequestInput = Readonly<Record<string, unknown>> & {
  date: string
  time: string
  name: string
  phone: string
  email?: string | null | undefined
  note?: string | undefined
}

export function requestOperation(parts: BookingParts) {
  const { context, rules, business, base, fairShare } = parts
  const { questions } = rules
  const consent = bookingConsent(business, questions)
  const early = earlyRequests(parts)

  /** Throws a Problem if the fields do not fit together. */
  const toRequest = (input: RequestInput, attempt: WriteAttempt, now: number): BookingRequest => {
    const parsed = rules.parseDetails(input, 'request')
    const errors = [...(parsed.errors ?? []), ...(rules.answerErrors?.(input, now) ?? [])]
    if (parsed.errors || errors.length > 0) {
      const fields = withClosedDayError(parts, errors, input)
      throw new Problem('invalid-fields', { fields })
    }
    const { locale, source, client, networks } = attempt
    return {
      details: parsed.details[0],
      date: input.date,
      time: input.time,
      guest: {
        name: input.name,
        phone: input.phone,
        email: input.email ?? null,
        note: input.note || null,
      },
      answers: readAnswers(questions, input),
      consent: consentShown(consent, locale),
      ...{ locale, source, client, networks },
    }
  }

  return writeOperation(context, {
    name: 'requestBooking',
    group: bookingGroup,
    summary: { vi: 'Gửi yêu cầu đặt chỗ', en: 'Request a booking' },
    description:
      'Stores a pending request that holds the time; only staff confirm, by phone or message. ' +
      'With `dry_run=1` everything is checked and nothing is stored.',
    http: { method: 'POST', path: '/api/booking', status: 202 },
    dryRun: true,
    limit: 'writes',
    isContended: true,
    input: z.strictObject({
      date: dateField,
      time: timeField,
      ...rules.requestFields,
      ...questionFields(questions),
      name: nameField,
      phone: phoneField,
      email: contactEmail,
      note: noteField,
      locale: localeField,
      consent: consentField(consent),
    }),
    output: z
      .object({
        code: z
          .string()
          .describe('Code of the request; use it to check the status.')
          .meta(codeFormat),
        status: z.literal('pending').describe('A new request is always pending.'),
        status_label: statusLabelField,
        status_url: z.url().optional().describe('URL of the status; not in a dry run.'),
        starts_at: startField,
        ends_at: endField,
        offer: offerSchema,
        ...quoteFields,
        terms: termsField.optional(),
        ...rules.responseFields,
        ...answerResponseFields(questions),
        next_step: z.string().describe('What happens next and by when, as a text for the guest.'),
        test: z.literal(true).optional().describe('Only in a dry run: nothing was stored.'),
        already_requested: alreadyRequestedField,
      })
      .meta({ id: 'RequestedBooking' }),
    problems: ['slot-taken', 'too-many-open-requests'],
    example: exampleRequested(parts),
    requestExample: exampleTime(parts),
    checkRules(fields) {
      const hasAllFields = Object.keys(rules.requestFields).every((name) => name in fields)
      const errors = hasAllFields
        ? [
            ...(rules.parseDetails(fields, 'request').errors ?? []),
            ...(rules.answerErrors?.(fields, context.now()) ?? []),
          ]
        : []
      return withClosedDayError(parts, errors, fields as Partial<CalendarTime>)
    },
    async evaluate(input, { sql, now, attempt }): Promise<Booking> {
      return evaluateBooking(sql, parts, toRequest(input, attempt, now), now)
    },
    early: {
      ...early,
      async decide(input, { sql, now, attempt }) {
        return early.decide(sql, () => toRequest(input, attempt, now), now)
      },
    },
    rowOf: ({ date, time }) => `day ${rules.serviceDays.find({ date, time }).date}`,
    async assertWithinLimits(booking, { sql, now, attempt: { dryRun } }) {
      const limited = fairShare && { rules, business, fairShare }
      if (limited) await assertFairShare(sql, limited, booking, now, dryRun)
    },
    async persist(booking, { sql, now }) {
      await insertBooking(sql, parts, booking, 'requested', now)
      // After the cells are held, which makes concurrent bookings of the day wait for each other.
      await assertWithinPace(sql, parts, booking, now)
      if (fairShare) await insertRequestCounts(sql, fairShare, [booking], now)
    },
    toResponse(booking, { attempt: { dryRun, locale }, now }) {
      const code = dryRun ? toTestCode(booking.code) : booking.code
      return {
        code,
        status: 'pending' as const,
        status_label: statusLabels.pending[locale],
        status_url: `${base}/api/booking/${code}`,
        starts_at: toIsoString(booking.startsAt),
        ends_at: toIsoString(booking.endsAt),
        offer: toOfferResponse(parts, booking.details.offerId, locale),
        ...toQuoteResponse(booking.quote, booking.details.partySize, locale),
        ...(booking.quote.terms && {
          terms: toTermsResponse(booking.quote.terms, booking.quote, locale),
        }),
        ...rules.toResponseFields(
          booking.details,
          booking.option.assignment,
          booking.requiresStaffCall,
          locale,
        ),
        ...toAnswerResponse(questions, booking.answers),
        next_step: [nextStepText(business, now, locale), ...depositTexts(booking, locale)].join(
          ' ',
        ),
      }
    },
    isStillOpen: (sql, { code, starts_at }) => isStillRequested(sql, code, starts_at),
    location: ({ code }) => `/api/booking/${code}`,
  })
}

/** False after the booking was cancelled, or moved to another time: then the same request is a new one. */
async function isStillRequested(sql: Sql, code: string, startsAt: string): Promise<boolean> {
  const booking = await findBookingRow(sql, code)
  return (
    booking !== undefined &&
    booking.status !== 'cancelled' &&
    toIsoString(booking.starts_at) === startsAt
  )
}

function depositTexts({ quote }: Booking, locale: Locale): string[] {
  const amount = quote.terms?.deposit ?? 0
  return amount > 0 ? [depositText({ amount, state: 'not_asked' })[locale]] : []
}

/** Adds an error for a day that is closed for every kind of booking. */
function withClosedDayError(
  { rules, business, context }: BookingParts,
  errors: readonly FieldError[],
  { date, time }: Partial<CalendarTime>,
): FieldError[] {
  // Without a time, the request may be for the night that began the day before.
  if (date === undefined || (time === undefined && rules.serviceDays.hasNights)) return [...errors]
  const day = time === undefined ? date : rules.serviceDays.find({ date, time }).date
  const message = closedDayReason(rules, business, day, context.now())
  return message ? [...errors, { name: 'date', code: 'not_open', message }] : [...errors]
}

/** The time of the example response, so that the example request can be sent. */
function exampleTime({ rules, context }: BookingParts): Record<string, string> {
  const example = exampleBooking(rules, context.now())
  return example ? { date: example.date, time: example.time } : {}
}

function exampleRequested(parts: BookingParts): Record<string, unknown> {
  const { rules, base, business, context } = parts
  const example = exampleBooking(rules, context.now())
  if (!example) return {}
  const { details, option, startsAt, endsAt } = example
  return {
    code: exampleCode(rules),
    status: 'pending',
    status_label: statusLabels.pending.vi,
    status_url: `${base}/api/booking/${exampleCode(rules)}`,
    starts_at: toIsoString(startsAt),
    ends_at: toIsoString(endsAt),
    offer: toOfferResponse(parts, details.offerId, 'vi'),
    ...exampleQuote(parts, example),
    ...exampleTerms(parts, example),
    ...rules.toResponseFields(details, option.assignment, false, 'vi'),
    next_step: nextStepText(business, context.now(), 'vi'),
  }
}
