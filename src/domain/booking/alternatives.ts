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
const daysWithSameHour = 7
const daysAround = 14

/**
 * The nearest times of the day, then the same hour on the days that follow, then the rest of the day, and at last the
 * nearest times of the days around it.
 */
export async function findAlternatives(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  wanted: { date: string; at: number; day: DayOccupancy },
  now: number,
): Promise<Alternative[]> {
  const freeOn = (date: string, day: DayOccupancy): DayTime[] => {
    const starts = startsOfDay(context, details, date, day)
    return freeStartsNow(context.rules, details, date, starts, now)
      .map(({ at }) => ({ date, at, minutesAway: Math.abs(at - wanted.at) }))
      .sort((one, other) => one.minutesAway - other.minutesAway)
  }
  const load = (offsets: readonly number[]) =>
    loadDays(
      sql,
      context,
      offsets.map((offset) => addDays(wanted.date, offset)),
    )

  // The time itself is free for a booking that already has it.
  const sameDay = freeOn(wanted.date, wanted.day).filter(({ minutesAway }) => minutesAway > 0)
  const found = sameDay.slice(0, maxBeforeSameHour)
  for (const [date, day] of await load(range(1, daysWithSameHour))) {
    const [nearest] = freeOn(date, day)
    if (nearest?.minutesAway === 0 && found.length < maxAlternatives) found.push(nearest)
  }
  const rest = sameDay.slice(maxBeforeSameHour, maxBeforeSameHour + maxAlternatives - found.length)
  found.splice(Math.min(sameDay.length, maxBeforeSameHour), 0, ...rest)
  if (found.length < maxAlternatives) {
    const days = await load(range(-daysAround, daysAround))
    for (const distance of range(1, daysAround)) {
      if (found.length >= maxAlternatives) break
      for (const offset of [distance, -distance]) {
        const date = addDays(wanted.date, offset)
        const day = days.get(date)
        const nearest = day ? freeOn(date, day).slice(0, maxPerOtherDay) : []
        found.push(...nearest.filter(isNotIn(found)))
      }
    }
  }
  return found.slice(0, maxAlternatives).map(({ date, at }) => toAlternative(date, at))
}

type DayTime = { date: string; at: number; minutesAway: number }

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
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
