/** Example for the documentation: a booking request that the shop would accept. */

import type { z } from 'zod'
import { addDays, dateAt, minute, startOfDay } from '../../kernel/time.ts'
import type { BookingRequestDetails, BookingRules, Option, Start } from './rules.ts'
import { toCalendarTime } from './service-days.ts'

export type Example = {
  details: BookingRequestDetails
  date: string
  time: string
  start: Start
  option: Option
  startsAt: number
  endsAt: number
}

const daysAhead = 10

/** The last start of the first open day from ten days ahead; undefined if the shop is closed for long. */
export function exampleBooking(rules: BookingRules, now: number): Example | undefined {
  const details = exampleDetails(rules)
  if (!details) return undefined
  for (let days = daysAhead; days < daysAhead + 30; days++) {
    const date = addDays(dateAt(now), days)
    const bookable = rules.bookableStarts(details, date)
    const start = bookable.open ? bookable.starts.at(-1) : undefined
    const [option] = start ? rules.options(details, date, start) : []
    if (!start || !option) continue
    const startsAt = startOfDay(date) + start.at * minute
    const endsAt = startsAt + start.minutes * minute
    return { details, ...toCalendarTime({ date, at: start.at }), start, option, startsAt, endsAt }
  }
  return undefined
}

/** The details that follow from the examples of the required fields. */
function exampleDetails({
  requestFields,
  parseDetails,
}: BookingRules): BookingRequestDetails | undefined {
  const required = Object.entries(requestFields).filter(
    ([, field]) => !(field as z.ZodType).safeParse(undefined).success,
  )
  const values = required.map(([name, field]) => [name, (field as z.ZodType).meta()?.example])
  return parseDetails(Object.fromEntries(values), 'request').details?.[0]
}
