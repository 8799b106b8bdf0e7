/** The next days on which a wish can still be had. */
import { addDays, dateAt } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { freeStarts } from '../scheduling/availability.ts'
import type { BookingRequestDetails, BookingRules } from '../scheduling/rules.ts'
import { loadOccupancy } from './occupancy-cache.ts'

export type FreeDate = { date: string; free: number }

const searchDays = 31

export async function findNextFreeDates(
  sql: Sql,
  rules: BookingRules,
  details: BookingRequestDetails,
  after: string,
  now: number,
  maxDates = 3,
): Promise<FreeDate[]> {
  const today = dateAt(now)
  const first = after < today ? today : addDays(after, 1)
  const dates = Array.from({ length: searchDays }, (_, ahead) => addDays(first, ahead))
  const occupancyByDate = await loadOccupancy(sql, dates)
  const found: FreeDate[] = []
  for (const date of dates) {
    if (found.length === maxDates) break
    const free = freeStarts(
      rules,
      details,
      date,
      occupancyByDate.get(date) ?? new Map(),
      now,
    ).length
    if (free > 0) found.push({ date, free })
  }
  return found
}
