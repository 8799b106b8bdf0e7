/** The free times of a day as a response, with the reason if there are none. */

import { z } from 'zod'
import { dateFormat, timeFormat } from '../../kernel/field-formats.ts'
import type { Locale } from '../../kernel/locale.ts'
import { timeZone, toIsoString, weekdayOf } from '../../kernel/time.ts'
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
import { toCalendarTime } from '../scheduling/service-days.ts'
import type { AvailabilityQuery } from './availability-query.ts'
import { startsOfDay } from './context.ts'
import { type BookingParts, endField, startField } from './fields.ts'
import { toQuoteResponse } from './quote-fields.ts'

/** Starts after midnight belong to the day on which the service begins, so each names its own date. */
const nightDateField = z
  .string()
  .optional()
  .describe('Only of a start after midnight: its date, which a booking request sends with `time`.')
  .meta(dateFormat)

const reasonCode = z.enum(rejectionCodes).optional()

export const reasonFields = {
  reason: z.string().optional().describe('Why no time is free.'),
  reason_code: reasonCode.describe(
    'The reason as a code: off means that no one is on duty who can do it, understaffed that more people are needed.',
  ),
}

export const askedField = z
  .object({
    time: z.string().describe('The time of `around`.').meta(timeFormat),
    date: nightDateField,
    free: z.boolean().describe('Whether it is free.'),
    ...reasonFields,
  })
  .optional()
  .describe('With `around`: whether that time is free.')

export function slotSchema(rules: BookingRules) {
  return z.object({
    time: z.string().describe('HH:MM, Vietnam time.').meta(timeFormat),
    date: nightDateField,
    starts_at: startField,
    ends_at: endField,
    duration_minutes: z.int().min(1).describe('Length of the booking, in minutes.'),
    ...rules.slotFields,
    left: z
      .int()
      .min(1)
      .describe('How many more requests of this kind can be accepted at this time.'),
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
  const isOpen = applyHorizon(rules, date, starts.bookable, now).open
  const isAskedFree = freeNow.some(({ at }) => at === around)
  return {
    date,
    weekday: weekdayNames([weekdayOf(date)])[locale],
    timezone: timeZone,
    open: isOpen,
    ...(isOpen && toQuoteResponse(parts.quote(details, date), details.partySize, locale)),
    ...(free.length === 0 && explain(window)),
    ...(around !== undefined && {
      asked: {
        ...toStartFields(date, around),
        free: isAskedFree,
        ...(!isAskedFree && explain({ from: around, to: around })),
      },
    }),
    slots: toSlots(rules, details, date, listed, day).map((slot) => toSlotResponse(date, slot)),
  }
}

/** The time, and after midnight the date that belongs to it. */
function toStartFields(serviceDate: string, at: number): { time: string; date?: string } {
  const { date, time } = toCalendarTime({ date: serviceDate, at })
  return { time, ...(date !== serviceDate && { date }) }
}

export function toReason({ code, reason }: Rejection, locale: Locale) {
  return { reason: reason[locale], reason_code: code }
}

function toSlotResponse(date: string, { at, minutes, startsAt, endsAt, tradeFields, left }: Slot) {
  return {
    ...toStartFields(date, at),
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
