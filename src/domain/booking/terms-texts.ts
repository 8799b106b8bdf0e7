/** What a page and an email say about the terms of a booking, in each trade. */
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale } from '../../kernel/locale.ts'
import { parseIsoString } from '../../kernel/time.ts'
import { parseStart } from '../scheduling/format-start.ts'
import type { BookingStatus } from './status-operation.ts'

/** "If you are late, we hold your place for 20 minutes." Undefined if the shop holds none. */
export function heldText(
  { terms }: Pick<BookingStatus, 'terms'>,
  locale: Locale,
): string | undefined {
  const { hold_minutes: minutes } = terms
  if (minutes === 0) return undefined
  return {
    vi: `Nếu bạn đến trễ, chúng tôi giữ chỗ ${minutes} phút.`,
    en: `If you are late, we hold your place for ${minutes} minutes.`,
  }[locale]
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
