/** The next dates with free starts. */
import type { PreparedRead } from '../../kernel/operation.ts'
import { addDays } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { freeStartsNow } from '../scheduling/availability.ts'
import { startsIn } from '../scheduling/rejection.ts'
import type { BookingRequestDetails, StartWindow } from '../scheduling/rules.ts'
import { type BookingContext, startsOfDay } from './context.ts'
import { loadDays } from './load-day.ts'
import { availabilityKey } from './occupancy-cache.ts'

export type FreeDate = { date: string; free: number }

const searchDays = 31
const maxDates = 3

export async function prepareNextFreeDates(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  after: string,
  window: StartWindow,
  now: number,
): Promise<PreparedRead<FreeDate[]>> {
  const today = context.rules.serviceDays.dateAt(now)
  const first = after < today ? today : addDays(after, 1)
  const dates = Array.from({ length: searchDays }, (_, offset) => addDays(first, offset))
  const days = await loadDays(sql, context, dates)
  return {
    cacheKey: availabilityKey(days.values(), now),
    compute() {
      const found: FreeDate[] = []
      for (const [date, day] of days) {
        const starts = startsOfDay(context, details, date, day)
        const freeNow = freeStartsNow(context.rules, details, date, starts, now)
        const { length: free } = startsIn(freeNow, window)
        if (free > 0) found.push({ date, free })
        if (found.length === maxDates) break
      }
      return found
    },
  }
}
