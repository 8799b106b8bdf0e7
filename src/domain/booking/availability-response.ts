/** The free times of a day as a response, with the reason if there are none. */
import { z } from 'zod'
import type { Locale } from '../../kernel/locale.ts'
import { timeOf, timeZone, toIsoString, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { applyHorizon, freeStartsNow, type Slot, toSlots } from '../scheduling/availability.ts'
import type { DayOccupancy } from '../scheduling/cells.ts'
import { explainNoFreeStart, startsIn } from '../scheduling/rejection.ts'
import {
  type BookingRequestDetails,
  type BookingRules,
  type Rejection,
  rejectionCodes,
  type Start,
} from '../scheduling/rules.ts'
import type { AvailabilityQuery } from './availability-query.ts'
import { startsOfDay } from './context.ts'
import { type BookingParts, endField, startField } from './fields.ts'

const reasonCode = z.enum(rejectionCodes).optional()

export const reasonFields = {
  reason: z.string().optional().describe('Why no time is free.'),
  reason_code: reasonCode.describe(
    'The reason as a code: off means that no one is on duty who can do it, understaffed that more people are needed.',
  ),
}

export const askedField = z
  .object({
    time: z.string().describe('The time of `around`.'),
    free: z.boolean().describe('Whether it is free.'),
    ...reasonFields,
  })
  .optional()
  .describe('With `around`: whether that time is free.')

export function slotSchema(rules: BookingRules) {
  return z.object({
    time: z.string().describe('HH:MM, Vietnam time.'),
    starts_at: startField,
    ends_at: endField,
    duration_minutes: z.int().describe('Length of the booking, in minutes.'),
    ...rules.slotFields,
    left: z.int().describe('How many more requests of this kind can be accepted at this time.'),
  })
}

export type DayResponse = ReturnType<typeof toDayResponse>

/** The free times of the window, or with `around` the nearest of them. */
export function toDayResponse(
  parts: BookingParts,
  details: BookingRequestDetails,
  date: string,
  day: DayOccupancy,
  { window, around }: Pick<AvailabilityQuery, 'window' | 'around'>,
  now: number,
  locale: Locale,
) {
  const { rules } = parts
  const starts = startsOfDay(parts, details, date, day)
  const freeNow = freeStartsNow(rules, details, date, starts, now)
  const free = startsIn(freeNow, window)
  const listed =
    around === undefined
      ? free
      : nearestTo(
          freeNow.filter((start) => start.at === around || free.includes(start)),
          around,
        )
  const explain = (of: typeof window) =>
    toReason(explainNoFreeStart(rules, details, date, starts.bookable, of, now), locale)
  const isAskedFree = freeNow.some(({ at }) => at === around)
  return {
    date,
    weekday: weekdayNames([weekdayOf(date)])[locale],
    timezone: timeZone,
    open: applyHorizon(rules, date, starts.bookable, now).open,
    ...(free.length === 0 && explain(window)),
    ...(around !== undefined && {
      asked: {
        time: timeOf(around),
        free: isAskedFree,
        ...(!isAskedFree && explain({ from: around, to: around })),
      },
    }),
    slots: toSlots(rules, details, date, listed, day.occupancy).map(toSlotResponse),
  }
}

export function toReason({ code, reason }: Rejection, locale: Locale) {
  return { reason: reason[locale], reason_code: code }
}

function toSlotResponse({ at, minutes, startsAt, endsAt, tradeFields, left }: Slot) {
  return {
    time: timeOf(at),
    starts_at: toIsoString(startsAt),
    ends_at: toIsoString(endsAt),
    duration_minutes: minutes,
    ...tradeFields,
    left,
  }
}

const maxNearest = 2

/** The start itself, and the nearest others: one before and one after it, if there are such. */
function nearestTo(starts: readonly Start[], wanted: number): readonly Start[] {
  const byDistance = starts
    .filter(({ at }) => at !== wanted)
    .toSorted((one, other) => Math.abs(one.at - wanted) - Math.abs(other.at - wanted))
  const before = byDistance.filter(({ at }) => at < wanted).slice(0, 1)
  const after = byDistance.filter(({ at }) => at > wanted).slice(0, 1)
  const nearest = [...new Set([...before, ...after, ...byDistance])].slice(0, maxNearest)
  return starts.filter((start) => start.at === wanted || nearest.includes(start))
}
