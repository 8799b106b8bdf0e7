/** What the files of trades with appointments have in common; each adds what is its own. */

import type { z } from 'zod'
import {
  clockTime,
  entry,
  key,
  listOf,
  person,
  quarterHours,
  span,
  weekdays,
  whole,
  words,
} from '../../content/vocabulary.ts'

/** Somebody who keeps appointments within a shift. What they can do is named by the trade. */
export const worker = { ...person, weekdays, hours: span }

/** A box that a guest ticks to tell of his body, and what the shop says of it. */
export const healthBox = { id: key, name: words(80), advice: words(300) }

export const policyFile = entry({
  first_start: clockTime,
  last_start: clockTime,
  start_every_minutes: quarterHours,
  horizon_days: whole(1, 365),
  notice_minutes: whole(0, 20160),
  free_change_hours: whole(0, 336),
  hold_minutes: whole(5, 120),
  included: listOf(words(200)),
  not_included: listOf(words(200)),
})

/** What every such shop keeps. */
export type AppointmentFiles = { policy: Policy; health: { boxes: readonly HealthBox[] } }

export type Policy = z.infer<typeof policyFile>
export type Worker = z.infer<z.ZodObject<typeof worker>>
export type HealthBox = z.infer<z.ZodObject<typeof healthBox>>
