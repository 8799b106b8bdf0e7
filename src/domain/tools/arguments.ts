/** Arguments shared by the tools of all trades; an argument name has the same meaning in every tool. */
import { z } from 'zod'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { formatDate } from '../../kernel/format-date.ts'
import { customIssue } from '../../kernel/input.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import type { FieldError } from '../../kernel/problem.ts'
import { addDays, dateAt, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { maxRangeDays } from '../booking/availability-query.ts'
import { contactEmail, nameField, noteField, phoneField } from '../guest/fields.ts'
import { codeField, dateField, monthField, timeField } from '../scheduling/fields.ts'
import type { BookingRules } from '../scheduling/rules.ts'

/** A copy of a field with a description for a model and with bounds for its JSON schema. */
export function describeField<Field extends z.ZodType>(
  field: Field,
  description: string,
  bounds: Readonly<Record<string, unknown>> = {},
): Field {
  const { example: _, ...meta } = field.meta() ?? {}
  return field.meta({ ...meta, ...bounds, description })
}

const datePattern = { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }

export const dateArgument = describeField(dateField, 'YYYY-MM-DD in Vietnam time.', datePattern)

export const monthArgument = describeField(
  monthField,
  'YYYY-MM, instead of date: how many free times each open day has.',
  { pattern: '^[0-9]{4}-[0-9]{2}$' },
)

export const timeArgument = describeField(timeField, 'Start as HH:MM, Vietnam time.', {
  pattern: '^[0-9]{2}:[0-9]{2}$',
})

export const toDateArgument = describeField(
  dateField,
  `With date: the last of up to ${maxRangeDays} days.`,
  { maxLength: 30 },
)

export const aroundArgument = describeField(
  timeField,
  'HH:MM: whether it is free, and the nearest free times.',
  { maxLength: 10 },
)

export const fromArgument = describeField(timeField, 'Only starts from HH:MM.', { maxLength: 10 })
export const toArgument = describeField(timeField, 'Only starts until HH:MM.', { maxLength: 10 })

/**
 * "friday", "fri", "thứ sáu", "thứ 6", "T6", "CN", without diacritics. "thu" alone is left out:
 * it may be Thursday or the beginning of a Vietnamese weekday.
 */
const weekdaySpellings = new Map<string, number>(
  [1, 2, 3, 4, 5, 6, 7].flatMap((day): [string, number][] => {
    const { vi, en } = weekdayNames([day])
    const numbered = day === 7 ? ['cn'] : [`thu ${day + 1}`, `t${day + 1}`]
    const short = foldDiacritics(en).slice(0, 3)
    return [
      foldDiacritics(vi),
      foldDiacritics(en),
      ...(short === 'thu' ? ['thur', 'thurs'] : [short]),
      ...numbered,
    ].map((name) => [name, day])
  }),
)

const isoDays = new Map([1, 2, 3, 4, 5, 6, 7].map((day) => [String(day), day]))

const invalidWeekdayText: LocalizedText = {
  vi: 'Viết tên một ngày trong tuần, như thứ sáu.',
  en: 'Write a day of the week, such as friday.',
}

const weekdayField = (extraSpellings: ReadonlyMap<string, number>) =>
  z.string().transform((text, context) => {
    const day = weekdaySpellings.get(foldDiacritics(text)) ?? extraSpellings.get(text.trim())
    if (day === undefined) context.addIssue(customIssue('wrong_format', invalidWeekdayText))
    return day ?? z.NEVER
  })

export const weekdayArgument = describeField(
  weekdayField(new Map()).optional(),
  'The day of the week the guest said (friday, thứ sáu); rejected if it is not that of the date.',
  { maxLength: 20 },
)

/** A weekday without a date, as a filter. */
export const anyWeekday = describeField(
  weekdayField(isoDays).optional(),
  'Only people who work on this weekday: friday, thứ sáu, or ISO 1 (Monday) to 7.',
  { maxLength: 20 },
)

/** Models often get weekdays wrong: if date and weekday disagree, the error names both readings. */
export function checkWeekday(
  { date, weekday }: { date?: string | undefined; weekday?: number | undefined },
  now: number,
): FieldError[] {
  if (date === undefined || weekday === undefined || weekdayOf(date) === weekday) return []
  const today = dateAt(now)
  const around = [1, -1, 2, -2, 3, -3, 4, 5, 6].map((days) => addDays(date, days))
  const matching = around.filter((one) => weekdayOf(one) === weekday)
  const nearest = (matching.find((one) => one >= today) ?? matching[0]) as string
  const weekdayText = weekdayNames([weekday])
  const dateText = forEachLocale((locale) => formatDate(date, locale))
  const nearestText = forEachLocale((locale) => formatDate(nearest, locale))
  return [
    {
      name: 'weekday',
      code: 'wrong_format',
      message: {
        vi:
          `${date} là ${dateText.vi}, không phải ${weekdayText.vi}. ` +
          `Nếu khách muốn ${weekdayText.vi} thì đó là ${nearest} (${nearestText.vi}). ` +
          'Hỏi lại khách muốn ngày nào.',
        en:
          `${date} is ${dateText.en}, not a ${weekdayText.en}. ` +
          `If a ${weekdayText.en} is meant, it is ${nearest} (${nearestText.en}). ` +
          'Ask the guest which of the two days is meant.',
      },
    },
  ]
}

export const nameArgument = describeField(nameField, 'The guest’s name, as they gave it.', {
  minLength: 1,
  maxLength: 80,
})

export const phoneArgument = describeField(
  phoneField,
  'The guest’s own phone number. Ask for it; never invent one.',
  { minLength: 6, maxLength: 25 },
)

export const emailArgument = describeField(contactEmail, 'Only if the guest wants email.', {
  maxLength: 254,
})

export const noteArgument = describeField(
  noteField,
  'What else the guest wants staff to know, in their words.',
  { maxLength: 500 },
)

export const queryArgument = z.string().trim().min(1).max(100)

export function limitArgument(defaultLimit: number, max: number) {
  return z.int().min(1).max(max).default(defaultLimit).meta({ description: 'How many to show.' })
}

export const cursorArgument = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .meta({ description: 'next_cursor of the previous page, other arguments unchanged.' })

export function codeArgument(rules: BookingRules) {
  return describeField(codeField(rules), 'The booking code of the guest.', {
    minLength: 4,
    maxLength: 40,
  })
}
