/** Texts of a start. After midnight they name the evening to which it belongs as well as its own date. */
import { formatDate, formatTimeRange, weekdayName } from '../../kernel/format-date.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { CalendarTime, ServiceDays } from './rules.ts'

/** "Friday 20 November 2026, 18:30", or "Friday night, 00:30 on Saturday 21 November 2026" */
export function formatStart(serviceDays: ServiceDays, start: CalendarTime, locale: Locale): string {
  const { date, time } = start
  const night = findNight(serviceDays, start, locale)
  return night === undefined
    ? `${formatDate(date, locale)}, ${time}`
    : formatInNight(night, time, date, locale)
}

/** "Friday 20 November 2026, 18:30–20:15", from two texts of `toIsoString`. */
export function formatStay(
  serviceDays: ServiceDays,
  startsAt: string,
  endsAt: string,
  locale: Locale,
): string {
  const start = parseStart(startsAt)
  const night = findNight(serviceDays, start, locale)
  return night === undefined
    ? formatTimeRange(startsAt, endsAt, locale)
    : formatInNight(night, `${start.time}–${endsAt.slice(11, 16)}`, start.date, locale)
}

/** " (Friday night)" beside the date of a start after midnight, otherwise nothing. */
export function nightSuffix(serviceDays: ServiceDays, start: CalendarTime, locale: Locale): string {
  const night = findNight(serviceDays, start, locale)
  return night === undefined ? '' : ` (${night})`
}

/** From a text of `toIsoString`. */
export function parseStart(isoTime: string): CalendarTime {
  return { date: isoTime.slice(0, 10), time: isoTime.slice(11, 16) }
}

/** "Friday night", for the night that begins on this day. */
export function nightName(date: string, locale: Locale): string {
  const weekday = weekdayName(date, locale)
  return { vi: `đêm ${lowerFirst(weekday)}`, en: `${weekday} night` }[locale]
}

/** Undefined if the start is not after midnight. */
function findNight(
  serviceDays: ServiceDays,
  start: CalendarTime,
  locale: Locale,
): string | undefined {
  const { date } = serviceDays.find(start)
  return date === start.date ? undefined : nightName(date, locale)
}

function formatInNight(night: string, time: string, date: string, locale: Locale): string {
  const day = formatDate(date, locale)
  return { vi: `${night}, ${time} ${lowerFirst(day)}`, en: `${night}, ${time} on ${day}` }[locale]
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLocaleLowerCase('vi') + text.slice(1)
}
