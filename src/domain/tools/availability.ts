/** Free times for a model: a day's times, or a month as one number a day. */
import { z } from 'zod'
import { monthName, sayDate, shortWeekday, weekdayName } from '../../kernel/format-date.ts'
import { optional, unknownNames } from '../../kernel/input.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { onceFor } from '../../kernel/memoize.ts'
import { madeOf } from '../../kernel/object-cache.ts'
import { Problem } from '../../kernel/problem.ts'
import { addDays, dateAt } from '../../kernel/time.ts'
import { readTool, type Tool } from '../../kernel/tool.ts'
import { nextFreeDates } from '../booking/next-free-dates.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import { readNamed, type ToolParts } from '../trade/tool-context.ts'
import { dateArgument, monthArgument, weekdayArgument, weekdayFaults } from './arguments.ts'

type Input = Readonly<Record<string, unknown>> & {
  date?: string
  month?: string
  weekday?: number
}

/** What the operation tells of a day or a month. */
type Told = {
  date: string
  open: boolean
  reason?: string
  slots: (Record<string, unknown> & { time: string; duration_minutes: number })[]
  month: string
  days: { date: string; open: boolean; free: number }[]
}

/** What differs by trade. */
export type AvailabilityWords<Fields extends z.ZodRawShape> = {
  name: string
  title: string
  description: string
  fields: Fields
  /** The arguments as the operation's own fields. */
  question(input: Readonly<Record<string, unknown>>): Record<string, unknown>
  /** Which argument stands for a field of the operation. */
  names?: Readonly<Record<string, string>>
  slotFields: z.ZodRawShape
  /** Every start of a day is for the same time, so it is told once. */
  sameLength: boolean
  /** What must be known with the answer, such as rules for large parties. */
  note?(input: Readonly<Record<string, unknown>>, locale: Locale): string | undefined
}

export function availabilityTool<Fields extends z.ZodRawShape>(
  parts: ToolParts,
  words: AvailabilityWords<Fields>,
): Tool {
  const { context, rules } = parts.booking
  const operation = readNamed(parts, 'getAvailability')
  const { name, title, description } = words
  /** Whoever asks the same again gives the same object. */
  const readQuestion = onceFor((input: Input) => {
    const question = words.question(input)
    const asked = Object.freeze({ ...question, date: input.date, month: input.month })
    return { question, asked, text: JSON.stringify(input) }
  })
  return readTool({
    name,
    title,
    description,
    ...(words.names && { names: words.names }),
    changesWith: 'guest',
    input: z.strictObject({
      date: optional(dateArgument),
      weekday: weekdayArgument,
      month: optional(monthArgument),
      ...words.fields,
    }),
    output: z.object({
      date: z.string().optional(),
      weekday: z.string().optional(),
      open: z.boolean().optional(),
      duration_minutes: z.int().optional(),
      reason: z.string().optional(),
      slots: z
        .array(
          z.object({ time: z.string(), duration_minutes: z.int().optional(), ...words.slotFields }),
        )
        .optional(),
      next_free_dates: z
        .array(z.object({ date: z.string(), weekday: z.string(), free: z.int() }))
        .optional(),
      month: z.string().optional(),
      free_by_day: z
        .record(z.string(), z.int())
        .optional()
        .describe('Free times of each open day; days that are not listed are closed or past.'),
      note: z.string().optional(),
    }),
    async run(given, { locale }) {
      const input = given as Input
      const faults = [
        ...weekdayFaults(input, context.now()),
        ...(input.month !== undefined && input.weekday !== undefined
          ? unknownNames(['weekday'])
          : []),
      ]
      if (faults.length > 0) throw new Problem('invalid-parameter', { fields: faults })
      const { question, asked, text } = readQuestion(input)
      const answer = (await operation.run(asked as never, { locale })) as Told
      const { date } = input
      const short = madeOf(answer, `${locale} ${text}`, () => {
        const note = words.note?.(input, locale)
        const told =
          date === undefined
            ? tellMonth(answer, rules, context.now(), locale)
            : tellDay(answer, words.sameLength, locale)
        return { ...told, ...(note && { note }) }
      })
      if (date === undefined || answer.slots.length > 0) return short
      return { ...short, next_free_dates: await later(question, date) }

      async function later(wished: Record<string, unknown>, date: string) {
        const { wishes, faults } = rules.readWish(wished, 'day')
        if (faults) throw new Problem('invalid-parameter', { fields: faults })
        const { store, now } = context
        const found = await nextFreeDates(store.read, rules, wishes[0], date, now())
        return found.map(({ date, free }) => ({ date, weekday: weekdayName(date, locale), free }))
      }
    },
    say: (answer, locale) => sayAvailability(answer as Said, locale),
  })
}

