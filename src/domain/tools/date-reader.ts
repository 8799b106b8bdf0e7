/** Reads dates, months and weekdays as guests and models write them. The day always comes before the month. */
import type { ArgumentReading, ReadingContext, ReadingError } from '../../kernel/argument-reader.ts'
import { formatDate } from '../../kernel/format-date.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import type { FieldCode, FieldHints } from '../../kernel/problem.ts'
import {
  addDays,
  dateAt,
  isDate,
  isTime,
  minutesOf,
  monthAfter,
  startOfDay,
  toIsoString,
  weekdayOf,
} from '../../kernel/time.ts'
import { extractDate } from '../quick-entry/date.ts'
import { type DayPart, isNightPart, toHour24 } from '../quick-entry/day-part.ts'
import { extractTime } from '../quick-entry/time.ts'
import { tokenizeLine } from '../quick-entry/tokens.ts'
import { findDaysAhead, findWeek, findWeekend, splitRange, withDayParts } from './date-phrases.ts'
import { clockText, isWholeLineRead, nextDates, readTime } from './time-reader.ts'

/**
 * For a day whose times are asked for: "Friday night at 00:30" belongs to Friday. The night of yesterday may still go
 * on; if it has ended, the tool rejects it.
 */
export function readServiceDate(value: unknown, context: ReadingContext): ArgumentReading {
  const { today, calendar } = context
  const yesterday = addDays(today, -1)
  const hasNight = calendar.nightDate(yesterday, 0) === today
  const nightDate = (date: string) => date
  const nightContext = { ...context, calendar: { ...calendar, nightDate } }
  if (Array.isArray(value)) return reject('wrong_type', severalDays)
  const range = findRange(value, nightContext)
  if (!range) return readDateFrom(hasNight ? yesterday : today, value, nightContext)
  const { first, last, also } = range
  return { value: first, as: rangeText(first, last), also: { ...also, to_date: last } }
}

/** The day of one booking: several are a question for the guest. */
export function readDate(value: unknown, context: ReadingContext): ArgumentReading {
  if (Array.isArray(value)) return reject('wrong_type', severalDays)
  const range = findRange(value, context)
  return range ? chooseOneDay(range) : readDateFrom(context.today, value, context)
}

type DateRange = { first: string; last: string; also: Readonly<Record<string, unknown>> }

function findRange(value: unknown, context: ReadingContext): DateRange | undefined {
  if (typeof value !== 'string') return undefined
  const { today } = context
  const weekend = findWeekend(value, today)
  if (weekend) {
    const meal = weekend.dayPart && mealOf(weekend.dayPart)
    return { ...weekend, also: meal ? { meal } : {} }
  }
  const week = findWeek(value, today)
  if (week) return { ...week, also: {} }
  const [from, until] = splitRange(value.trim()) ?? []
  if (from === undefined || until === undefined) return undefined
  const first = readEnd(from, context)
  const last = first && (readEnd(until, context, first.date) ?? readEnd(until, context))
  if (!first || !last || last.date <= first.date) return undefined
  const { time: _time, around: _around, ...also } = { ...first.also, ...last.also }
  return { first: first.date, last: last.date, also }
}

/** "next Friday to Sunday": a day before `earliest` is read as the next such day after it. */
function readEnd(text: string, context: ReadingContext, earliest = context.today) {
  const readings = [
    readDateFrom(context.today, text, context),
    readDateFrom(earliest, text, { ...context, today: earliest }),
  ]
  for (const reading of readings) {
    if ('error' in reading || typeof reading.value !== 'string') continue
    if (isDate(reading.value) && reading.value >= earliest)
      return { date: reading.value, also: reading.also ?? {} }
  }
  return undefined
}

function chooseOneDay({ first, last }: DateRange): ArgumentReading {
  const [one, other] = [dateText(first), dateText(last)]
  const days = [first, ...nextDates(addDays(first, 1), maxDayChoices - 1)]
  return reject(
    'wrong_format',
    {
      vi: `Ngày nào, từ ${one.vi} đến ${other.vi}?`,
      en: `Which day, from ${one.en} to ${other.en}?`,
    },
    { who: 'guest', choices: days.filter((date) => date <= last) },
  )
}

const maxDayChoices = 5

function rangeText(first: string, last: string): LocalizedText {
  if (first === last) return dateText(first)
  const [one, other] = [dateText(first), dateText(last)]
  return { vi: `${one.vi} đến ${other.vi}`, en: `${one.en} to ${other.en}` }
}

const severalDays: LocalizedText = {
  vi: 'Viết một ngày YYYY-MM-DD; nhiều ngày liền nhau là date và to_date.',
  en: 'Send one day as YYYY-MM-DD; several days in a row are date and to_date.',
}

