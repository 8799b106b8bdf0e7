/** What an action releases belongs to the party that is seated there, and then to the absence of the place. */
import type { TimeRange } from '../../kernel/date-range.ts'
import { day } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { CalendarTime } from '../scheduling/rules.ts'
import { holdAbsences, rangeOfDay } from './absence-cells.ts'
import type { BookingContext } from './context.ts'
import { holdSeated } from './presence.ts'

type ReleasedTime = {
  hold(sql: Sql, ranges: readonly TimeRange[], nowMs: number): Promise<void>
  /** For the days of these bookings. */
  holdAfterAction(sql: Sql, bookings: readonly CalendarTime[], nowMs: number): Promise<void>
  /** For what ends by itself, which began before now. */
  holdFromNow(sql: Sql, nowMs: number): Promise<void>
}

export function createReleasedTime(context: BookingContext): ReleasedTime {
  const hold: ReleasedTime['hold'] = async (sql, ranges, nowMs) => {
    await holdSeated(sql, context, nowMs)
    await holdAbsences(sql, context, ranges, nowMs)
  }
  return {
    hold,
    holdAfterAction(sql, bookings, nowMs) {
      const days = new Set(bookings.map((one) => context.rules.serviceDays.find(one).date))
      return hold(sql, [...days].map(rangeOfDay), nowMs)
    },
    holdFromNow: (sql, nowMs) => hold(sql, [{ begin: nowMs, end: nowMs + 2 * day }], nowMs),
  }
}
