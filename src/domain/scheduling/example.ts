/** A true example for the documentation: a request that the shop would take. */

import type { z } from 'zod'
import { addDays, dateAt, minute, startOfDay, timeOf } from '../../kernel/time.ts'
import type { BookingRules, Option, Start, Wish } from './rules.ts'

export type Example = {
  wish: Wish
  date: string
  time: string
  start: Start
  option: Option
  startsAt: number
  endsAt: number
}

const daysAhead = 10

/** The last start of the first open day from ten days ahead; nothing in a shop that is closed for long. */
export function exampleBooking(rules: BookingRules, now: number): Example | undefined {
  const wish = exampleWish(rules)
  if (!wish) return undefined
  for (let days = daysAhead; days < daysAhead + 30; days++) {
    const date = addDays(dateAt(now), days)
    const opening = rules.opening(wish, date)
    const start = opening.open ? opening.starts.at(-1) : undefined
    const [option] = start ? rules.options(wish, date, start) : []
    if (!start || !option) continue
    const startsAt = startOfDay(date) + start.at * minute
    const endsAt = startsAt + start.minutes * minute
    return { wish, date, time: timeOf(start.at), start, option, startsAt, endsAt }
  }
  return undefined
}

/** The wish that the examples of the needed fields make. */
function exampleWish({ requestFields, readWish }: BookingRules): Wish | undefined {
  const needed = Object.entries(requestFields).filter(
    ([, field]) => !(field as z.ZodType).safeParse(undefined).success,
  )
  const values = needed.map(([name, field]) => [name, (field as z.ZodType).meta()?.example])
  return readWish(Object.fromEntries(values), 'request').wishes?.[0]
}
