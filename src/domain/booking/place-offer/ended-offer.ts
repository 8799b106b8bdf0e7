/** What a guest is told who accepts an offer that has ended: why, and which times are free. */
import type { LocalizedText } from '../../../kernel/locale.ts'
import { Problem } from '../../../kernel/problem.ts'
import { minute, startOfDay } from '../../../kernel/time.ts'
import type { Sql } from '../../../store/sql.ts'
import { findClosedReason } from '../../closed-days/closed-days.ts'
import type { BookingRequestDetails } from '../../scheduling/rules.ts'
import { findAlternatives } from '../alternatives.ts'
import type { BookingContext } from '../context.ts'
import { loadDay } from '../load-day.ts'
import { isDayOpen } from './place-offers.ts'
import type { PlaceOffer } from './rows.ts'

export async function endedOfferProblem(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  offer: PlaceOffer | undefined,
  now: number,
): Promise<Problem> {
  if (!offer) return new Problem('slot-taken', { alternatives: [], detail: endedOfferTexts.ended })
  const { service_date: date, starts_at: startsAt } = offer
  const closed = (await findClosedReason(sql, date)) ?? !isDayOpen(context, offer)
  const at = (startsAt - startOfDay(date)) / minute
  const day = await loadDay(sql, context, date)
  const free = await findAlternatives(sql, context, details, { date, at, day }, now)
  // Another process may have closed the day a moment ago.
  const alternatives = closed ? free.filter((one) => one.date !== date) : free
  const why = closed ? 'closed' : offer.status === 'withdrawn' ? 'withdrawn' : 'ended'
  return new Problem('slot-taken', { alternatives, detail: endedOfferTexts[why] })
}

/** Also on the page to which the guest returns. */
export const endedOfferTexts = {
  ended: {
    vi: 'Lời mời này không còn nữa: đã hết hạn, hoặc đã được trả lời.',
    en: 'This offer has ended: its time is up, or it was answered.',
  },
  withdrawn: {
    vi: 'Rất tiếc, lời mời này không còn nữa: chúng tôi đã phải rút lại.',
    en: 'We are sorry: we had to withdraw this offer.',
  },
  closed: {
    vi: 'Rất tiếc, lời mời này không còn nữa: hôm đó chúng tôi nghỉ.',
    en: 'We are sorry: this offer has ended, because we are closed on that day.',
  },
} satisfies Record<string, LocalizedText>
