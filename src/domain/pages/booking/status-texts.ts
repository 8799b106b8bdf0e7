/** What a page says about a booking. */
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { parseIsoString } from '../../../kernel/time.ts'
import { quoteRows } from '../../booking/quote-fields.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import { type BookingForm, summaryLabels } from '../../forms/booking-form.ts'
import { formatStay } from '../../scheduling/format-start.ts'
import type { BookingPageContext } from './context.ts'

/** What is booked, when, with whom or where, and what it costs. */
export function bookingRows(
  { form, rules }: BookingPageContext,
  booking: BookingStatus,
  locale: Locale,
): [term: string, text: string][] {
  const { offer, starts_at, ends_at } = booking
  return [
    [labels.what[locale], offer.name],
    [summaryLabels.when[locale], formatStay(rules.serviceDays, starts_at, ends_at, locale)],
    ...form.summary(booking, locale, 'guest'),
    ...quoteRows(booking, locale),
  ]
}

/** Whether guests choose their number, and not a service for a number of guests. */
export function asksPartySize({ steps }: Pick<BookingForm, 'steps'>): boolean {
  return steps.some(({ names, leadsTo }) => names.includes('party_size') && leadsTo === undefined)
}

/** Before its start, and not cancelled. */
export function isUpcoming({ status, starts_at }: BookingStatus, now: number): boolean {
  return status !== 'cancelled' && parseIsoString(starts_at) > now
}

const labels = {
  what: { vi: 'Dịch vụ', en: 'Service' },
} satisfies Record<string, LocalizedText>
