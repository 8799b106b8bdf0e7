/** Opening hours of a day: those of the weekday, unless the day is a special day. */
import type { Business } from '../../content/shop.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { minutesOf, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Closed } from './rules.ts'

/** In minutes after midnight. A period that ends after the following midnight ends at 1441 or later. */
export type Period = { from: number; to: number }

export type Hours = { open: true; periods: readonly Period[] } | Closed

/** The part of the business that says when it is open. */
export type OpeningHours = Pick<Business, 'hours' | 'special_days'>

export function hoursOn(business: OpeningHours, date: string): Hours {
  const special = business.special_days.find(({ from, to }) => from <= date && date <= to)
  if (special?.hours) return { open: true, periods: special.hours.map(toPeriod) }
  if (special) return { open: false, code: 'closed', reason: special.reason, special: true }
  const periods = weeklyPeriods(business, date)
  return periods.length > 0
    ? { open: true, periods }
    : { open: false, code: 'closed', reason: closedWeekdayText(weekdayOf(date)) }
}

/** The periods of a day as if neither staff nor the content had closed it. */
export function usualPeriods(business: OpeningHours, date: string): readonly Period[] {
  const special = business.special_days.find(
    ({ from, to, hours }) => hours !== undefined && from <= date && date <= to,
  )
  return special?.hours?.map(toPeriod) ?? weeklyPeriods(business, date)
}

function weeklyPeriods(business: OpeningHours, date: string): Period[] {
  const weekday = weekdayOf(date)
  return business.hours.flatMap(({ days, periods }) =>
    days.includes(weekday) ? periods.map(toPeriod) : [],
  )
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
export function latestStart(
  business: OpeningHours,
  at: number,
  minutes: number,
): number | undefined {
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
