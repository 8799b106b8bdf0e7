/** What a page says about a booking: its facts, and until when it can be changed free of charge. */
import { formatDate } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { parseIsoString } from '../../../kernel/time.ts'
import { quoteRows } from '../../booking/quote-fields.ts'
import type { BookingStatus } from '../../booking/status-operation.ts'
import { type BookingForm, summaryLabels } from '../../forms/booking-form.ts'
import { formatStay, parseStart } from '../../scheduling/format-start.ts'
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

/** "Free to change or cancel until 17:30 on Wednesday 18 November 2026." Undefined without such a rule. */
export function freeUntilText(
  { cancel_free_until }: Pick<BookingStatus, 'cancel_free_until'>,
  now: number,
  locale: Locale,
): string | undefined {
  if (cancel_free_until === undefined) return undefined
  const { date, time } = parseStart(cancel_free_until)
  const day = formatDate(date, locale)
  if (parseIsoString(cancel_free_until) <= now) {
    return {
      vi: `Hạn đổi hoặc huỷ miễn phí là ${time} ${day}.`,
      en: `Changing or cancelling was free until ${time} on ${day}.`,
    }[locale]
  }
  return {
    vi: `Đổi hoặc huỷ miễn phí tới ${time} ${day}.`,
    en: `Free to change or cancel until ${time} on ${day}.`,
  }[locale]
}

const labels = {
  what: { vi: 'Dịch vụ', en: 'Service' },
} satisfies Record<string, LocalizedText>
