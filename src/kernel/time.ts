/** Dates and times in Vietnam. The only file that imports the Temporal polyfill. */
import { Temporal } from 'temporal-polyfill'
import { memoize } from './memoize.ts'

export const timeZone = 'Asia/Ho_Chi_Minh'

/** Constant since 1975, without daylight saving time. Looking it up in ICU would be slow. */
const offset = '+07:00'

/** Returns milliseconds since 1970. Passed in, so that tests can set the time. */
export type Clock = () => number

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const minutesOfDay = 24 * 60

/** How far the clocks of several processes may differ. A later time in a row comes from a wrong clock. */
export const maxClockSkewMs = 2 * minute

export const isDate = memoize((text: string): boolean => {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  // JavaScript parses 30 February as 2 March.
  const read = new Date(`${text}T00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text)
})

export function isMonth(text: string): boolean {
  return /^[0-9]{4}-(0[1-9]|1[0-2])$/.test(text)
}

export function isTime(text: string): boolean {
  return /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(text)
}

/** Compares two dates or times in ISO format, for sorting. */
export function compareTimes(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The start of a day in Vietnam, in milliseconds since 1970. */
export const startOfDay = memoize((date: string): number => {
  return Temporal.PlainDate.from(date).toZonedDateTime(offset).epochMilliseconds
})

/** 1 for Monday, 7 for Sunday. */
export const weekdayOf = memoize((date: string): number => {
  return Temporal.PlainDate.from(date).dayOfWeek
})

export function addDays(date: string, days: number): string {
  return dayAfter(`${date} ${days}`)
}

const dayAfter = memoize((key: string): string => {
  const [date = '', days] = key.split(' ')
  return Temporal.PlainDate.from(date)
    .add({ days: Number(days) })
    .toString()
})

/** Negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (startOfDay(to) - startOfDay(from)) / day
}

/** The same day of a later month, or its last one: 31 January and one month → 28 February. */
export function addMonths(date: string, months: number): string {
  return Temporal.PlainDate.from(date).add({ months }).toString()
}

export function daysOfMonth(month: string): string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: daysInMonth }, (_, index) => {
    return `${month}-${String(index + 1).padStart(2, '0')}`
  })
}

/** The date in Vietnam at a time. */
export function dateAt(atMs: number): string {
  return dateOfHour(String(Math.floor(atMs / hour)))
}

/** The date never changes within an hour, so the results of whole hours can be cached. */
const dateOfHour = memoize((hours: string): string =>
  toVietnamTime(Number(hours) * hour)
    .toPlainDate()
    .toString(),
)

/** "2026-11-20T18:30:00+07:00" */
export function toIsoString(atMs: number): string {
  const date = dateAt(atMs)
  const seconds = Math.floor((atMs - startOfDay(date)) / 1000)
  const secondsPart = String(seconds % 60).padStart(2, '0')
  return `${date}T${timeOf(Math.floor(seconds / 60))}:${secondsPart}${offset}`
}

/** "18:30" → 1110; "24:00" → 1440; "26:00", two hours after midnight → 1560 */
export const minutesOf = memoize((time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
})

/** 1110 → "18:30"; 1560, two hours after midnight → "02:00". Midnight itself ends a day: 1440 → "24:00". */
export function timeOf(minutes: number): string {
  const ofDay = minutes > minutesOfDay ? minutes % minutesOfDay : minutes
  const [hours, minutesPart] = [Math.floor(ofDay / 60), ofDay % 60]
  return `${String(hours).padStart(2, '0')}:${String(minutesPart).padStart(2, '0')}`
}

/** The same for a time at which something begins: 1440 → "00:00". */
export function startTimeOf(minutes: number): string {
  return timeOf(minutes % minutesOfDay)
}

/** "18:00–26:00" → "18:00–02:00" */
export function formatPeriod({ from, to }: { from: string; to: string }): string {
  return `${from}–${timeOf(minutesOf(to))}`
}

/** The start of a day in UTC, for dates that a contract with clients states. */
export function startOfDayUtc(date: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime('UTC').epochMilliseconds
}

function toVietnamTime(atMs: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(offset)
}

/** The inverse of `toIsoString`. */
export function parseIsoString(isoString: string): number {
  return Temporal.Instant.from(isoString).epochMilliseconds
}

/** "2026-12", 1 → "2027-01" */
export function monthAfter(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString()
}
