/** How many guests or bookings may begin in each interval, as written in policy.yaml. */
import type { z } from 'zod'
import { quarterHours } from './time-fields.ts'
import { entry, integerBetween } from './vocabulary.ts'

export const paceField = entry({
  every_minutes: quarterHours.default(15),
  guests: integerBetween(1, 999).optional(),
  bookings: integerBetween(1, 999).optional(),
}).optional()

/** Without a limit there is no pace. */
export function readPace(written: z.output<typeof paceField>) {
  if (written?.guests === undefined && written?.bookings === undefined) return undefined
  const { every_minutes: everyMinutes, guests, bookings } = written
  return { everyMinutes, guests, bookings }
}
