/** Free times near one that is taken: the same day first, then the days around it. */
import type { Alternative } from '../../kernel/problem.ts'
import { addDays, minute, startOfDay, timeOf, toIsoString, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Sql } from '../../store/sql.ts'
import { freeStarts } from '../scheduling/availability.ts'
import type { Occupancy } from '../scheduling/cells.ts'
import type { BookingRequestDetails, BookingRules, Start } from '../scheduling/rules.ts'
import { loadOccupancy } from './occupancy-cache.ts'

const maxAlternatives = 5
const maxPerOtherDay = 2
const daysAround = 14

export async function findAlternatives(
  sql: Sql,
  rules: BookingRules,
  details: BookingRequestDetails,
  wanted: { date: string; at: number; occupancy: Occupancy },
  now: number,
): Promise<Alternative[]> {
  const minutesAway = ({ at }: Start) => Math.abs(at - wanted.at)

  const nearestOn = (date: string, occupancy: Occupancy, limit: number): Alternative[] =>
    freeStarts(rules, details, date, occupancy, now)
      .sort((one, other) => minutesAway(one) - minutesAway(other))
      .slice(0, limit)
      .map(({ at }) => toAlternative(date, at))

  const found = nearestOn(wanted.date, wanted.occupancy, maxAlternatives)
  if (found.length === maxAlternatives) return found

  const around = await loadOccupancy(
    sql,
    Array.from({ length: 2 * daysAround + 1 }, (_, index) =>
      addDays(wanted.date, index - daysAround),
    ),
  )
  for (let distance = 1; distance <= daysAround && found.length < maxAlternatives; distance++) {
    for (const days of [distance, -distance]) {
      const date = addDays(wanted.date, days)
      found.push(...nearestOn(date, around.get(date) ?? new Map(), maxPerOtherDay))
    }
  }
  return found.slice(0, maxAlternatives)
}

function toAlternative(date: string, at: number): Alternative {
  return {
    date,
    time: timeOf(at),
    starts_at: toIsoString(startOfDay(date) + at * minute),
    weekday: weekdayNames([weekdayOf(date)]),
  }
}
