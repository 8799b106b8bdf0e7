/** How early and how late guests can book: past days, the horizon, and the notice. */
import { formatDate } from '../../kernel/format-date.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { addDays, dateAt, minute, startOfDay } from '../../kernel/time.ts'
import type { BookingRequestDetails, BookingRules, Rejection } from './rules.ts'

export function outsideHorizon(
  { horizonDays, serviceDays }: Pick<BookingRules, 'horizonDays' | 'serviceDays'>,
  date: string,
  now: number,
): Rejection | undefined {
  const today = dateAt(now)
  // After midnight the service of yesterday may go on.
  if (date < serviceDays.dateAt(now)) return { code: 'past', reason: pastDayText(today) }
  const last = addDays(today, horizonDays)
  return date > last ? { code: 'too_far', reason: beyondHorizonText(horizonDays, last) } : undefined
}

/** The starts that leave enough time for the notice that the request needs. */
export function afterNotice<Item extends { at: number }>(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  starts: readonly Item[],
  now: number,
): Item[] {
  const earliest = now + rules.noticeMinutes(details) * minute
  const midnight = startOfDay(date)
  return starts.filter(({ at }) => midnight + at * minute >= earliest)
}

export function noticeText(minutes: number): LocalizedText {
  const hours = minutes / 60
  if (Number.isInteger(hours)) {
    const unit = plural(hours, { one: 'hour', other: 'hours' })
    return {
      vi: `Cần báo trước ít nhất ${hours} giờ.`,
      en: `This needs at least ${hours} ${unit} of notice.`,
    }
  }
  return {
    vi: `Cần báo trước ít nhất ${minutes} phút.`,
    en: `This needs at least ${minutes} minutes of notice.`,
  }
}

function pastDayText(today: string): LocalizedText {
  const text = forEachLocale((locale) => formatDate(today, locale))
  return {
    vi: `Ngày này đã qua; hôm nay là ${text.vi}.`,
    en: `This day is past; today is ${text.en}.`,
  }
}

function beyondHorizonText(horizonDays: number, last: string): LocalizedText {
  const text = forEachLocale((locale) => formatDate(last, locale))
  return {
    vi: `Chỉ nhận đặt trước tối đa ${horizonDays} ngày, đến ${text.vi}.`,
    en: `Bookings are accepted up to ${horizonDays} days ahead, until ${text.en}.`,
  }
}