function readDateFrom(firstDay: string, value: unknown, context: ReadingContext): ArgumentReading {
  if (typeof value !== 'string') return { value }
  const text = value.trim()
  if (isDate(text) && text >= firstDay) return { value: text }
  if (isDate(text)) return acceptDate(text, value, context)
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return reject('wrong_format', noSuchDay(text))
  const moment = parseMoment(text)
  if (moment) return acceptDate(moment.date, value, context, timeArguments(moment.time))
  const days = numericDays(text, context)
  if (days) return chooseDay(days, value, context)
  return readWords(text, value, context)
}

/** A weekday without a date is the next such day. */
export function readWeekday(
  find: (text: string) => number | undefined,
): (value: unknown, context: ReadingContext) => ArgumentReading {
  return (value, context) => {
    const weekday = typeof value === 'string' ? find(value) : undefined
    if (weekday === undefined || daysOfCall.some(context.isSent)) return { value }
    const date = nextDates(context.today, 7).find((one) => weekdayOf(one) === weekday)
    return date === undefined ? { value } : { value, as: dateText(date), also: { date } }
  }
}

/** Arguments that already say which days are meant. */
const daysOfCall = ['date', 'month', 'from_date', 'to_date', 'days']

export function readMonth(value: unknown, { today }: ReadingContext): ArgumentReading {
  if (typeof value !== 'string') return { value }
  const month = parseMonth(value.trim().toLowerCase(), today)
  return month === undefined || month === value ? { value } : { value: month, as: sameText(month) }
}

function acceptDate(
  date: string,
  sent: string,
  { today, calendar }: ReadingContext,
  also: Readonly<Record<string, unknown>> = {},
): ArgumentReading {
  if (date >= today) return { value: date, ...(date !== sent && { as: dateText(date) }), also }
  return { error: pastDateError(date, today, calendar.lastDay(today)) }
}

/** `today` is the first day that can be asked for. The same day of a year is only proposed if it can be booked. */
export function pastDateError(date: string, today: string, lastDay: string): ReadingError {
  const nearest = nextSameDay(date, today)
  return {
    who: 'model',
    code: 'not_open',
    message: forEachLocale((locale) => {
      const shown = formatDate(date, locale)
      return { vi: `${shown} đã qua.`, en: `${shown} is past.` }[locale]
    }),
    ...(nearest !== undefined && nearest <= lastDay && { nearest }),
  }
}

/** The same day and month, from today on. */
function nextSameDay(date: string, today: string): string | undefined {
  const year = Number(today.slice(0, 4))
  return [year, year + 1]
    .map((one) => `${one}${date.slice(4)}`)
    .find((one) => isDate(one) && one >= today)
}

/** A date with a time, such as 2026-11-20T19:00:00+07:00. */
function parseMoment(text: string): { date: string; time: string } | undefined {
  const match =
    /^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2})(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?$/i.exec(
      text,
    )
  const [, date = '', time = '', , , offset] = match ?? []
  if (!match || !isDate(date)) return undefined
  if (offset === undefined) return { date, time }
  const at = Date.parse(text.replace(' ', 'T'))
  if (Number.isNaN(at)) return undefined
  return { date: dateAt(at), time: toIsoString(at).slice(11, 16) }
}

function timeArguments(time: string): Record<string, string> {
  return time === '00:00' ? {} : { time, around: time }
}

/** The dates that "12/1" or "12/1/2026" can mean, the day before the month first. */
function numericDays(text: string, { today }: ReadingContext): string[] | undefined {
  const match = /^([0-9]{1,2})([/.-])([0-9]{1,2})(?:\2([0-9]{4}|[0-9]{2}))?$/.exec(text)
  if (!match) return undefined
  const [, first = '', , second = '', yearText] = match
  const year = yearText && yearText.length === 2 ? `20${yearText}` : yearText
  const dayFirst = resolveDay(first, second, year, today)
  const monthFirst = resolveDay(second, first, year, today)
  if (year !== undefined && dayFirst !== undefined) return [dayFirst]
  return [...new Set([dayFirst, monthFirst].filter((date) => date !== undefined))]
}

