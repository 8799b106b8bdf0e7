/** The terms of a booking, agreed when it was made: as stored, in responses, and compared with the content of today. */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import { versionFormat } from '../../kernel/field-formats.ts'
import type { Locale } from '../../kernel/locale.ts'
import { money, toMoney } from '../../kernel/money.ts'
import type { CreateQuote, Quote } from '../pricing/quote.ts'
import { type ChangedTerm, compareTerms, type Terms } from '../pricing/terms.ts'
import type {
  Assignment,
  BookingRequestDetails,
  BookingRules,
  CalendarTime,
} from '../scheduling/rules.ts'
import type { StoredBooking } from './rows.ts'

type TermsContext = { rules: BookingRules; business: Business }

type QuoteContext = TermsContext & { quote: CreateQuote }

/** What the content of today says. There is no deposit without a bank account to which it can be paid. */
function termsOfToday(
  { rules, business }: TermsContext,
  details: BookingRequestDetails,
  assignment: Assignment,
): Terms {
  const freeCancellationHours = rules.freeCancellationHours(details)
  const minimumSpend = rules.minimumSpend?.(assignment) ?? 0
  return {
    deposit: business.bank ? (rules.deposit?.(details, assignment) ?? 0) : 0,
    holdMinutes: rules.holdMinutes(details),
    noticeMinutes: rules.noticeMinutes(details),
    ...(freeCancellationHours !== undefined && { freeCancellationHours }),
    ...(minimumSpend > 0 && { minimumSpend }),
  }
}

/** What a guest agrees to with a new request, or with another offer or party size. */
export function agreedQuote(
  context: QuoteContext,
  details: BookingRequestDetails,
  assignment: Assignment,
  date: string,
): Quote {
  const quote = context.quote(details, date)
  const { content } = quote
  const terms = { ...termsOfToday(context, details, assignment), ...(content && { content }) }
  return { ...quote, terms }
}

/** A booking of an earlier version has no terms of its own. */
export function termsOf(
  context: TermsContext,
  { quote, details, assignment }: Pick<StoredBooking, 'quote' | 'details' | 'assignment'>,
): Terms {
  return quote.terms ?? termsOfToday(context, details, assignment)
}

/** The deposit that was agreed, in dong. */
export function agreedDeposit(
  context: TermsContext,
  booking: Pick<StoredBooking, 'quote' | 'details' | 'assignment'>,
): number {
  return context.business.bank ? termsOf(context, booking).deposit : 0
}

/** The deposit of such a booking by the content of today, in dong. */
export function requiredDeposit(
  context: TermsContext,
  details: BookingRequestDetails,
  assignment: Assignment,
): number {
  return termsOfToday(context, details, assignment).deposit
}

/** What is different for such a booking today. */
export function findChangedTerms(context: TermsContext, booking: StoredBooking): ChangedTerm[] {
  const { terms } = booking.quote
  if (!terms) return []
  return compareTerms(terms, termsOfToday(context, booking.details, booking.assignment))
}

export const termsField = z
  .object({
    deposit: money.optional().describe('Absent if none is required.'),
    hold_minutes: z.int().min(0).describe('How long the place is kept for a guest who is late.'),
    notice_minutes: z.int().min(0).describe('How long before the start a guest has to book.'),
    free_cancellation_hours: z
      .int()
      .min(0)
      .optional()
      .describe('Until how many hours before the start the guest can cancel free of charge.'),
    minimum_spend: money.optional().describe('Absent if there is none.'),
    vat_percent: z.number().min(0).max(100).optional().describe('The rate that prices include.'),
    content_version: z
      .string()
      .optional()
      .describe('The version of the content they come from.')
      .meta(versionFormat),
  })
  .describe('The terms when the booking was made; a later change of the content does not apply.')
  .meta({ id: 'BookingTerms' })

/** For the documentation. */
export function exampleTerms(
  context: QuoteContext,
  {
    details,
    option,
    ...time
  }: CalendarTime & { details: BookingRequestDetails; option: { assignment: Assignment } },
) {
  const { date } = context.rules.serviceDays.find(time)
  const { terms, ...quote } = agreedQuote(context, details, option.assignment, date)
  const { content_version: _, ...fields } = terms ? toTermsResponse(terms, quote, 'vi') : {}
  return { terms: fields }
}

export function toTermsResponse(terms: Terms, { vatPercent }: Quote, locale: Locale) {
  const { deposit, freeCancellationHours, minimumSpend, content } = terms
  return {
    ...(deposit > 0 && { deposit: toMoney(deposit, locale) }),
    hold_minutes: terms.holdMinutes,
    notice_minutes: terms.noticeMinutes,
    ...(freeCancellationHours !== undefined && { free_cancellation_hours: freeCancellationHours }),
    ...(minimumSpend !== undefined && { minimum_spend: toMoney(minimumSpend, locale) }),
    ...(vatPercent !== undefined && { vat_percent: vatPercent }),
    ...(content !== undefined && { content_version: content }),
  }
}
