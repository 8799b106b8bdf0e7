/** Arguments shared by the tools of all trades; an argument name has the same meaning in every tool. */
import { z } from 'zod'
import { type ArgumentReading, argumentReaders } from '../../kernel/argument-reader.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { formatDate } from '../../kernel/format-date.ts'
import { customIssue } from '../../kernel/input.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import type { FieldError } from '../../kernel/problem.ts'
import { addDays, type Clock, dateAt, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { maxRangeDays } from '../booking/availability-query.ts'
import { contactEmail, nameField, noteField, phoneField } from '../guest/fields.ts'
import { extractParty } from '../quick-entry/party.ts'
import { tokenizeLine } from '../quick-entry/tokens.ts'
import { numberAt } from '../quick-entry/word-lists.ts'
import { codeField, dateField, exampleCode, monthField, timeField } from '../scheduling/fields.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import { readDate, readMonth, readServiceDate, readWeekday } from './date-reader.ts'
import { isWholeLineRead, readAround, readBound, readTime } from './time-reader.ts'

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

function createDateArgument(read: typeof readDate) {
  return describeField(dateField, 'YYYY-MM-DD in Vietnam time.', datePattern).register(
    argumentReaders,
    {
      aliases: ['day', 'booking_date', 'reservation_date', 'appointment_date', 'ngay'],
      question: { vi: 'Ngày nào?', en: 'Which day?' },
      isDate: true,
      agrees: (sent, date) => findWeekday(String(sent)) === weekdayOf(String(date)),
      read,
    },
  )
}

/** The date of a start. */
export const dateArgument = createDateArgument(readDate)

/** The day on which a service begins, in a search for free times. */
export const serviceDateArgument = describeField(
  createDateArgument(readServiceDate),
  'YYYY-MM-DD in Vietnam time; no default. weekday alone is its next day.',
)

export const monthArgument = describeField(
  monthField,
  'YYYY-MM, instead of date: how many free times each open day has.',
  { pattern: '^[0-9]{4}-[0-9]{2}$' },
).register(argumentReaders, {
  question: { vi: 'Ngày nào?', en: 'Which day?' },
  isDate: true,
  read: readMonth,
})

export const timeArgument = describeField(timeField, 'Start as HH:MM, Vietnam time.', {
  pattern: '^[0-9]{2}:[0-9]{2}$',
}).register(argumentReaders, {
  aliases: ['start_time', 'start', 'at', 'hour', 'booking_time', 'reservation_time', 'gio'],
  question: { vi: 'Mấy giờ?', en: 'What time?' },
  read: readTime,
})

export const toDateArgument = describeField(
  dateField,
  `With date: the last of up to ${maxRangeDays} days.`,
  { maxLength: 30 },
).register(argumentReaders, { aliases: ['end_date', 'until'], isDate: true, read: readDate })

export const aroundArgument = describeField(
  timeField,
  'HH:MM: whether it is free, and the nearest free times.',
  { maxLength: 10 },
).register(argumentReaders, { aliases: ['time', 'start_time', 'at', 'hour'], read: readAround })

export const fromArgument = describeField(timeField, 'Only starts from HH:MM.', {
  maxLength: 10,
}).register(argumentReaders, { aliases: ['after', 'time_from'], read: readBound('from') })

export const toArgument = describeField(timeField, 'Only starts until HH:MM.', {
  maxLength: 10,
}).register(argumentReaders, { aliases: ['before', 'time_to'], read: readBound('to') })

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

function findWeekday(text: string): number | undefined {
  return weekdaySpellings.get(foldDiacritics(text))
}

const weekdayField = (extraSpellings: ReadonlyMap<string, number>) =>
  z.string().transform((text, context) => {
    const day = findWeekday(text) ?? extraSpellings.get(text.trim())
    if (day === undefined) context.addIssue(customIssue('wrong_format', invalidWeekdayText))
    return day ?? z.NEVER
  })

export const weekdayArgument = describeField(
  weekdayField(new Map()).optional(),
  'Weekday the guest said (friday, thứ sáu); rejected if the date has another.',
  { maxLength: 20 },
).register(argumentReaders, { aliases: ['day_of_week'], read: readWeekday(findWeekday) })

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
      who: 'guest',
      brief: {
        vi: `Ngày nào: ${dateText.vi} hay ${nearestText.vi}?`,
        en: `Which day: ${dateText.en} or ${nearestText.en}?`,
      },
      choices: [date, nearest],
      message: {
        vi:
          `${date} là ${dateText.vi}, không phải ${weekdayText.vi}. ` +
          `Nếu khách muốn ${weekdayText.vi} thì đó là ${nearest} (${nearestText.vi}). ` +
          'Là ngày nào trong hai ngày?',
        en:
          `${date} is ${dateText.en}, not a ${weekdayText.en}. ` +
          `If a ${weekdayText.en} is meant, it is ${nearest} (${nearestText.en}). ` +
          'Which of the two days is meant?',
      },
    },
  ]
}

