/** Finds free times near a taken one: on the same service day first, then on the days around it. */
import type { Alternative } from '../../kernel/problem.ts'
import { addDays, minute, startOfDay, toIsoString, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Sql } from '../../store/sql.ts'
import { freeStartsNow } from '../scheduling/availability.ts'
import type { DayOccupancy } from '../scheduling/cells.ts'
import type { BookingRequestDetails, Start } from '../scheduling/rules.ts'
import { toCalendarTime } from '../scheduling/service-days.ts'
import { type BookingContext, startsOfDay } from './context.ts'
import { loadDays } from './load-day.ts'

const maxAlternatives = 5
const maxPerOtherDay = 2
const daysAround = 14

export async function findAlternatives(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  wanted: { date: string; at: number; day: DayOccupancy },
  now: number,
): Promise<Alternative[]> {
  const minutesAway = ({ at }: Start) => Math.abs(at - wanted.at)

  const nearestOn = (date: string, day: DayOccupancy, limit: number): Alternative[] =>
    freeStartsNow(context.rules, details, date, startsOfDay(context, details, date, day), now)
      .sort((one, other) => minutesAway(one) - minutesAway(other))
      .slice(0, limit)
      .map(({ at }) => toAlternative(date, at))

  const found = nearestOn(wanted.date, wanted.day, maxAlternatives)
  if (found.length === maxAlternatives) return found

  const dates = Array.from({ length: 2 * daysAround + 1 }, (_, index) =>
    addDays(wanted.date, index - daysAround),
  )
  const days = await loadDays(sql, context, dates)
  for (let distance = 1; distance <= daysAround && found.length < maxAlternatives; distance++) {
    for (const offset of [distance, -distance]) {
      const date = addDays(wanted.date, offset)
      const day = days.get(date)
      if (day) found.push(...nearestOn(date, day, maxPerOtherDay))
    }
  }
  return found.slice(0, maxAlternatives)
}

function toAlternative(serviceDate: string, at: number): Alternative {
  const { date, time } = toCalendarTime({ date: serviceDate, at })
  return {
    date,
    time,
    starts_at: toIsoString(startOfDay(serviceDate) + at * minute),
    weekday: weekdayNames([weekdayOf(date)]),
  }
}
