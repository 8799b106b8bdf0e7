/** Reads times as guests and models write them: 7pm, 19h30, 7 giờ tối. */
import type { ArgumentReading, ReadingContext } from '../../kernel/argument-reader.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { addDays, isTime, minutesOf, timeOf } from '../../kernel/time.ts'
import type { ClockTime } from '../quick-entry/clock-time.ts'
import { type DayPart, toHour24 } from '../quick-entry/day-part.ts'
import { extractTime } from '../quick-entry/time.ts'
import { type Line, tokenizeLine } from '../quick-entry/tokens.ts'
import { findDayPart } from './date-phrases.ts'

export function readTime(value: unknown, context: ReadingContext): ArgumentReading {
  if (typeof value !== 'string') return { value }
  const text = value.trim()
  if (isTime(text)) return { value: text }
  const clock = parseClock(text)
  if (!clock) return { error: { who: 'model', code: 'wrong_format', message: noTime(value) } }
  const times = possibleTimes(clock)
  const [first = '', second] = likelyTimes(times, context)
  if (second === undefined) {
    return { value: first, ...(!isSameTime(text, first) && { as: { vi: first, en: first } }) }
  }
  return {
    error: {
      who: 'guest',
      code: 'wrong_format',
      message: {
        vi: `“${value}” là ${first} hay ${second}?`,
        en: `Is “${value}” ${first} or ${second}?`,
      },
      choices: [first, second],
    },
  }
}

/** What is no single time narrows the times instead: "evening" is from 17:00, "after 8pm" from 20:00. */
export function readAround(value: unknown, context: ReadingContext): ArgumentReading {
  const reading = readTime(value, context)
  if (typeof value !== 'string' || !('error' in reading)) return reading
  const window = windowOfDayPart(value) ?? windowOfBound(value, context)
  if (!window) return reading
  const { from, to } = window
  return {
    value: undefined,
    as: {
      vi: [from && `từ ${from}`, to && `đến ${to}`].filter(Boolean).join(' '),
      en: [from && `from ${from}`, to && `${from ? 'to' : 'until'} ${to}`]
        .filter(Boolean)
        .join(' '),
    },
    also: window,
  }
}

/** "evening" as the first start is the time at which it begins; as the last one, when it ends. */
export function readBound(end: 'from' | 'to') {
  return (value: unknown, context: ReadingContext): ArgumentReading => {
    const time = typeof value === 'string' ? windowOfDayPart(value)?.[end] : undefined
    return time === undefined
      ? readTime(value, context)
      : { value: time, as: { vi: time, en: time } }
  }
}

function windowOfDayPart(text: string): TimeWindow | undefined {
  if (namedTimes.has(toTimeName(text))) return undefined
  const dayPart = findDayPart(text)
  return dayPart && windowOf[dayPart]
}

/** "after 8pm", "before noon", "sau 20h" */
function windowOfBound(text: string, context: ReadingContext): TimeWindow | undefined {
  const [, after, before, time = ''] =
    /^(?:(after|from|sau|từ)|(before|until|by|trước|đến))\s+(.+)$/iu.exec(text.normalize('NFC')) ??
    []
  if (after === undefined && before === undefined) return undefined
  const reading = readTime(time, context)
  if ('error' in reading) return undefined
  return { [after === undefined ? 'to' : 'from']: String(reading.value) }
}

type TimeWindow = { from?: string; to?: string }

const windowOf: Readonly<Record<DayPart, TimeWindow | undefined>> = {
  am: { to: '12:00' },
  pm: { from: '12:00' },
  morning: { to: '12:00' },
  noon: { from: '11:00', to: '13:30' },
  afternoon: { from: '12:00', to: '17:00' },
  evening: { from: '17:00' },
  night: { from: '17:00' },
}

/**
 * The times at which a booking may start: on the day of the call, else on some day; else those of the opening hours.
 */
function likelyTimes(
  times: readonly string[],
  { today, date, calendar }: ReadingContext,
): readonly string[] {
  if (times.length === 1) return times
  const days = nextDates(today, 7)
  const tests = [
    ...(date === undefined ? [] : [(at: number) => calendar.canStartAt(at, [date])]),
    (at: number) => calendar.canStartAt(at, days),
    calendar.isOpenAt,
  ]
  const possible = tests
    .map((isPossible) => times.filter((time) => isPossible(minutesOf(time))))
    .find((some) => some.length > 0)
  return possible ?? times.slice(0, 1)
}

/** HH:MM of a time whose part of the day is known. */
export function clockText({ hour, minute, dayPart }: ClockTime): string {
  const hours = dayPart ? toHour24[dayPart](hour) % 24 : hour
  return timeOf(hours * 60 + minute)
}

/** Without a part of the day, an hour up to 12 may be in the morning or in the evening. */
function possibleTimes(clock: ClockTime): string[] {
  const { hour, minute, dayPart } = clock
  if (dayPart !== undefined || hour >= 12 || hour === 0) return [clockText(clock)]
  return [timeOf(hour * 60 + minute), timeOf((hour + 12) * 60 + minute)]
}

export function nextDates(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, days) => addDays(today, days))
}

const namedTimes = new Map<string, ClockTime>([
  ...['noon', 'midday', 'giữa trưa', 'chính ngọ'].map((name) => namedTime(name, 12)),
  ...['midnight', 'nửa đêm'].map((name) => namedTime(name, 0)),
])

function toTimeName(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

function namedTime(name: string, hour: number): [string, ClockTime] {
  return [name, { hour, minute: 0, dayPart: undefined }]
}

function parseClock(text: string): ClockTime | undefined {
  const named = namedTimes.get(toTimeName(text))
  if (named) return named
  const moment = /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]([0-9]{2}):([0-9]{2})/.exec(text)
  const exact = moment ?? /^([0-9]{2}):([0-9]{2})(?::[0-9]{2})?$/.exec(text)
  // Two digits for the hour are a time of 24 hours.
  if (exact) return toClock(exact[1], exact[2], 'am')
  const bare = /^([0-9]{1,2})(?:\s*o['’]?clock)?$/i.exec(text)
  if (bare) return toClock(bare[1], '0', undefined)
  const line = tokenizeLine(text.slice(0, 60))
  const { clockTime } = extractTime(line)
  return clockTime && isWholeLineRead(line) ? clockTime : undefined
}

function toClock(hours = '', minutes = '', dayPart: 'am' | undefined): ClockTime | undefined {
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (hour > 23 || minute > 59) return undefined
  return { hour, minute, dayPart: hour < 12 ? dayPart : undefined }
}

const isFiller = /^(on|the|of|for|at|ngay|vao|luc|nhe|a|please)$/

/** Whether nothing but small words is left: else the text says more than was read. */
export function isWholeLineRead({ tokens, parts }: Line): boolean {
  return tokens.every(
    ({ kind, folded }, index) =>
      parts[index] !== undefined || kind === 'sign' || isFiller.test(folded),
  )
}

/** Only the form differs: "19:30:00" is 19:30. */
function isSameTime(text: string, time: string): boolean {
  return text === `${time}:00` || text === time.replace(/^0/, '')
}

function noTime(text: string): LocalizedText {
  const shown = text.slice(0, 40)
  return {
    vi: `Không đọc được giờ “${shown}”. Viết HH:MM, như 18:30.`,
    en: `Not a time: “${shown}”. Send HH:MM, such as 18:30.`,
  }
}
