/** Free times near one that is taken: the same day first, then the days around it. */
import type { Alternative } from '../../kernel/problem.ts'
import { addDays, minute, stamp, startOfDay, timeOf, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Sql } from '../../store/sql.ts'
import { freeStarts } from '../scheduling/availability.ts'
import type { Held } from '../scheduling/cells.ts'
import type { BookingRules, Start, Wish } from '../scheduling/rules.ts'
import { readHeld } from './occupancy-cache.ts'

const most = 5
const mostOfAnotherDay = 2
const daysAround = 14

export async function findAlternatives(
  sql: Sql,
  rules: BookingRules,
  wish: Wish,
  wanted: { date: string; at: number; held: Held },
  now: number,
): Promise<Alternative[]> {
  const away = ({ at }: Start) => Math.abs(at - wanted.at)

  const nearestOn = (date: string, held: Held, atMost: number): Alternative[] =>
    freeStarts(rules, wish, date, held, now)
      .sort((one, other) => away(one) - away(other))
      .slice(0, atMost)
      .map(({ at }) => describe(date, at))

  const found = nearestOn(wanted.date, wanted.held, most)
  if (found.length === most) return found

  const around = await readHeld(
    sql,
    Array.from({ length: 2 * daysAround + 1 }, (_, place) =>
      addDays(wanted.date, place - daysAround),
    ),
  )
  for (let distance = 1; distance <= daysAround && found.length < most; distance++) {
    for (const days of [distance, -distance]) {
      const date = addDays(wanted.date, days)
      found.push(...nearestOn(date, around.get(date) ?? new Map(), mostOfAnotherDay))
    }
  }
  return found.slice(0, most)
}

function describe(date: string, at: number): Alternative {
  return {
    date,
    time: timeOf(at),
    starts_at: stamp(startOfDay(date) + at * minute),
    weekday: weekdayNames([weekdayOf(date)]),
  }
}
