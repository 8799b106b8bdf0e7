/** GET /api/availability: the free times of one or several days, or the number of free times by day of a month. */

import { z } from 'zod'
import { constFormat, dateFormat, monthFormat } from '../../kernel/field-formats.ts'
import type { Locale } from '../../kernel/locale.ts'
import { type PreparedRead, preparedReadOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { daysOfMonth, timeZone } from '../../kernel/time.ts'
import { countDay } from '../scheduling/availability.ts'
import type { DayOccupancy } from '../scheduling/cells.ts'
import type { BookingRequestDetails } from '../scheduling/rules.ts'
import { type AvailabilityQuery, parseTimeQuery, timeQueryFields } from './availability-query.ts'
import {
  askedField,
  type DayResponse,
  reasonFields,
  slotSchema,
  toDayResponse,
  toReason,
} from './availability-response.ts'
import { startsOfDay } from './context.ts'
import { type BookingParts, bookingGroup } from './fields.ts'
import { loadDay, loadDays } from './load-day.ts'
import { availabilityKey } from './occupancy-cache.ts'
import { quoteFields, toQuoteResponse } from './quote-fields.ts'

const shareField = z.number().min(0).max(1)

export function availabilityOperation(parts: BookingParts) {
  const { rules, resultCache } = parts
  const slots = z.array(slotSchema(rules)).optional()
  return preparedReadOperation(resultCache, {
    name: 'getAvailability',
    group: bookingGroup,
    summary: {
      vi: 'Giờ trống trong một hay nhiều ngày, hoặc tỷ lệ trống từng ngày trong tháng',
      en: 'Free times of one or several days, or the share of free times by day of a month',
    },
    description:
      'Send `date` for a day, `date` and `to_date` for several days, or `month` for a month. `from`, `to`, ' +
      '`around` and, in a restaurant, `meal` narrow the times. A day without a free time has a reason; past days ' +
      'and days beyond the booking horizon have `open: false`. Contains no guest data.',
    http: { method: 'GET', path: '/api/availability' },
    changesWith: 'bookings',
    input: z.strictObject({ ...timeQueryFields, ...rules.queryFields }),
    output: z
      .object({
        date: z.string().optional().describe('The requested day, with `date`.').meta(dateFormat),
        to_date: z
          .string()
          .optional()
          .describe('The last requested day, with `to_date`.')
          .meta(dateFormat),
        weekday: z.string().optional().describe('Name of the day of the week.'),
        timezone: z.string().describe('The time zone of all times.').meta(constFormat(timeZone)),
        open: z.boolean().optional().describe('Whether the day can be booked, with `date`.'),
        ...quoteFields,
        ...reasonFields,
        asked: askedField,
        slots: slots.describe('The free times of the day, with `date`.'),
        month: z
          .string()
          .optional()
          .describe('The requested month, with `month`.')
          .meta(monthFormat),
        share: shareField.optional().describe('Free times of all days as a share of all, 0 to 1.'),
        days: z
          .array(
            z.object({
              date: z.string().describe('YYYY-MM-DD.').meta(dateFormat),
              weekday: z.string().optional().describe('Name of the day, with `to_date`.'),
              open: z.boolean().describe('Whether the day can be booked.'),
              free: z.int().min(0).describe('Number of free times.'),
              total: z.int().min(0).describe('Number of all times of the day.'),
              share: shareField.describe('`free` as a share of `total`, 0 to 1.'),
              ...quoteFields,
              ...reasonFields,
              asked: askedField,
              slots: slots.describe('The free times of the day, with `to_date`.'),
            }),
          )
          .optional()
          .describe('The days of the month, with `month`, or from `date` to `to_date`.'),
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
      const query = parseTimeQuery(rules, input)
      const { details, errors } = rules.parseDetails(input, query.dates ? 'day' : 'month')
      if (errors) throw new Problem('invalid-parameter', { fields: errors })
      if (!query.dates) return prepareMonth(parts, details, query, locale)
      return input.to_date === undefined
        ? prepareDay(parts, details[0], query.dates[0], query, locale)
        : prepareRange(parts, details[0], query.dates, query, locale)
    },
  })
}

export type AvailabilityResponse = DayResponse | RangeResponse | MonthResponse

async function prepareDay(
  parts: BookingParts,
  details: BookingRequestDetails,
  date: string,
  query: AvailabilityQuery,
  locale: Locale,
): Promise<PreparedRead<DayResponse>> {
  const { context } = parts
  const now = context.now()
  const day = await loadDay(context.store.read, parts, date)
  return {
    cacheKey: availabilityKey([day], now),
    compute: () => toDayResponse(parts, details, date, day, query, now, locale),
  }
}

type CountedDay = {
  date: string
  open: boolean
  free: number
  total: number
  share: number
} & Pick<DayResponse, 'price' | 'surcharge' | 'reason' | 'reason_code'>

export type RangeDay = CountedDay & Pick<DayResponse, 'weekday' | 'asked' | 'slots'>

export type RangeResponse = {
  date: string
  to_date: string
  timezone: string
  share: number
  days: RangeDay[]
}

async function prepareRange(
  parts: BookingParts,
  details: BookingRequestDetails,
  dates: readonly [string, ...string[]],
  query: AvailabilityQuery,
  locale: Locale,
): Promise<PreparedRead<RangeResponse>> {
  const { days, cacheKey, now } = await loadUpcomingDays(parts, dates)
  return {
    cacheKey,
    compute() {
      const counted = dates.map((date): RangeDay => {
        const day = days.get(date) ?? pastDay
        const { timezone: _, ...response } = toDayResponse(
          parts,
          details,
          date,
          day,
          query,
          now,
          locale,
        )
        return { ...toCountedDay(parts, [details], date, day, query, now, locale), ...response }
      })
      const [first] = dates
      return {
        date: first,
        to_date: dates.at(-1) ?? first,
        timezone: timeZone,
        share: shareOfAll(counted),
        days: counted,
      }
    },
  }
}

export type MonthResponse = {
  month: string
  timezone: string
  share: number
  days: CountedDay[]
}

async function prepareMonth(
  parts: BookingParts,
  requests: readonly BookingRequestDetails[],
  query: AvailabilityQuery,
  locale: Locale,
): Promise<PreparedRead<MonthResponse>> {
  const { month } = query
  const dates = daysOfMonth(month)
  const { days, cacheKey, now } = await loadUpcomingDays(parts, dates)
  return {
    cacheKey,
    compute() {
      const counted = dates.map((date) => {
        return toCountedDay(parts, requests, date, days.get(date) ?? pastDay, query, now, locale)
      })
      return { month, timezone: timeZone, share: shareOfAll(counted), days: counted }
    },
  }
}

/** Past days are not loaded: nothing on them can be booked. */
async function loadUpcomingDays(parts: BookingParts, dates: readonly string[]) {
  const { context, rules } = parts
  const now = context.now()
  const today = rules.serviceDays.dateAt(now)
  const upcoming = dates.filter((date) => date >= today)
  const days = await loadDays(context.store.read, parts, upcoming)
  return { days, cacheKey: availabilityKey(days.values(), now), now }
}

const pastDay: DayOccupancy = { occupancy: new Map(), version: undefined }

function toCountedDay(
  parts: BookingParts,
  requests: readonly BookingRequestDetails[],
  date: string,
  day: DayOccupancy,
  { window }: AvailabilityQuery,
  now: number,
  locale: Locale,
): CountedDay {
  const startsOf = (details: BookingRequestDetails) => startsOfDay(parts, details, date, day)
  const { rejection, ...count } = countDay(parts.rules, requests, date, startsOf, window, now)
  return {
    ...count,
    share: shareOf(count.free, count.total),
    ...(count.open && quoteOfDay(parts, requests, date, locale)),
    ...(rejection && toReason(rejection, locale)),
  }
}

/** If the request leaves open what is booked, neither the price nor the sum of a surcharge is known. */
function quoteOfDay(
  { quote }: BookingParts,
  [first, ...others]: readonly BookingRequestDetails[],
  date: string,
  locale: Locale,
): Pick<CountedDay, 'price' | 'surcharge'> {
  if (!first) return {}
  const quoted = quote(first, date)
  if (others.length === 0) return toQuoteResponse(quoted, first.partySize, locale)
  const { price: _, ...withoutPrice } = quoted
  const { surcharge } = toQuoteResponse(withoutPrice, 1, locale)
  if (!surcharge) return {}
  const { total: _total, ...rate } = surcharge
  return { surcharge: rate }
}

function shareOfAll(days: readonly CountedDay[]): number {
  const sum = (of: 'free' | 'total') => days.reduce((all, day) => all + day[of], 0)
  return shareOf(sum('free'), sum('total'))
}

function shareOf(free: number, total: number): number {
  return total === 0 ? 0 : Math.round((free / total) * 1000) / 1000
}
