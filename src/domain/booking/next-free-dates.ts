/** The next days on which a wish can still be had. */
import { addDays, dateAt } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { freeStarts } from '../scheduling/availability.ts'
import type { BookingRules, Wish } from '../scheduling/rules.ts'
import { readHeld } from './occupancy-cache.ts'

export type FreeDate = { date: string; free: number }

const daysLookedAt = 31

export async function nextFreeDates(
  sql: Sql,
  rules: BookingRules,
  wish: Wish,
  after: string,
  now: number,
  most = 3,
): Promise<FreeDate[]> {
  const today = dateAt(now)
  const first = after < today ? today : addDays(after, 1)
  const dates = Array.from({ length: daysLookedAt }, (_, ahead) => addDays(first, ahead))
  const held = await readHeld(sql, dates)
  const found: FreeDate[] = []
  for (const date of dates) {
    if (found.length === most) break
    const free = freeStarts(rules, wish, date, held.get(date) ?? new Map(), now).length
    if (free > 0) found.push({ date, free })
  }
  return found
}
