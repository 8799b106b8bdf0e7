/** Content schemas shared by trades with appointments. */
import type { z } from 'zod'
import {
  clockTime,
  entry,
  integerBetween,
  key,
  listOf,
  localizedText,
  personFields,
  quarterHours,
  span,
  weekdays,
} from '../../content/vocabulary.ts'

/** A person who works in a shift. The trade adds what the person can do. */
export const worker = { ...personFields, weekdays, hours: span }

/** A health condition that a guest can tick, and the advice of the shop. */
export const healthBox = { id: key, name: localizedText(80), advice: localizedText(300) }

export const policyFile = entry({
  first_start: clockTime,
  last_start: clockTime,
  start_every_minutes: quarterHours,
  horizon_days: integerBetween(1, 365),
  notice_minutes: integerBetween(0, 20160),
  free_change_hours: integerBetween(0, 336),
  hold_minutes: integerBetween(5, 120),
  included: listOf(localizedText(200)),
  not_included: listOf(localizedText(200)),
})

export type AppointmentFiles = { policy: Policy; health: { boxes: readonly HealthBox[] } }

export type Policy = z.infer<typeof policyFile>
export type Worker = z.infer<z.ZodObject<typeof worker>>
export type HealthBox = z.infer<z.ZodObject<typeof healthBox>>
