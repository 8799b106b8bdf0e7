/** The tool that returns free times: of one or several days, or the number of free times by day of a month. */
import { z } from 'zod'
import { weekdayName } from '../../kernel/format-date.ts'
import { optional, unknownFieldErrors } from '../../kernel/input.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { AnyInput } from '../../kernel/operation.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import { addDays, dateAt } from '../../kernel/time.ts'
import { preparedReadTool, type Tool } from '../../kernel/tool.ts'
import { parseTimeQuery } from '../booking/availability-query.ts'
import { type BookingRules, rejectionCodes } from '../scheduling/rules.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import {
  aroundArgument,
  checkWeekday,
  fromArgument,
  monthArgument,
  serviceDateArgument,
  toArgument,
  toDateArgument,
  weekdayArgument,
} from './arguments.ts'
import {
  type Kinds,
  toAroundResult,
  toDayResult,
  toMonthResult,
  toRangeResult,
} from './availability-result.ts'
import { type AvailabilityResult, formatAvailability } from './availability-text.ts'
import { pastDateError } from './date-reader.ts'
import { waitlistHint, waitlistToolName } from './waitlist.ts'

type Input = AnyInput & {
  date?: string
  to_date?: string
  month?: string
  weekday?: number
  from?: string
  to?: string
  around?: string
  meal?: string
}

/** What differs by trade. */
export type AvailabilityToolOptions<Fields extends z.ZodRawShape> = {
  name: string
  title: string
  description: string
  fields: Fields
  /** Converts the arguments to the fields of the operation. */
  toOperationInput(input: AnyInput): Record<string, unknown>
  /** Arguments that have another name than the field of the operation: field → argument. */
  names?: Readonly<Record<string, string>>
  /** The areas or people that are free at a time. */
  kinds: Kinds
  /** Fields of a slot besides its time and duration. */
  slotFields: z.ZodRawShape
  /** What the times are for: "4 guests". */
  subject(input: AnyInput, locale: Locale): string
  /** Arguments that were not given, with what was assumed instead. */
  assumed(input: AnyInput, locale: Locale): Record<string, string>
  /** What rules the request out at any time. */
  errors?(input: AnyInput): readonly FieldError[]
  /** A remark that belongs to the result, such as the rules for large parties. */
  note?(input: AnyInput, locale: Locale): string | undefined
}

/** Only in the tools of a shop that is open after midnight. */
const nightFields = {
  after_midnight: z
    .string()
    .optional()
    .describe('The date of the times after midnight, to be sent with them.'),
}

/** Only in the tools of a shop with surcharges, or with a price that is about to change. */
const daysByText = z.record(z.string(), z.string()).optional()
const monthSurcharges = daysByText.describe('With `month`: each surcharge, and its days.')
const monthPrices = daysByText.describe(
  'With `month`, if the price changes in it: each price, and its days.',
)

/** `noun` is what is free: an area or a person. */
function startsFields({ noun }: Kinds) {
  const ids = z.array(z.string())
  return {
    price_vnd: z.int().optional().describe('The price on that day.'),
    surcharge: z.string().optional().describe('What is charged on top on that day.'),
    starts: z
      .record(z.string(), z.string())
      .optional()
      .describe(`Id of each free ${noun}, and its free start times as ranges.`),
    free: ids
      .optional()
      .describe(`With \`around\`: id of each ${noun} that is free at that time; empty if none is.`),
    nearest: z
      .record(z.string(), ids)
      .optional()
      .describe(`With \`around\`: the nearest other free times, and each ${noun} free then.`),
    why: z.enum(rejectionCodes).optional().describe('Why nothing is free, as a code.'),
    reason: z.string().optional().describe('The same in words, if it is not that all is taken.'),
  }
}

