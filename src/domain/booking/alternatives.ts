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
import { availabilityKey } from './occupancy-cache.ts'

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
  wanted: Wanted,
  now: number,
): Promise<readonly Alternative[]> {
  const load = (offsets: readonly number[]) =>
    loadDays(
      sql,
      context,
      offsets.map((offset) => addDays(wanted.date, offset)),
    )
  /** Many guests may ask for the same full time, and their alternatives are the same until one of the days changes. */
  const cached = (days: LoadedDays, find: () => DayTime[]) => {
    const state = stateOf([wanted.day, ...days.values()], now)
    const request = `${JSON.stringify(details)} ${wanted.date} ${wanted.at} ${days.size}`
    return context.resultCache.get(state && `alternatives ${request} ${state}`, () =>
      find()
        .slice(0, maxAlternatives)
        .map(({ date, at }) => toAlternative(date, at)),
    )
  }
  const freeOn = (date: string, day: DayOccupancy): DayTime[] => {
    const starts = startsOfDay(context, details, date, day)
    return freeStartsNow(context.rules, details, date, starts, now)
      .map(({ at }) => ({ date, at, minutesAway: Math.abs(at - wanted.at) }))
      .sort((one, other) => one.minutesAway - other.minutesAway)
  }

  const following = await load(range(1, daysWithSameHour))
  const near = cached(following, () => findNear(wanted, following, freeOn))
  if (near.length === maxAlternatives) return near
  const around = await load(range(-daysAround, daysAround))
  return cached(around, () => findAround(wanted, around, freeOn))
}

type Wanted = { date: string; at: number; day: DayOccupancy }

type LoadedDays = ReadonlyMap<string, DayOccupancy>

type FreeOn = (date: string, day: DayOccupancy) => DayTime[]

/** How many bookings begin on a day with a pace is no part of its version. */
function stateOf(days: readonly DayOccupancy[], now: number): string | undefined {
  return days.some(({ arrivals }) => arrivals) ? undefined : availabilityKey(days, now)
}

/** On the service day and at the same hour of the days that follow. */
function findNear({ date, at, day }: Wanted, days: LoadedDays, freeOn: FreeOn): DayTime[] {
  // The time itself is free for a booking that already has it.
  const sameDay = freeOn(date, day).filter((one) => one.at !== at)
  const found = sameDay.slice(0, maxBeforeSameHour)
  for (const offset of range(1, daysWithSameHour)) {
    const other = addDays(date, offset)
    const otherDay = days.get(other)
    const [nearest] = otherDay ? freeOn(other, otherDay) : []
    if (nearest?.minutesAway === 0 && found.length < maxAlternatives) found.push(nearest)
  }
  const rest = sameDay.slice(maxBeforeSameHour, maxBeforeSameHour + maxAlternatives - found.length)
  found.splice(Math.min(sameDay.length, maxBeforeSameHour), 0, ...rest)
  return found
}

/** The same, and the nearest times of the days around it. */
function findAround(wanted: Wanted, days: LoadedDays, freeOn: FreeOn): DayTime[] {
  const found = findNear(wanted, days, freeOn)
  for (const distance of range(1, daysAround)) {
    if (found.length >= maxAlternatives) break
    for (const offset of [distance, -distance]) {
      const date = addDays(wanted.date, offset)
      const day = days.get(date)
      const nearest = day ? freeOn(date, day).slice(0, maxPerOtherDay) : []
      found.push(...nearest.filter(isNotIn(found)))
    }
  }
  return found
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
