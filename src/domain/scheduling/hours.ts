/** When the door is open on a day: the usual hours, unless the day is special. */
import type { Business } from '../../content/shop.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { createObjectCache } from '../../kernel/memoize.ts'
import { minutesOf, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Closed } from './rules.ts'

/** Minutes after midnight. */
export type Period = { from: number; to: number }

export type Hours = { open: true; periods: readonly Period[] } | Closed

const hoursCache = createObjectCache<Hours>()

export function hoursOn(business: Business, date: string): Hours {
  return hoursCache(business, date, () => computeHours(business, date))
}

function computeHours(business: Business, date: string): Hours {
  const special = business.special_days.find(({ from, to }) => from <= date && date <= to)
  if (special?.hours) return { open: true, periods: special.hours.map(toPeriod) }
  if (special) return { open: false, reason: special.reason, special: true }
  const weekday = weekdayOf(date)
  const periods = business.hours.flatMap(({ days, periods }) =>
    days.includes(weekday) ? periods.map(toPeriod) : [],
  )
  return periods.length > 0
    ? { open: true, periods }
    : { open: false, reason: closedWeekdayText(weekday) }
}

export function closedWeekdayText(weekday: number): LocalizedText {
  const name = weekdayNames([weekday])
  return { vi: `Chúng tôi nghỉ ${name.vi}.`, en: `We are closed on ${name.en}.` }
}

/** The period in which something of this length may begin now and end before the door closes. */
export function periodFor(
  periods: readonly Period[],
  at: number,
  minutes: number,
): Period | undefined {
  return periods.find(({ from, to }) => from <= at && at + minutes <= to)
}

/**
 * The latest time up to this one at which something of this length may begin on a usual day; nothing
 * where it never may.
 */
export function latestStart(business: Business, at: number, minutes: number): number | undefined {
  const ends = business.hours
    .flatMap(({ periods }) => periods.map(toPeriod))
    .filter(({ from }) => from <= at)
    .filter(({ from, to }) => from + minutes <= to)
    .map(({ to }) => Math.min(at, to - minutes))
  return ends.length > 0 ? Math.max(...ends) : undefined
}

/** Every so many minutes from the first start to the last, as the owner writes them. */
export function startsAtInterval(minutes: number, first: string, last: string): number[] {
  const from = minutesOf(first)
  const count = Math.floor((minutesOf(last) - from) / minutes) + 1
  return Array.from({ length: count }, (_, index) => from + index * minutes)
}

function toPeriod({ from, to }: { from: string; to: string }): Period {
  return { from: minutesOf(from), to: minutesOf(to) }
}
