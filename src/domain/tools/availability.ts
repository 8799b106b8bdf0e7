/** Free times for a model: a day's times, or a month as one number a day. */
import { z } from 'zod'
import { formatDate, monthName, shortWeekday, weekdayName } from '../../kernel/format-date.ts'
import { optional, unknownFieldErrors } from '../../kernel/input.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { memoizeByObject } from '../../kernel/memoize.ts'
import { deriveOnce } from '../../kernel/object-cache.ts'
import { Problem } from '../../kernel/problem.ts'
import { addDays, dateAt } from '../../kernel/time.ts'
import { readTool, type Tool } from '../../kernel/tool.ts'
import { findNextFreeDates } from '../booking/next-free-dates.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import { getReadOperation, type ToolContext } from '../trade/tool-context.ts'
import { checkWeekday, dateArgument, monthArgument, weekdayArgument } from './arguments.ts'

type Input = Readonly<Record<string, unknown>> & {
  date?: string
  month?: string
  weekday?: number
}

/** What the operation tells of a day or a month. */
type AvailabilityResponse = {
  date: string
  open: boolean
  reason?: string
  slots: (Record<string, unknown> & { time: string; duration_minutes: number })[]
  month: string
  days: { date: string; open: boolean; free: number }[]
}

/** What differs by trade. */
export type AvailabilityToolOptions<Fields extends z.ZodRawShape> = {
  name: string
  title: string
  description: string
  fields: Fields
  /** The arguments as the operation's own fields. */
  toOperationInput(input: Readonly<Record<string, unknown>>): Record<string, unknown>
  /** Which argument stands for a field of the operation. */
  names?: Readonly<Record<string, string>>
  slotFields: z.ZodRawShape
  /** Every start of a day is for the same time, so it is told once. */
  hasFixedDuration: boolean
  /** What must be known with the answer, such as rules for large parties. */
  note?(input: Readonly<Record<string, unknown>>, locale: Locale): string | undefined
}