function tellDay({ date, open, reason, slots }: Told, sameLength: boolean, locale: Locale) {
  return {
    date,
    weekday: weekdayName(date, locale),
    open,
    ...(reason && { reason }),
    ...(sameLength && slots[0] && { duration_minutes: slots[0].duration_minutes }),
    slots: slots.map(({ starts_at, ends_at, left, duration_minutes, ...slot }) => ({
      ...slot,
      ...(!sameLength && { duration_minutes }),
    })),
  }
}

function tellMonth({ month, days }: Told, rules: BookingRules, now: number, locale: Locale) {
  const open = days.filter((day) => day.open)
  const reason = monthOutOfReach(month, rules, now)
  return {
    month,
    ...(reason && { reason: reason[locale] }),
    free_by_day: Object.fromEntries(
      open.map(({ date, free }) => [`${date} ${shortWeekday(date, locale)}`, free]),
    ),
  }
}

/** Why nothing of a month can be had: it is past, or too far ahead. */
function monthOutOfReach(
  month: string,
  { horizonDays }: BookingRules,
  now: number,
): Words | undefined {
  const today = dateAt(now)
  if (month < today.slice(0, 7)) return { vi: 'Tháng này đã qua.', en: 'This month is past.' }
  const last = addDays(today, horizonDays)
  if (month <= last.slice(0, 7)) return undefined
  return {
    vi: `Chỉ nhận đặt trước ${horizonDays} ngày, đến ${sayDate(last, 'vi')}.`,
    en: `Bookings are taken ${horizonDays} days ahead, until ${sayDate(last, 'en')}.`,
  }
}

/** More times than that nobody remembers. */
const mostSaid = 6

type Said = {
  date?: string
  month?: string
  reason?: string
  slots?: { time: string }[]
  next_free_dates?: { date: string }[]
  free_by_day?: Record<string, number>
  note?: string
}

function sayAvailability(answer: Said, locale: Locale): string {
  const { date, slots = [], next_free_dates: later = [], reason, note } = answer
  const more = note ? ` ${note}` : ''
  if (date === undefined) {
    const free = Object.values(answer.free_by_day ?? {}).filter((count) => count > 0).length
    if (reason) return `${reason}${more}`
    const month = monthName(answer.month ?? '', locale)
    return {
      vi: `${month} có ${free} ngày còn giờ trống.${more}`,
      en: `${free} days of ${month} have free times.${more}`,
    }[locale]
  }
  const day = sayDate(date, locale)
  if (slots.length > 0) {
    const times = slots
      .slice(0, mostSaid)
      .map(({ time }) => time)
      .join(', ')
    const others = slots.length - mostSaid
    return {
      vi: `${day} còn trống lúc ${times}${others > 0 ? ` và ${others} giờ khác` : ''}. Chưa giữ chỗ.${more}`,
      en: `Free on ${day}: ${times}${others > 0 ? ` and ${others} more times` : ''}. Nothing is held yet.${more}`,
    }[locale]
  }
  const next = later.map((one) => sayDate(one.date, locale)).join(', ')
  return {
    vi: `${day}: ${reason ?? 'không còn giờ nào.'} ${next && `Gần nhất còn: ${next}.`}${more}`,
    en: `${day}: ${reason ?? 'nothing is free any more.'} ${next && `The next free days: ${next}.`}${more}`,
  }[locale]
    .replace(/\s+/g, ' ')
    .trim()
}
