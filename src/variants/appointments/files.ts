/** What the files of trades with appointments have in common; each adds what is its own. */

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

/** Somebody who keeps appointments within a shift. What they can do is named by the trade. */
export const worker = { ...personFields, weekdays, hours: span }

/** A box that a guest ticks to tell of his body, and what the shop says of it. */
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

/** What every such shop keeps. */
export type AppointmentFiles = { policy: Policy; health: { boxes: readonly HealthBox[] } }

export type Policy = z.infer<typeof policyFile>
export type Worker = z.infer<z.ZodObject<typeof worker>>
export type HealthBox = z.infer<z.ZodObject<typeof healthBox>>
