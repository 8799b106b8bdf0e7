/** Free times near one that is taken: the same day first, then the days around it. */
import type { Alternative } from '../../kernel/problem.ts'
import { addDays, stamp, timeOf, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Sql } from '../../store/sql.ts'
import { freeSlots, type Slot } from './availability.ts'
import type { BookingRules, Wish } from './plan.ts'
import { readHeld } from './schedule.ts'

const most = 5
const mostOfAnotherDay = 2
const daysAround = 14

export async function findAlternatives(
  sql: Sql,
  rules: BookingRules,
  wish: Wish,
  wanted: { date: string; at: number },
  now: number,
): Promise<Alternative[]> {
  const dates = Array.from({ length: 2 * daysAround + 1 }, (_, place) =>
    addDays(wanted.date, place - daysAround),
  )
  const held = await readHeld(sql, dates)
  const slotsOn = (date: string): Slot[] =>
    freeSlots(rules, wish, date, held.get(date) ?? new Map(), now).sort(
      (one, other) => Math.abs(one.start.at - wanted.at) - Math.abs(other.start.at - wanted.at),
    )

  const found: Slot[] = slotsOn(wanted.date).slice(0, most)
  for (let distance = 1; distance <= daysAround && found.length < most; distance++) {
    for (const days of [distance, -distance]) {
      found.push(...slotsOn(addDays(wanted.date, days)).slice(0, mostOfAnotherDay))
    }
  }
  return found.slice(0, most).map(toAlternative)
}

function toAlternative({ date, start, startsAt }: Slot): Alternative {
  return {
    date,
    time: timeOf(start.at),
    starts_at: stamp(startsAt),
    weekday: weekdayNames([weekdayOf(date)]),
  }
}