export function availabilityTool<Fields extends z.ZodRawShape>(
  parts: ToolContext,
  options: AvailabilityToolOptions<Fields>,
): Tool {
  const { context, rules } = parts.booking
  const operation = getReadOperation(parts, 'getAvailability')
  const { name, title, description } = options
  /** Whoever asks the same again gives the same object. */
  const parseArguments = memoizeByObject((input: Input) => {
    const operationInput = options.toOperationInput(input)
    const query = Object.freeze({ ...operationInput, date: input.date, month: input.month })
    return { question: operationInput, asked: query, text: JSON.stringify(input) }
  })
  return readTool({
    name,
    title,
    description,
    ...(options.names && { names: options.names }),
    changesWith: 'guest',
    input: z.strictObject({
      date: optional(dateArgument),
      weekday: weekdayArgument,
      month: optional(monthArgument),
      ...options.fields,
    }),
    output: z.object({
      date: z.string().optional(),
      weekday: z.string().optional(),
      open: z.boolean().optional(),
      duration_minutes: z.int().optional(),
      reason: z.string().optional(),
      slots: z
        .array(
          z.object({
            time: z.string(),
            duration_minutes: z.int().optional(),
            ...options.slotFields,
          }),
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
    async run(parsedInput, { locale }) {
      const input = parsedInput as Input
      const errors = [
        ...checkWeekday(input, context.now()),
        ...(input.month !== undefined && input.weekday !== undefined
          ? unknownFieldErrors(['weekday'])
          : []),
      ]
      if (errors.length > 0) throw new Problem('invalid-parameter', { fields: errors })
      const { question: operationInput, asked: query, text } = parseArguments(input)
      const response = (await operation.run(query as never, { locale })) as AvailabilityResponse
      const { date } = input
      const short = deriveOnce(response, `${locale} ${text}`, () => {
        const note = options.note?.(input, locale)
        const summary =
          date === undefined
            ? summarizeMonth(response, rules, context.now(), locale)
            : summarizeDay(response, options.hasFixedDuration, locale)
        return { ...summary, ...(note && { note }) }
      })
      if (date === undefined || response.slots.length > 0) return short
      return { ...short, next_free_dates: await loadNextFreeDates(operationInput, date) }

      async function loadNextFreeDates(requested: Record<string, unknown>, date: string) {
        const { details, errors } = rules.parseDetails(requested, 'day')
        if (errors) throw new Problem('invalid-parameter', { fields: errors })
        const { store, now } = context
        const found = await findNextFreeDates(store.read, rules, details[0], date, now())
        return found.map(({ date, free }) => ({ date, weekday: weekdayName(date, locale), free }))
      }
    },
    summarize: (result, locale) => formatAvailability(result as AvailabilityResult, locale),
  })
}

function summarizeDay(
  { date, open, reason, slots }: AvailabilityResponse,
  hasFixedDuration: boolean,
  locale: Locale,
) {
  return {
    date,
    weekday: weekdayName(date, locale),
    open,
    ...(reason && { reason }),
    ...(hasFixedDuration && slots[0] && { duration_minutes: slots[0].duration_minutes }),
    slots: slots.map(({ starts_at, ends_at, left, duration_minutes, ...slot }) => ({
      ...slot,
      ...(!hasFixedDuration && { duration_minutes }),
    })),
  }
}

function summarizeMonth(
  { month, days }: AvailabilityResponse,
  rules: BookingRules,
  now: number,
  locale: Locale,
) {
  const open = days.filter((day) => day.open)
  const reason = monthUnavailableReason(month, rules, now)
  return {
    month,
    ...(reason && { reason: reason[locale] }),
    free_by_day: Object.fromEntries(
      open.map(({ date, free }) => [`${date} ${shortWeekday(date, locale)}`, free]),
    ),
  }
}

/** Why nothing of a month can be had: it is past, or too far ahead. */
function monthUnavailableReason(
  month: string,
  { horizonDays }: BookingRules,
  now: number,
): LocalizedText | undefined {
  const today = dateAt(now)
  if (month < today.slice(0, 7)) return { vi: 'Tháng này đã qua.', en: 'This month is past.' }
  const last = addDays(today, horizonDays)
  if (month <= last.slice(0, 7)) return undefined
  return {
    vi: `Chỉ nhận đặt trước ${horizonDays} ngày, đến ${formatDate(last, 'vi')}.`,
    en: `Bookings are taken ${horizonDays} days ahead, until ${formatDate(last, 'en')}.`,
  }
}

/** More times than that nobody remembers. */
const maxTimesInText = 6

type AvailabilityResult = {
  date?: string
  month?: string
  reason?: string
  slots?: { time: string }[]
  next_free_dates?: { date: string }[]
  free_by_day?: Record<string, number>
  note?: string
}

function formatAvailability(result: AvailabilityResult, locale: Locale): string {
  const { date, slots = [], next_free_dates: freeDates = [], reason, note } = result
  const more = note ? ` ${note}` : ''
  if (date === undefined) {
    const free = Object.values(result.free_by_day ?? {}).filter((count) => count > 0).length
    if (reason) return `${reason}${more}`
    const month = monthName(result.month ?? '', locale)
    return {
      vi: `${month} có ${free} ngày còn giờ trống.${more}`,
      en: `${free} days of ${month} have free times.${more}`,
    }[locale]
  }
  const day = formatDate(date, locale)
  if (slots.length > 0) {
    const times = slots
      .slice(0, maxTimesInText)
      .map(({ time }) => time)
      .join(', ')
    const remaining = slots.length - maxTimesInText
    return {
      vi: `${day} còn trống lúc ${times}${remaining > 0 ? ` và ${remaining} giờ khác` : ''}. Chưa giữ chỗ.${more}`,
      en: `Free on ${day}: ${times}${remaining > 0 ? ` and ${remaining} more times` : ''}. Nothing is held yet.${more}`,
    }[locale]
  }
  const next = freeDates.map((one) => formatDate(one.date, locale)).join(', ')
  return {
    vi: `${day}: ${reason ?? 'không còn giờ nào.'} ${next && `Gần nhất còn: ${next}.`}${more}`,
    en: `${day}: ${reason ?? 'nothing is free any more.'} ${next && `The next free days: ${next}.`}${more}`,
  }[locale]
    .replace(/\s+/g, ' ')
    .trim()
}