export function availabilityTool<Fields extends z.ZodRawShape>(
  context: ToolContext,
  options: AvailabilityToolOptions<Fields>,
): Tool {
  const { rules, now, business } = context
  const { offers } = context.assortment
  const { name, title, description, toOperationInput, kinds } = options
  const shape = { kinds, every: rules.startEveryMinutes }
  const { hasNights } = rules.serviceDays

  const prepareResult = async (input: Input, locale: Locale) => {
    const { date, to_date, month, from, to, around, meal } = input
    const query = { ...toOperationInput(input), date, to_date, month, from, to, around, meal }
    const { cacheKey, compute } = await context.operations.getAvailability.prepare(query, {
      locale,
    })
    const toResult = (response: ReturnType<typeof compute>): Record<string, unknown> => {
      if ('month' in response) return toMonthResult(response, rules, now(), locale)
      if ('days' in response) return toRangeResult(response, shape, around, locale)
      if (around !== undefined) return toAroundResult(response, shape, locale)
      return toDayResult(response, shape, locale)
    }
    const result = { cacheKey, compute: () => toResult(compute()) }
    if (date === undefined) return result
    const response = compute()
    const days = 'days' in response ? response.days : [response]
    if (days.some((day) => 'slots' in day && day.slots.length > 0)) return result
    const next = await prepareNextFreeDates(input, to_date ?? date, locale)
    return {
      cacheKey: cacheKey && next.cacheKey && `${cacheKey} ${next.cacheKey}`,
      compute: () => ({ ...toResult(response), next_free_dates: next.compute() }),
    }
  }

  const prepareNextFreeDates = async (input: Input, after: string, locale: Locale) => {
    const { details, errors } = rules.parseDetails(toOperationInput(input), 'day')
    if (errors) throw new Problem('invalid-parameter', { fields: errors })
    const { window } = parseTimeQuery(rules, input)
    const { cacheKey, compute } = await context.prepareNextFreeDates(details[0], after, window)
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
    description: `${description} Holds nothing; contains nothing about other guests.`,
    ...(options.names && { names: options.names }),
    input: z.strictObject({
      date: optional(serviceDateArgument),
      weekday: weekdayArgument,
      to_date: optional(toDateArgument),
      month: optional(monthArgument),
      around: optional(aroundArgument),
      from: optional(fromArgument),
      to: optional(toArgument),
      ...options.fields,
    }),
    output: z.object({
      date: z.string().optional(),
      weekday: z.string().optional(),
      to_date: z.string().optional(),
      open: z.boolean().optional(),
      asked: z
        .string()
        .optional()
        .describe('The time of `around`; `free` names who or what is free then.'),
      duration_minutes: z.int().optional(),
      shorter: z
        .record(z.string(), z.int())
        .optional()
        .describe('Starts before closing time that last fewer minutes.'),
      ...startsFields(kinds),
      ...(hasNights && nightFields),
      start_every_minutes: z
        .int()
        .optional()
        .describe('A range in `starts` has a start every so many minutes.'),
      slots: z
        .array(
          z.object({
            time: z.string(),
            ...(hasNights && { date: z.string().optional() }),
            duration_minutes: z.int().optional(),
            ...options.slotFields,
          }),
        )
        .optional()
        .describe('An earlier form of `starts`; not sent.'),
      days: z
        .array(
          z.object({
            date: z.string(),
            weekday: z.string(),
            ...startsFields(kinds),
            ...(hasNights && nightFields),
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
        .describe('Free times of each day that has any.'),
      not_free: z
        .record(z.string(), z.string())
        .optional()
        .describe('The other days of the month, by reason.'),
      ...(business.surcharges.length > 0 && { surcharges: monthSurcharges }),
      ...(offers.some(({ nextPrice }) => nextPrice) && { prices_vnd: monthPrices }),
      assumed: z
        .record(z.string(), z.string())
        .optional()
        .describe('Arguments that were not given, and what was assumed.'),
      for: z.string(),
      note: z.string().optional(),
    }),
    async prepare(parsedInput, { locale }) {
      const input = parsedInput as Input
      throwIfAny(checkDate(input, rules, now()))
      throwIfAny(options.errors?.(input) ?? [])
      const { cacheKey, compute } = await prepareResult(input, locale)
      const note = options.note?.(input, locale)
      const assumed = options.assumed(input, locale)
      return {
        cacheKey,
        compute: () => ({
          ...compute(),
          ...(Object.keys(assumed).length > 0 && { assumed }),
          for: options.subject(input, locale),
          ...(note && { note }),
        }),
      }
    },
    summarize(result, locale) {
      const found = result as AvailabilityResult
      const text = formatAvailability(found, shape, locale)
      const canWait = context.tools().some(({ name }) => name === waitlistToolName)
      return found.why === 'full' && canWait ? `${text} ${waitlistHint[locale]}` : text
    },
  })
}

function throwIfAny(fields: readonly FieldError[]): void {
  if (fields.length > 0) throw new Problem('invalid-parameter', { fields: [...fields] })
}

function checkDate(
  input: Input,
  { serviceDays, horizonDays }: BookingRules,
  now: number,
): FieldError[] {
  const errors = checkWeekday(input, now)
  const firstDay = serviceDays.dateAt(now)
  if (input.date !== undefined && input.date < firstDay) {
    const lastDay = addDays(dateAt(now), horizonDays)
    errors.push({ name: 'date', ...pastDateError(input.date, firstDay, lastDay) })
  }
  if (input.month !== undefined && input.weekday !== undefined) {
    errors.push(...unknownFieldErrors(['weekday']))
  }
  return errors
}
