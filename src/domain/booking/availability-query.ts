/** Which days, and which times of a day, a query about free times asks for. */

import { eachDay } from '../../kernel/date-range.ts'
import { dateFormat, timeFormat } from '../../kernel/field-formats.ts'
import { optional, unknownFieldErrors } from '../../kernel/input.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import { addDays, minutesOf } from '../../kernel/time.ts'
import { dateField, monthField, timeField } from '../scheduling/fields.ts'
import { wholeDay } from '../scheduling/rejection.ts'
import type { BookingRules, ServiceDays, StartWindow } from '../scheduling/rules.ts'

/** Days that one query can ask for by `date` and `to_date`. */
export const maxRangeDays = 14

export const timeQueryFields = {
  date: optional(dateField),
  to_date: optional(
    dateField.meta({ description: lastDayText(), example: '2026-11-22', ...dateFormat }),
  ),
  month: optional(monthField),
  from: optional(
    timeField.meta({
      description: 'Only starts from this time on.',
      example: '17:00',
      ...timeFormat,
    }),
  ),
  to: optional(
    timeField.meta({
      description: 'Only starts up to this time.',
      example: '21:00',
      ...timeFormat,
    }),
  ),
  around: optional(
    timeField.meta({
      description: 'Whether this time is free, and the nearest free times. Not with `month`.',
      example: '19:00',
      ...timeFormat,
    }),
  ),
}

function lastDayText(): string {
  return `With \`date\`: the last of several days, at most ${maxRangeDays}.`
}

type TimeQuery = {
  date?: string | undefined
  to_date?: string | undefined
  month?: string | undefined
  from?: string | undefined
  to?: string | undefined
  around?: string | undefined
}

export type AvailabilityQuery = {
  /** One day, or the days of a range; a month if there are none. */
  dates: readonly [string, ...string[]] | undefined
  month: string
  window: StartWindow
  /** In minutes after midnight of the service day. */
  around: number | undefined
}

/** Throws a Problem with all contradictions. */
export function parseTimeQuery(
  rules: BookingRules,
  input: TimeQuery & Readonly<Record<string, unknown>>,
): AvailabilityQuery {
  const { date, to_date, month, from, to, around } = input
  if ((date === undefined) === (month === undefined)) throw invalid(dateOrMonthErrors)
  const errors: FieldError[] = []
  if (month !== undefined) {
    const ofDays = Object.entries({ to_date, around }).filter(([, value]) => value !== undefined)
    errors.push(...unknownFieldErrors(ofDays.map(([name]) => name)))
  }
  if (date !== undefined && to_date !== undefined) {
    if (to_date < date) errors.push(beforeError('to_date', 'date'))
    if (to_date > addDays(date, maxRangeDays - 1)) errors.push(tooManyDays)
  }
  const asked = parseWindow(rules.serviceDays, from, to)
  if (asked.to < asked.from) errors.push(beforeError('to', 'from'))
  if (errors.length > 0) throw invalid(errors)
  const named = rules.namedWindow?.(input) ?? wholeDay
  return {
    dates: date === undefined ? undefined : [date, ...laterDays(date, to_date)],
    month: month ?? '',
    window: {
      from: Math.max(named.from, asked.from),
      to: Math.min(named.to, asked.to),
    },
    around: around === undefined ? undefined : rules.serviceDays.minutesOf(around),
  }
}

/** "22:00" to "01:00" ends after midnight; "00:00" to "21:00" begins with the day. */
function parseWindow(
  serviceDays: ServiceDays,
  from: string | undefined,
  to: string | undefined,
): StartWindow {
  const end = to === undefined ? wholeDay.to : serviceDays.minutesOf(to)
  if (from === undefined) return { from: 0, to: end }
  const begin = serviceDays.minutesOf(from)
  return { from: begin <= end ? begin : minutesOf(from), to: end }
}

function laterDays(date: string, toDate = date): string[] {
  return eachDay({ from: date, to: toDate }).slice(1)
}

function invalid(fields: readonly FieldError[]): Problem {
  return new Problem('invalid-parameter', { fields })
}

const dateOrMonthErrors: FieldError[] = ['date', 'month'].map((name) => ({
  name,
  code: 'missing',
  message: {
    vi: 'Gửi đúng một trong hai: date (YYYY-MM-DD) hoặc month (YYYY-MM).',
    en: 'Send exactly one of the two: date (YYYY-MM-DD) or month (YYYY-MM).',
  },
}))

function beforeError(name: string, first: string): FieldError {
  return {
    name,
    code: 'too_small',
    message: { vi: `Không được trước ${first}.`, en: `It must not be before ${first}.` },
  }
}

const tooManyDays: FieldError = {
  name: 'to_date',
  code: 'too_large',
  message: {
    vi: `Nhiều nhất ${maxRangeDays} ngày một lần.`,
    en: `At most ${maxRangeDays} days at a time.`,
  },
}
