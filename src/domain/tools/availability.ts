/** The tool that returns free times: the times of a day, or the number of free times by day of a month. */
import { z } from 'zod'
import { formatDate, monthName, shortWeekday, weekdayName } from '../../kernel/format-date.ts'
import { optional, unknownFieldErrors } from '../../kernel/input.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { Problem } from '../../kernel/problem.ts'
import { addDays, dateAt } from '../../kernel/time.ts'
import { describeTool, forbid, preparedReadTool, type Tool } from '../../kernel/tool.ts'
import type {
  AvailabilityResponse,
  DayResponse,
  MonthResponse,
} from '../booking/availability-operation.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import { checkWeekday, dateArgument, monthArgument, weekdayArgument } from './arguments.ts'

type Input = Readonly<Record<string, unknown>> & {
  date?: string
  month?: string
  weekday?: number
}

/** What differs by trade. */
export type AvailabilityToolOptions<Fields extends z.ZodRawShape> = {
  name: string
  title: string
  description: string
  fields: Fields
  /** Converts the arguments to the fields of the operation. */
  toOperationInput(input: Readonly<Record<string, unknown>>): Record<string, unknown>
  /** Arguments that have another name than the field of the operation: field → argument. */
  names?: Readonly<Record<string, string>>
  slotFields: z.ZodRawShape
  /** All starts of a day have the same duration, so the result contains it once. */
  hasFixedDuration: boolean
  /** A remark that belongs to the result, such as the rules for large parties. */
  note?(input: Readonly<Record<string, unknown>>, locale: Locale): string | undefined
}

export function availabilityTool<Fields extends z.ZodRawShape>(
  context: ToolContext,
  options: AvailabilityToolOptions<Fields>,
): Tool {
  const { rules, now } = context
  const { name, title, description, toOperationInput, hasFixedDuration } = options

  const summarize = (response: AvailabilityResponse, locale: Locale) =>
    'days' in response
      ? summarizeMonth(response, rules, now(), locale)
      : summarizeDay(response, hasFixedDuration, locale)

  const prepareResult = async (input: Input, locale: Locale) => {
    const { date, month } = input
    const query = { ...toOperationInput(input), date, month }
    const { cacheKey, compute } = await context.operations.getAvailability.prepare(query, {
      locale,
    })
    const result = { cacheKey, compute: () => summarize(compute(), locale) }
    if (date === undefined) return result
    const day = compute()
    if ('days' in day || day.slots.length > 0) return result
    const next = await prepareNextFreeDates(input, day.date, locale)
    return {
      cacheKey: cacheKey && next.cacheKey && `${cacheKey} ${next.cacheKey}`,
      compute: () => ({ ...summarize(day, locale), next_free_dates: next.compute() }),
    }
  }

  const prepareNextFreeDates = async (input: Input, after: string, locale: Locale) => {
    const { details, errors } = rules.parseDetails(toOperationInput(input), 'day')
    if (errors) throw new Problem('invalid-parameter', { fields: errors })
    const { cacheKey, compute } = await context.prepareNextFreeDates(details[0], after)
    const toResult = ({ date, free }: { date: string; free: number }) => ({
      date,
      weekday: weekdayName(date, locale),
      free,
    })
    return { cacheKey, compute: () => compute().map(toResult) }
  }

  return preparedReadTool({
    name,
    title,
    ...describeTool(description, forbid('Holds nothing; never reveals who booked.')),
    ...(options.names && { names: options.names }),
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
    async prepare(parsedInput, { locale }) {
      const input = parsedInput as Input
      checkDate(input, now())
      const { cacheKey, compute } = await prepareResult(input, locale)
      const note = options.note?.(input, locale)
      return { cacheKey, compute: () => ({ ...compute(), ...(note && { note }) }) }
    },
    summarize: (result, locale) => formatAvailability(result as AvailabilityResult, locale),
  })
}

function checkDate(input: Input, now: number): void {
  const errors = checkWeekday(input, now)
  if (input.month !== undefined && input.weekday !== undefined) {
    errors.push(...unknownFieldErrors(['weekday']))
  }
  if (errors.length > 0) throw new Problem('invalid-parameter', { fields: errors })
}

function summarizeDay(
  { date, open, reason, slots }: DayResponse,
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
  { month, days }: MonthResponse,
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

/** Why no day of a month can be booked: it is past, or beyond the horizon. */
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
    en: `Bookings are accepted up to ${horizonDays} days ahead, until ${formatDate(last, 'en')}.`,
  }
}

/** A longer list is not useful when it is read out. */
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
      en: `${month} has ${free} ${plural(free, { one: 'day', other: 'days' })} with free times.${more}`,
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
      en: `Free on ${day}: ${times}${remaining > 0 ? ` and ${remaining} more` : ''}. Nothing is reserved yet.${more}`,
    }[locale]
  }
  const next = freeDates.map((one) => formatDate(one.date, locale)).join(', ')
  return {
    vi: `${day}: ${reason ?? 'không còn giờ nào.'} ${next && `Gần nhất còn: ${next}.`}${more}`,
    en: `${day}: ${reason ?? 'no free times left.'} ${next && `Next free days: ${next}.`}${more}`,
  }[locale]
    .replace(/\s+/g, ' ')
    .trim()
}
