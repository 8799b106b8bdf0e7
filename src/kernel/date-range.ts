/** Some days that follow one another, in Vietnam. */
import { addDays, startOfDay } from './time.ts'

/** The last one included. */
export type DateRange = { from: string; to: string }

/** Their moments, the last one left out. */
export type TimeRange = { begin: number; end: number }

export function timeRangeOf({ from, to }: DateRange): TimeRange {
  return { begin: startOfDay(from), end: startOfDay(addDays(to, 1)) }
}

export function eachDay({ from, to }: DateRange): string[] {
  const days: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) days.push(date)
  return days
}
