/** Days and lists as they are said. */
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

/** "Thứ Sáu 20/11/2026", "Friday 20 November 2026" */
export function sayDate(date: string, locale: Locale): string {
  const [year, month = 1, day] = date.split('-').map(Number)
  const weekday = weekdayName(date, locale)
  return locale === 'vi'
    ? `${weekday} ${day}/${month}/${year}`
    : `${weekday} ${day} ${months[month - 1]} ${year}`
}

/** The parts that are there, side by side. */
export function sayParts(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part).join('; ')
}
