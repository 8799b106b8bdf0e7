/** GET /api/availability: the free times of a day, or how full a month is. */
import { z } from 'zod'
import { optional } from '../../kernel/input.ts'
import type { Locale } from '../../kernel/locale.ts'
import { onceFor } from '../../kernel/memoize.ts'
import { createStanding } from '../../kernel/object-cache.ts'
import { type Operation, readOperation } from '../../kernel/operation.ts'
import { type FieldFault, Problem } from '../../kernel/problem.ts'
import { dateAt, daysOfMonth, stamp, timeOf, timeZone, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import {
  countDay,
  freeSlots,
  openingNow,
  type Slot,
  standsUntil,
} from '../scheduling/availability.ts'
import type { Held } from '../scheduling/cells.ts'
import type { BookingRules, Wish } from '../scheduling/rules.ts'
import { type BookingParts, bookingGroup, dateField, monthField } from './fields.ts'
import { readDay, readHeld } from './occupancy-cache.ts'

export function availabilityOperation({ context, rules }: BookingParts): Operation {
  const slot = z.object({
    time: z.string(),
    starts_at: z.string(),
    ends_at: z.string(),
    duration_minutes: z.int(),
    ...rules.slotFields,
    left: z.int().describe('How many more such requests can still be taken at this time.'),
  })
  const days = createStanding<ReturnType<typeof tellDay>>()
  const months = createStanding<ReturnType<typeof tellMonth>>()
  /** Whoever asks the same again gives the same object. */
  const readQuestion = onceFor((input: Readonly<Record<string, unknown>>) => {
    const { date, month } = input as { date?: string; month?: string }
    if ((date === undefined) === (month === undefined)) throw oneOfTheTwo()
    const { wishes, faults } = rules.readWish(input, date === undefined ? 'month' : 'day')
    if (faults) throw new Problem('invalid-parameter', { fields: faults })
    return { date, month, wishes, text: `${date ?? month} ${JSON.stringify(wishes)}` }
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
      ...rules.questionFields,
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
      const { date, month, wishes, text } = readQuestion(input)
      const now = context.now()
      const { read } = context.store
      const question = `${locale} ${text}`
      if (date !== undefined) {
        const held = await readDay(read, date)
        return days(question, [held], now, () => ({
          answer: tellDay(rules, wishes[0], date, held, now, locale),
          until: standsUntil(rules, wishes, new Map([[date, held]]), now),
        }))
      }
      const dates = daysOfMonth(month ?? '')
      const held = await readHeld(
        read,
        dates.filter((one) => one >= dateAt(now)),
      )
      return months(question, [...held.values()], now, () => ({
        answer: tellMonth(rules, wishes, dates, held, now),
        until: standsUntil(rules, wishes, held, now),
      }))
    },
  })
}

function tellDay(
  rules: BookingRules,
  wish: Wish,
  date: string,
  held: Held,
  now: number,
  locale: Locale,
) {
  const opening = openingNow(rules, wish, date, now)
  return {
    date,
    weekday: weekdayNames([weekdayOf(date)])[locale],
    timezone: timeZone,
    open: opening.open,
    ...(!opening.open && { reason: opening.reason[locale] }),
    slots: freeSlots(rules, wish, date, held, now).map(tellSlot),
  }
}

function tellSlot({ at, minutes, startsAt, endsAt, told, left }: Slot) {
  return {
    time: timeOf(at),
    starts_at: stamp(startsAt),
    ends_at: stamp(endsAt),
    duration_minutes: minutes,
    ...told,
    left,
  }
}

function tellMonth(
  rules: BookingRules,
  wishes: readonly Wish[],
  dates: readonly string[],
  held: ReadonlyMap<string, Held>,
  now: number,
) {
  const days = dates.map((date) => {
    const count = countDay(rules, wishes, date, held.get(date) ?? new Map(), now)
    return { ...count, share: shareOf(count.free, count.total) }
  })
  const sum = (of: 'free' | 'total') => days.reduce((all, day) => all + day[of], 0)
  const month = dates[0]?.slice(0, 7)
  return { month, timezone: timeZone, share: shareOf(sum('free'), sum('total')), days }
}

function shareOf(free: number, total: number): number {
  return total === 0 ? 0 : Math.round((free / total) * 1000) / 1000
}

function oneOfTheTwo(): Problem {
  const fields: FieldFault[] = ['date', 'month'].map((name) => ({
    name,
    code: 'missing',
    message: {
      vi: 'Gửi đúng một trong hai: date (YYYY-MM-DD) hoặc month (YYYY-MM).',
      en: 'Send exactly one of the two: date (YYYY-MM-DD) or month (YYYY-MM).',
    },
  }))
  return new Problem('invalid-parameter', { fields })
}
