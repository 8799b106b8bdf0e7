/** Inclusive ranges of dates in Vietnam time. */
import { addDays, startOfDay } from './time.ts'

/** `to` is included. */
export type DateRange = { from: string; to: string }

/** In milliseconds since 1970; `end` is excluded. */
export type TimeRange = { begin: number; end: number }

export function timeRangeOf({ from, to }: DateRange): TimeRange {
  return { begin: startOfDay(from), end: startOfDay(addDays(to, 1)) }
}

export function eachDay({ from, to }: DateRange): string[] {
  const days: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) days.push(date)
  return days
}
