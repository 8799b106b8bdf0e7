/** Booking rules with the pauses and paces that staff have set. Staff are not bound by them. */
import { minute, startOfDay } from '../../kernel/time.ts'
import type { DayPace } from '../online-limits/day-paces.ts'
import type { OnlinePause } from '../online-limits/pauses.ts'
import { startsIn } from '../scheduling/rejection.ts'
import type { BookingRules, Start } from '../scheduling/rules.ts'

export function withOnlineLimits(
  rules: BookingRules,
  pauses: readonly OnlinePause[],
  dayPaces: readonly DayPace[],
): BookingRules {
  return withPauses(withDayPaces(rules, dayPaces), pauses)
}

function withDayPaces(rules: BookingRules, dayPaces: readonly DayPace[]): BookingRules {
  if (dayPaces.length === 0) return rules
  const paces = new Map(dayPaces.map(({ date, pace }) => [date, pace]))
  return {
    ...rules,
    paceOn(date) {
      const pace = paces.get(date)
      if (!pace) return rules.paceOn?.(date)
      return pace.guests === undefined && pace.bookings === undefined ? undefined : pace
    },
  }
}

function withPauses(rules: BookingRules, pauses: readonly OnlinePause[]): BookingRules {
  if (pauses.length === 0) return rules
  const pauseAt = (date: string, { at }: Pick<Start, 'at'>) => {
    const startsAt = startOfDay(date) + at * minute
    return pauses.find(({ from, until }) => from <= startsAt && startsAt < until)
  }
  return {
    ...rules,
    pauseOn(details, date, window) {
      const bookable = rules.bookableStarts(details, date)
      const starts = bookable.open ? startsIn(bookable.starts, window) : []
      return starts.map((start) => pauseAt(date, start)).find((pause) => pause)?.message
    },
    bookableStarts(details, date) {
      const bookable = rules.bookableStarts(details, date)
      if (!bookable.open) return bookable
      const starts = bookable.starts.filter((start) => !pauseAt(date, start))
      return { open: true, starts }
    },
  }
}
