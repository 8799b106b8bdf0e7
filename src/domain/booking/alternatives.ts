/** Finds free times near a taken one: on the same service day, at the same hour of the next days, and around it. */
import type { Alternative } from '../../kernel/problem.ts'
import { addDays, minute, startOfDay, toIsoString, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Sql } from '../../store/sql.ts'
import { freeStartsNow } from '../scheduling/availability.ts'
import type { DayOccupancy } from '../scheduling/cells.ts'
import type { BookingRequestDetails } from '../scheduling/rules.ts'
import { toCalendarTime } from '../scheduling/service-days.ts'
import { type BookingContext, startsOfDay } from './context.ts'
import { loadDays } from './load-day.ts'

const maxAlternatives = 5
/** The others are for the days that follow, if these have the same hour free. */
const maxBeforeSameHour = 3
const maxPerOtherDay = 2
const daysAround = 14

export async function findAlternatives(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  wanted: { date: string; at: number; day: DayOccupancy },
  now: number,
): Promise<Alternative[]> {
  const dates = Array.from({ length: 2 * daysAround + 1 }, (_, index) =>
    addDays(wanted.date, index - daysAround),
  )
  const days = new Map([
    ...(await loadDays(sql, context, dates)),
    [wanted.date, wanted.day] as const,
  ])
  const freeOn = (offset: number): DayTime[] => {
    const date = addDays(wanted.date, offset)
    const day = days.get(date)
    if (!day) return []
    const starts = startsOfDay(context, details, date, day)
    return freeStartsNow(context.rules, details, date, starts, now)
      .map(({ at }) => ({ date, at, minutesAway: Math.abs(at - wanted.at) }))
      .sort((one, other) => one.minutesAway - other.minutesAway)
  }
  return chooseTimes(freeOn).map(({ date, at }) => toAlternative(date, at))
}

type DayTime = { date: string; at: number; minutesAway: number }

/**
 * The nearest times of the day, then the same hour on the days that follow, then the rest of the day, and at last the
 * nearest times of the days around it. `freeOn` returns the free times of a day, the nearest first.
 */
function chooseTimes(freeOn: (offset: number) => readonly DayTime[]): DayTime[] {
  const sameDay = freeOn(0)
  const found = sameDay.slice(0, maxBeforeSameHour)
  for (let offset = 1; offset <= daysAround && found.length < maxAlternatives; offset++) {
    const [nearest] = freeOn(offset)
    if (nearest?.minutesAway === 0) found.push(nearest)
  }
  const rest = sameDay.slice(maxBeforeSameHour, maxBeforeSameHour + maxAlternatives - found.length)
  found.splice(Math.min(sameDay.length, maxBeforeSameHour), 0, ...rest)
  for (let distance = 1; distance <= daysAround && found.length < maxAlternatives; distance++) {
    for (const offset of [distance, -distance])
      found.push(...freeOn(offset).slice(0, maxPerOtherDay).filter(isNotIn(found)))
  }
  return found.slice(0, maxAlternatives)
}

function isNotIn(found: readonly DayTime[]): (one: DayTime) => boolean {
  return ({ date, at }) => !found.some((other) => other.date === date && other.at === at)
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
