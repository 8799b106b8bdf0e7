/** The opening hours and the way to the shop. */

import { mapLink } from '../../content/map-link.ts'
import type { Business } from '../../content/shop.ts'
import { formatDateRange } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, compareTimes, dateAt, formatPeriod, timeOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { hoursOn } from '../scheduling/hours.ts'

/** What the footer of every page says about the place. */
export function footerFacts(business: Business, now: number, locale: Locale) {
  const today = { vi: 'Hôm nay', en: 'Today' }[locale]
  return {
    hoursToday: `${today} ${hoursToday(business, now, locale)}`,
    directions: mapLink(business),
  }
}

/** "10:30–16:00, 17:00–23:30", or "closed" */
export function hoursToday(business: Business, now: number, locale: Locale): string {
  const hours = hoursOn(business, dateAt(now))
  if (!hours.open) return labels.closed[locale]
  return hours.periods.map(({ from, to }) => `${timeOf(from)}–${timeOf(to)}`).join(', ')
}

type HoursRow = [days: string, text: string]

/** The usual hours, and the next day with other hours. */
export function hoursRows(business: Business, now: number, locale: Locale): HoursRow[] {
  return [...weekRows(business, locale), ...nextSpecialDay(business, now, locale)]
}

function weekRows(business: Business, locale: Locale): HoursRow[] {
  return [
    ...business.hours.map(
      ({ days, periods }): HoursRow => [
        weekdayNames(days)[locale],
        periods.map(formatPeriod).join(', '),
      ],
    ),
    ...closedWeekdays(business, locale),
  ]
}

function closedWeekdays({ hours }: Business, locale: Locale): HoursRow[] {
  const open = new Set(hours.flatMap(({ days }) => days))
  const closed = [1, 2, 3, 4, 5, 6, 7].filter((day) => !open.has(day))
  return closed.length === 0 ? [] : [[weekdayNames(closed)[locale], labels.closed[locale]]]
}

/** Special days further ahead are not shown. */
const daysAhead = 90

function nextSpecialDay({ special_days }: Business, now: number, locale: Locale): HoursRow[] {
  const today = dateAt(now)
  const next = special_days
    .filter(({ from, to }) => to >= today && from <= addDays(today, daysAhead))
    .toSorted((one, other) => compareTimes(one.from, other.from))[0]
  if (!next) return []
  const { from, to, reason, hours } = next
  const open = hours?.map(formatPeriod).join(', ') ?? labels.closed[locale]
  return [[formatDateRange(from, to, locale), `${open}. ${reason[locale]}`]]
}

const labels = {
  closed: { vi: 'nghỉ', en: 'closed' },
} satisfies Record<string, LocalizedText>
