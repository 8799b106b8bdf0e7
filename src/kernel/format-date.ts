/** Formats dates, weekdays, months and lists for display. */
import type { Locale } from './locale.ts'
import { weekdayOf } from './time.ts'
import { weekdayNames } from './weekday.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export function weekdayName(date: string, locale: Locale): string {
  return weekdayNames([weekdayOf(date)])[locale]
}

/** "T6", "Fri" */
export function shortWeekday(date: string, locale: Locale): string {
  const day = weekdayOf(date)
  if (locale === 'en') return weekdayName(date, 'en').slice(0, 3)
  return day === 7 ? 'CN' : `T${day + 1}`
}

/** "Thứ Sáu 20/11/2026", "Friday 20 November 2026" */
export function formatDate(date: string, locale: Locale): string {
  return `${weekdayName(date, locale)} ${formatCalendarDay(date, locale)}`
}

/** "20/11/2026", "20 November 2026" */
export function formatCalendarDay(date: string, locale: Locale): string {
  const [year, month = 1, day] = date.split('-').map(Number)
  return locale === 'vi' ? `${day}/${month}/${year}` : `${day} ${months[month - 1]} ${year}`
}

/** "22 tháng 9, 2026", "22 September 2026" */
export function formatWrittenDate(date: string, locale: Locale): string {
  const [year, month, day] = date.split('-').map(Number)
  return locale === 'vi' ? `${day} tháng ${month}, ${year}` : formatCalendarDay(date, locale)
}

/** "Thứ Năm 4/2/2027 đến Thứ Tư 10/2/2027"; one day alone if both are the same. */
export function formatDateRange(from: string, to: string, locale: Locale): string {
  if (from === to) return formatDate(from, locale)
  const joint = { vi: 'đến', en: 'to' }[locale]
  return `${formatDate(from, locale)} ${joint} ${formatDate(to, locale)}`
}

/** "T6 20/11", "Fri 20 Nov" */
export function formatShortDate(date: string, locale: Locale): string {
  return `${shortWeekday(date, locale)} ${formatDayOfMonth(date, locale)}`
}

/** "20/11", "20 Nov" */
export function formatDayOfMonth(date: string, locale: Locale): string {
  const [, month = 1, day] = date.split('-').map(Number)
  return locale === 'vi' ? `${day}/${month}` : `${day} ${months[month - 1]?.slice(0, 3)}`
}

/** Joins the parts that are present. */
export function joinParts(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part).join('; ')
}

/** "Tháng 11 năm 2026", "November 2026" */
export function monthName(month: string, locale: Locale): string {
  const [year, monthNumber = 1] = month.split('-').map(Number)
  return locale === 'vi' ? `Tháng ${monthNumber} năm ${year}` : `${months[monthNumber - 1]} ${year}`
}

/** "Friday 20 November 2026, 18:30–20:15", from two texts of `toIsoString`. */
export function formatTimeRange(startsAt: string, endsAt: string, locale: Locale): string {
  const day = formatDate(startsAt.slice(0, 10), locale)
  return `${day}, ${startsAt.slice(11, 16)}–${endsAt.slice(11, 16)}`
}