/** Without a year, the next such day. */
function resolveDay(
  day: string,
  month: string,
  year: string | undefined,
  today: string,
): string | undefined {
  const monthAndDay = `-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year !== undefined) {
    const date = `${year}${monthAndDay}`
    return isDate(date) ? date : undefined
  }
  return nextSameDay(`${today.slice(0, 4)}${monthAndDay}`, today)
}

/** Two days that can be booked are a question for the guest. */
function chooseDay(
  days: readonly string[],
  sent: string,
  context: ReadingContext,
): ArgumentReading {
  const { today, calendar } = context
  const last = calendar.lastDay(today)
  const bookable = days.filter((date) => date >= today && date <= last && calendar.isOpen(date))
  const date = bookable[0] ?? days[0]
  if (date === undefined) return reject('wrong_format', noSuchDay(sent))
  if (bookable.length < 2) return acceptDate(date, sent, context)
  const [one, other] = bookable.map(dateText)
  return reject(
    'wrong_format',
    {
      vi: `“${sent}” là ${one?.vi} hay ${other?.vi}?`,
      en: `Is “${sent}” ${one?.en} or ${other?.en}?`,
    },
    { who: 'guest', choices: bookable },
  )
}

/** "tomorrow", "next Friday", "20th of November", "tối mai", "thứ bảy tuần này". */
function readWords(text: string, sent: string, context: ReadingContext): ArgumentReading {
  const daysAhead = findDaysAhead(text)
  if (daysAhead !== undefined) return acceptDate(addDays(context.today, daysAhead), sent, context)
  const spoken = text.slice(0, 100).replace(/(?<=[0-9])(?:st|nd|rd|th)?\b(?:\s+of\b)?/gi, '')
  const line = tokenizeLine(withDayParts(spoken))
  const { clockTime, partBefore } = extractTime(line)
  const { date, dayPart, hasExplicitDate, warnings } = extractDate(
    line,
    startOfDay(context.today),
    () => true,
  )
  const [warning] = warnings
  if (warning) return reject('wrong_format', warning.message)
  if (!hasExplicitDate || !isWholeLineRead(line)) return reject('wrong_format', noDate(sent))
  const part = clockTime?.dayPart ?? dayPart
  const time =
    clockTime && (part || clockTime.hour > 12)
      ? clockText({ ...clockTime, dayPart: part })
      : undefined
  const meal = part && mealOf(part, clockTime?.hour)
  // "Friday night at 00:30" is on Saturday, if the shop is open then.
  const isNight = [clockTime?.dayPart, partBefore, dayPart].some(isNightPart)
  const nightTime = isNight ? (time ?? timeOfCall(context)) : undefined
  const startDate =
    nightTime === undefined ? date : context.calendar.nightDate(date, minutesOf(nightTime))
  return acceptDate(startDate, sent, context, {
    ...(time && timeArguments(time)),
    ...(meal && !time && { meal }),
  })
}

/** The time in an argument of its own. */
function timeOfCall(context: ReadingContext): string | undefined {
  const reading = readTime(context.sentValue('time'), context)
  const time = 'value' in reading ? String(reading.value) : ''
  return isTime(time) ? time : undefined
}

/** "tối" is dinner, "trưa" is lunch. */
function mealOf(part: DayPart, hour = 12): string | undefined {
  if (part === 'noon') return 'lunch'
  return part === 'evening' || toHour24[part](hour) >= 17 ? 'dinner' : undefined
}

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const relativeMonths = new Map([
  ['this month', 0],
  ['tháng này', 0],
  ['next month', 1],
  ['tháng sau', 1],
  ['tháng tới', 1],
])

function parseMonth(text: string, today: string): string | undefined {
  const ahead = relativeMonths.get(text)
  if (ahead !== undefined) return monthAfter(today.slice(0, 7), ahead)
  const yearFirst = /^([0-9]{4})[-/.]([0-9]{1,2})(?:[-/.][0-9]{1,2})?$/.exec(text)
  if (yearFirst) return toMonth(yearFirst[1], Number(yearFirst[2]), today)
  const numeric = /^(?:tháng\s*)?([0-9]{1,2})(?:\s*(?:[-/.]|năm)\s*([0-9]{4}))?$/.exec(text)
  if (numeric) return toMonth(numeric[2], Number(numeric[1]), today)
  const named = /^([a-z]{3,9})\.?(?:,?\s+([0-9]{4}))?$/.exec(text)
  const index = monthNames.findIndex((name) => name.startsWith(named?.[1] ?? '-'))
  return index === -1 ? undefined : toMonth(named?.[2], index + 1, today)
}

/** Without a year, the next such month. */
function toMonth(year: string | undefined, month: number, today: string): string | undefined {
  if (month < 1 || month > 12) return undefined
  const suffix = `-${String(month).padStart(2, '0')}`
  if (year !== undefined) return `${year}${suffix}`
  const thisYear = `${today.slice(0, 4)}${suffix}`
  return thisYear >= today.slice(0, 7) ? thisYear : monthAfter(thisYear, 12)
}

function dateText(date: string): LocalizedText {
  return forEachLocale((locale) => formatDate(date, locale))
}

function sameText(text: string): LocalizedText {
  return { vi: text, en: text }
}

/** A date that does not exist is the model's error. */
function reject(code: FieldCode, message: LocalizedText, hints: FieldHints = {}): ArgumentReading {
  return { error: { who: 'model', code, message, ...hints } }
}

function noSuchDay(text: string): LocalizedText {
  return { vi: `Lịch không có ngày ${text}.`, en: `The calendar has no day ${text}.` }
}

function noDate(text: string): LocalizedText {
  const shown = text.slice(0, 40)
  return {
    vi: `Không đọc được ngày “${shown}”. Viết YYYY-MM-DD, mai, hoặc một ngày trong tuần.`,
    en: `Not a date: “${shown}”. Send YYYY-MM-DD, tomorrow or a weekday.`,
  }
}
