/** GET /api/availability: the free times of a day, or how full a month is. */
import { z } from 'zod'
import { optional } from '../../kernel/input.ts'
import type { Locale } from '../../kernel/locale.ts'
import { memoizeByObject } from '../../kernel/memoize.ts'
import { createDependencyCache } from '../../kernel/object-cache.ts'
import { type Operation, readOperation } from '../../kernel/operation.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import { dateAt, daysOfMonth, timeOf, timeZone, toIsoString, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import {
  bookableStartsNow,
  countDay,
  freeSlots,
  type Slot,
  validUntil,
} from '../scheduling/availability.ts'
import type { Occupancy } from '../scheduling/cells.ts'
import type { BookingRequestDetails, BookingRules } from '../scheduling/rules.ts'
import { type BookingParts, bookingGroup, dateField, monthField } from './fields.ts'
import { loadDayOccupancy, loadOccupancy } from './occupancy-cache.ts'

export function availabilityOperation({ context, rules }: BookingParts): Operation {
  const slot = z.object({
    time: z.string(),
    starts_at: z.string(),
    ends_at: z.string(),
    duration_minutes: z.int(),
    ...rules.slotFields,
    left: z.int().describe('How many more such requests can still be taken at this time.'),
  })
  const dayCache = createDependencyCache<ReturnType<typeof toDayResponse>>()
  const monthCache = createDependencyCache<ReturnType<typeof toMonthResponse>>()
  /** Whoever asks the same again gives the same object. */
  const parseQuery = memoizeByObject((input: Readonly<Record<string, unknown>>) => {
    const { date, month } = input as { date?: string; month?: string }
    if ((date === undefined) === (month === undefined)) throw dateOrMonthProblem()
    const { details, errors } = rules.parseDetails(input, date === undefined ? 'month' : 'day')
    if (errors) throw new Problem('invalid-parameter', { fields: errors })
    return { date, month, wishes: details, text: `${date ?? month} ${JSON.stringify(details)}` }
  })
  return readOperation({
    name: 'getAvailability',
    group: bookingGroup,
    summary: {
      vi: 'Giờ trống trong ngày, hoặc tỷ lệ trống từng ngày trong tháng',
      en: 'Free times of a day, or the share of free times by day of a month',
    },
    description:
      'Give `date` for a day or `month` for a month, not both. Past days and days too far ahead are answered with `open: false` and a reason. Never who booked.',
    http: { method: 'GET', path: '/api/availability' },
    changesWith: 'time',
    input: z.strictObject({
      date: optional(dateField),
      month: optional(monthField),
      ...rules.queryFields,
    }),
    output: z
      .object({
        date: z.string().optional(),
        weekday: z.string().optional().describe('The day of the week in words.'),
        timezone: z.string(),
        open: z.boolean().optional(),
        reason: z.string().optional().describe('Why the day is not open.'),
        slots: z.array(slot).optional(),
        month: z.string().optional(),
        share: z.number().optional().describe('Free times of the month as a share of all, 0 to 1.'),
        days: z
          .array(
            z.object({
              date: z.string(),
              open: z.boolean(),
              free: z.int(),
              total: z.int(),
              share: z.number(),
            }),
          )
          .optional(),
      })
      .meta({ id: 'Availability' }),
    problems: ['store-unavailable'],
    example: {
      month: '2026-12',
      timezone: timeZone,
      share: 0.5,
      days: [{ date: '2026-12-01', open: true, free: 9, total: 18, share: 0.5 }],
    },
    async run(input, { locale }) {
      const { date, month, wishes: details, text } = parseQuery(input)
      const now = context.now()
      const { read } = context.store
      const cacheKey = `${locale} ${text}`
      if (date !== undefined) {
        const occupancy = await loadDayOccupancy(read, date)
        return dayCache(cacheKey, [occupancy], now, () => ({
          value: toDayResponse(rules, details[0], date, occupancy, now, locale),
          validUntil: validUntil(rules, details, new Map([[date, occupancy]]), now),
        }))
      }
      const dates = daysOfMonth(month ?? '')
      const occupancy = await loadOccupancy(
        read,
        dates.filter((one) => one >= dateAt(now)),
      )
      return monthCache(cacheKey, [...occupancy.values()], now, () => ({
        value: toMonthResponse(rules, details, dates, occupancy, now),
        validUntil: validUntil(rules, details, occupancy, now),
      }))
    },
  })
}

function toDayResponse(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  occupancy: Occupancy,
  now: number,
  locale: Locale,
) {
  const bookable = bookableStartsNow(rules, details, date, now)
  return {
    date,
    weekday: weekdayNames([weekdayOf(date)])[locale],
    timezone: timeZone,
    open: bookable.open,
    ...(!bookable.open && { reason: bookable.reason[locale] }),
    slots: freeSlots(rules, details, date, occupancy, now).map(toSlotResponse),
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

function toMonthResponse(
  rules: BookingRules,
  detailsList: readonly BookingRequestDetails[],
  dates: readonly string[],
  occupancy: ReadonlyMap<string, Occupancy>,
  now: number,
) {
  const days = dates.map((date) => {
    const count = countDay(rules, detailsList, date, occupancy.get(date) ?? new Map(), now)
    return { ...count, share: shareOf(count.free, count.total) }
  })
  const sum = (of: 'free' | 'total') => days.reduce((all, day) => all + day[of], 0)
  const month = dates[0]?.slice(0, 7)
  return { month, timezone: timeZone, share: shareOf(sum('free'), sum('total')), days }
}

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
