/** GET /api/availability: the free times of a day, or the number of free times by day of a month. */
import { z } from 'zod'
import { optional } from '../../kernel/input.ts'
import type { Locale } from '../../kernel/locale.ts'
import { type PreparedRead, preparedReadOperation } from '../../kernel/operation.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import { dateAt, daysOfMonth, timeOf, timeZone, toIsoString, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import {
  applyHorizon,
  countDay,
  type DayCount,
  freeStartsNow,
  type Slot,
  toSlots,
} from '../scheduling/availability.ts'
import type { DayOccupancy } from '../scheduling/cells.ts'
import { dateField, monthField } from '../scheduling/fields.ts'
import type { BookingRequestDetails } from '../scheduling/rules.ts'
import { startsOfDay } from './context.ts'
import { type BookingParts, bookingGroup, endField, startField } from './fields.ts'
import { availabilityKey } from './occupancy-cache.ts'

export function availabilityOperation(parts: BookingParts) {
  const { rules, resultCache } = parts
  const slot = z.object({
    time: z.string().describe('HH:MM, Vietnam time.'),
    starts_at: startField,
    ends_at: endField,
    duration_minutes: z.int().describe('Length of the booking, in minutes.'),
    ...rules.slotFields,
    left: z.int().describe('How many more requests of this kind can be accepted at this time.'),
  })
  return preparedReadOperation(resultCache, {
    name: 'getAvailability',
    group: bookingGroup,
    summary: {
      vi: 'Giờ trống trong ngày, hoặc tỷ lệ trống từng ngày trong tháng',
      en: 'Free times of a day, or the share of free times by day of a month',
    },
    description:
      'Send `date` for a day or `month` for a month, not both. Past days and days beyond ' +
      'the booking horizon have `open: false` and a reason. Contains no guest data.',
    http: { method: 'GET', path: '/api/availability' },
    changesWith: 'bookings',
    input: z.strictObject({
      date: optional(dateField),
      month: optional(monthField),
      ...rules.queryFields,
    }),
    output: z
      .object({
        date: z.string().optional().describe('The requested day, with `date`.'),
        weekday: z.string().optional().describe('Name of the day of the week.'),
        timezone: z.string().describe('The time zone of all times.'),
        open: z.boolean().optional().describe('Whether the day can be booked, with `date`.'),
        reason: z.string().optional().describe('Why the day cannot be booked.'),
        slots: z.array(slot).optional().describe('The free times of the day, with `date`.'),
        month: z.string().optional().describe('The requested month, with `month`.'),
        share: z.number().optional().describe('Free times of the month as a share of all, 0 to 1.'),
        days: z
          .array(
            z.object({
              date: z.string().describe('YYYY-MM-DD.'),
              open: z.boolean().describe('Whether the day can be booked.'),
              free: z.int().describe('Number of free times.'),
              total: z.int().describe('Number of all times of the day.'),
              share: z.number().describe('`free` as a share of `total`, 0 to 1.'),
            }),
          )
          .optional()
          .describe('The days of the month, with `month`.'),
      })
      .meta({ id: 'Availability' }),
    problems: ['store-unavailable'],
    example: {
      month: '2026-12',
      timezone: timeZone,
      share: 0.5,
      days: [{ date: '2026-12-01', open: true, free: 9, total: 18, share: 0.5 }],
    },
    async prepare(input, { locale }): Promise<PreparedRead<AvailabilityResponse>> {
      const { date, month } = input
      if ((date === undefined) === (month === undefined)) throw dateOrMonthProblem()
      const { details, errors } = rules.parseDetails(input, date === undefined ? 'month' : 'day')
      if (errors) throw new Problem('invalid-parameter', { fields: errors })
      return date === undefined
        ? prepareMonth(parts, details, month ?? '')
        : prepareDay(parts, details[0], date, locale)
    },
  })
}

export type AvailabilityResponse = DayResponse | MonthResponse

export type DayResponse = {
  date: string
  weekday: string
  timezone: string
  open: boolean
  reason?: string
  slots: ReturnType<typeof toSlotResponse>[]
}

async function prepareDay(
  parts: BookingParts,
  details: BookingRequestDetails,
  date: string,
  locale: Locale,
): Promise<PreparedRead<DayResponse>> {
  const { rules, context, occupancyCache } = parts
  const now = context.now()
  const day = await occupancyCache.loadDay(context.store.read, date)
  return {
    cacheKey: availabilityKey([day], now),
    compute() {
      const starts = startsOfDay(parts, details, date, day)
      const bookable = applyHorizon(rules, date, starts.bookable, now)
      const free = freeStartsNow(rules, details, date, starts, now)
      return {
        date,
        weekday: weekdayNames([weekdayOf(date)])[locale],
        timezone: timeZone,
        open: bookable.open,
        ...(!bookable.open && { reason: bookable.reason[locale] }),
        slots: toSlots(rules, details, date, free, day.occupancy).map(toSlotResponse),
      }
    },
  }
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

export type MonthResponse = {
  month: string
  timezone: string
  share: number
  days: (DayCount & { share: number })[]
}

async function prepareMonth(
  parts: BookingParts,
  requests: readonly BookingRequestDetails[],
  month: string,
): Promise<PreparedRead<MonthResponse>> {
  const { rules, context, occupancyCache } = parts
  const now = context.now()
  const today = dateAt(now)
  const dates = daysOfMonth(month)
  const upcoming = dates.filter((date) => date >= today)
  const loaded = await occupancyCache.loadDays(context.store.read, upcoming)
  return {
    cacheKey: availabilityKey(loaded.values(), now),
    compute() {
      const days = dates.map((date) => {
        const day = loaded.get(date) ?? pastDay
        const startsOf = (details: BookingRequestDetails) => startsOfDay(parts, details, date, day)
        const count = countDay(rules, requests, date, startsOf, now)
        return { ...count, share: shareOf(count.free, count.total) }
      })
      const sum = (of: 'free' | 'total') => days.reduce((all, day) => all + day[of], 0)
      return { month, timezone: timeZone, share: shareOf(sum('free'), sum('total')), days }
    },
  }
}

/** Past days are not loaded: nothing on them can be booked. */
const pastDay: DayOccupancy = { occupancy: new Map(), version: undefined }

function shareOf(free: number, total: number): number {
  return total === 0 ? 0 : Math.round((free / total) * 1000) / 1000
}

function dateOrMonthProblem(): Problem {
  const fields: FieldError[] = ['date', 'month'].map((name) => ({
    name,
    code: 'missing',
    message: {
      vi: 'Gửi đúng một trong hai: date (YYYY-MM-DD) hoặc month (YYYY-MM).',
      en: 'Send exactly one of the two: date (YYYY-MM-DD) or month (YYYY-MM).',
    },
  }))
  return new Problem('invalid-parameter', { fields })
}
