/** Inclusive ranges of dates in Vietnam time. */
import { addDays, daysBetween, startOfDay } from './time.ts'

/** `to` is included. */
export type DateRange = { from: string; to: string }

/** In milliseconds since 1970; `end` is excluded. */
export type TimeRange = { begin: number; end: number }

export function timeRangeOf({ from, to }: DateRange): TimeRange {
  return { begin: startOfDay(from), end: startOfDay(addDays(to, 1)) }
}

export function eachDay({ from, to }: DateRange): string[] {
  // Counted, because dates after 9999-12-31 have a sign and cannot be compared as text.
  const length = Math.max(0, daysBetween(from, to) + 1)
  return Array.from({ length }, (_, index) => addDays(from, index))
}