/** The same for a start. "Friday night, 00:30" has the date of Saturday, so both weekdays are right. */
export function checkStartWeekday(
  input: { date?: string | undefined; time?: string | undefined; weekday?: number | undefined },
  { rules, now }: { rules: BookingRules; now: Clock },
): FieldError[] {
  const { date, time, weekday } = input
  const isNightOfWeekday =
    date !== undefined &&
    time !== undefined &&
    weekdayOf(rules.serviceDays.find({ date, time }).date) === weekday
  return isNightOfWeekday ? [] : checkWeekday(input, now())
}

export const nameArgument = describeField(nameField, 'The guest’s name, as they gave it.', {
  maxLength: 80,
}).register(argumentReaders, {
  aliases: ['guest_name', 'customer_name', 'full_name', 'booking_name', 'ten'],
  question: { vi: 'Xin tên để ghi vào yêu cầu?', en: 'What name is it for?' },
})

export const phoneArgument = describeField(phoneField, 'The guest’s own phone number.', {
  maxLength: 25,
}).register(argumentReaders, {
  aliases: ['phone_number', 'telephone', 'tel', 'mobile', 'guest_phone', 'contact_phone'],
  question: { vi: 'Số điện thoại để liên lạc?', en: 'What phone number can be called?' },
})

export const emailArgument = describeField(contactEmail, 'For a confirmation by email.', {
  maxLength: 254,
}).register(argumentReaders, {
  aliases: ['email_address', 'mail'],
  question: { vi: 'Địa chỉ email là gì?', en: 'What is the email address?' },
  expected: {
    vi: 'Địa chỉ email này không đúng. Xin đọc lại?',
    en: 'This email address is not valid. What is the right one?',
  },
})

export const noteArgument = describeField(
  noteField,
  'What else the guest wants staff to know, in their words.',
  { maxLength: 500 },
).register(argumentReaders, {
  aliases: [
    'notes',
    'special_requests',
    'special_request',
    'request',
    'comment',
    'comments',
    'remarks',
    'message',
    'preferences',
    'dietary',
    'dietary_requirements',
    'dietary_restrictions',
    'dietary_preferences',
  ],
})

export const queryArgument = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .register(argumentReaders, { aliases: ['q', 'search', 'keyword', 'keywords', 'text'] })

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
    maxLength: 40,
  }).register(argumentReaders, {
    aliases: [
      ...['booking_code', 'reservation_code', 'confirmation_code', 'booking_id', 'reference'],
      ...['order_code', 'waitlist_code'],
    ],
    read: readCode,
    question: {
      vi: `Mã đặt chỗ là gì? Mã có dạng ${exampleCode(rules)}.`,
      en: `What is the booking code? It looks like ${exampleCode(rules)}.`,
    },
  })
}

/** Also the URL of the status page and the URI of the resource, which responses contain. */
function readCode(value: unknown): ArgumentReading {
  if (typeof value !== 'string') return { value }
  const text = value.trim()
  const code = /^[a-z]+:\/\/(?:[^?#]*\/)?([^/?#]+)/i.exec(text)?.[1] ?? text
  if (/^test-/i.test(code)) {
    return { error: { who: 'model', code: 'not_one_of', message: codeOfDryRun } }
  }
  return { value: code === text ? value : code.replace(/\.md$/, '') }
}

const codeOfDryRun: LocalizedText = {
  vi: 'Mã TEST- là của một lần chạy thử (dry run), không lưu gì: chưa có lượt đặt nào.',
  en: 'A TEST- code is of a dry run, which stored nothing: there is no booking.',
}

const partyQuestion = { vi: 'Mấy người?', en: 'How many people?' }

/** How guests are counted in words: "4 people", "bốn người", "2 adults and 2 children". */
function readPartySize(value: unknown): ArgumentReading {
  if (typeof value !== 'string') return { value }
  if (isBetweenNumbers(value)) {
    return { error: { who: 'guest', code: 'wrong_format', message: partyQuestion } }
  }
  const line = tokenizeLine(value.slice(0, 60))
  const alone = numberAt(line, 0)
  if (alone?.to === line.tokens.length) return countReading(alone.value)
  const { partySize } = extractParty(line)
  if (partySize === undefined || !isWholeLineRead(line)) return { value }
  return countReading(partySize)
}

function countReading(count: number): ArgumentReading {
  return { value: count, as: { vi: String(count), en: String(count) } }
}

/** "3 or 4", "3-4", "12+" */
function isBetweenNumbers(text: string): boolean {
  if (/[0-9]\s*\+\s*$|[~<>]/.test(text)) return true
  return /[0-9]\s*(?:-|–|—|or|to|hoặc|hay|đến)\s*[0-9]/iu.test(text.normalize('NFC'))
}

/** For the number of guests of a booking. */
export const partySizeReader = {
  aliases: [
    'guests',
    'people',
    'persons',
    'pax',
    'party',
    'number_of_guests',
    'num_guests',
    'covers',
  ],
  question: partyQuestion,
  read: readPartySize,
}
