/** Opening hours of a day: those of the weekday, unless the day is a special day. */
import type { Business } from '../../content/shop.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { minutesOf, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Closed } from './rules.ts'

/** In minutes after midnight. */
export type Period = { from: number; to: number }

export type Hours = { open: true; periods: readonly Period[] } | Closed

export function hoursOn(business: Business, date: string): Hours {
  const special = business.special_days.find(({ from, to }) => from <= date && date <= to)
  if (special?.hours) return { open: true, periods: special.hours.map(toPeriod) }
  if (special) return { open: false, code: 'closed', reason: special.reason, special: true }
  const weekday = weekdayOf(date)
  const periods = business.hours.flatMap(({ days, periods }) =>
    days.includes(weekday) ? periods.map(toPeriod) : [],
  )
  return periods.length > 0
    ? { open: true, periods }
    : { open: false, code: 'closed', reason: closedWeekdayText(weekday) }
}

function toPeriod({ from, to }: { from: string; to: string }): Period {
  return { from: minutesOf(from), to: minutesOf(to) }
}

export function closedWeekdayText(weekday: number): LocalizedText {
  const name = weekdayNames([weekday])
  return { vi: `Chúng tôi nghỉ ${name.vi}.`, en: `We are closed on ${name.en}.` }
}

/** The period in which a booking of this duration can start at this time and end before closing. */
export function periodFor(
  periods: readonly Period[],
  at: number,
  minutes: number,
): Period | undefined {
  return periods.find(({ from, to }) => from <= at && at + minutes <= to)
}

/**
 * The latest time, not after `at`, at which a booking of this duration can start in the weekly opening hours;
 * undefined if there is none.
 */
export function latestStart(business: Business, at: number, minutes: number): number | undefined {
  const ends = business.hours
    .flatMap(({ periods }) => periods.map(toPeriod))
    .filter(({ from }) => from <= at)
    .filter(({ from, to }) => from + minutes <= to)
    .map(({ to }) => Math.min(at, to - minutes))
  return ends.length > 0 ? Math.max(...ends) : undefined
}

/** The times from the first start to the last, in steps of some minutes. */
export function startsAtInterval(minutes: number, first: string, last: string): number[] {
  const from = minutesOf(first)
  const count = Math.floor((minutesOf(last) - from) / minutes) + 1
  return Array.from({ length: count }, (_, index) => from + index * minutes)
}
