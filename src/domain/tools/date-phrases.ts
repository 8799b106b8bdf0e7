/** Days as guests say them in more than one word: "Friday to Sunday", "this weekend", "in 3 days". */
import { addDays, weekdayOf } from '../../kernel/time.ts'
import { type DayPart, dayPartAt } from '../quick-entry/day-part.ts'
import { tokenizeLine } from '../quick-entry/tokens.ts'

/** "Friday to Sunday", "từ thứ sáu đến chủ nhật", "2026-11-20/2026-11-22" → both ends. */
export function splitRange(text: string): [first: string, last: string] | undefined {
  const [, first = '', last = ''] =
    /^(?:from\s+|between\s+|từ\s+)?(.+?)(?:\s+(?:to|until|till|through|thru|and|or|đến|tới|và|hoặc|hay)\s+|\s+[-–—]\s+|(?<=^[0-9]{4}-[0-9]{2}-[0-9]{2})\s*[/–—]\s*)(.+)$/iu.exec(
      text.normalize('NFC'),
    ) ?? []
  return last === '' ? undefined : [first, last]
}

/** "this weekend", "tối cuối tuần sau": the days that are not past, and the part of the day. */
export function findWeekend(
  text: string,
  today: string,
): { first: string; last: string; dayPart: DayPart | undefined } | undefined {
  const phrase = /(?:(this|the|next)\s+)?weekend|cuối tuần(?:\s+(này|sau|tới))?/iu
  const normalized = text.normalize('NFC')
  const [found, before, after] = phrase.exec(normalized) ?? []
  if (found === undefined) return undefined
  const rest = normalized.replace(found, ' ').trim()
  const dayPart = findDayPart(rest)
  if (rest !== '' && dayPart === undefined) return undefined
  const isNext = /^(?:next|sau|tới)$/iu.test(before ?? after ?? '')
  const sunday = addDays(today, 7 - weekdayOf(today) + (isNext ? 7 : 0))
  const saturday = addDays(sunday, -1)
  return { first: saturday < today ? today : saturday, last: sunday, dayPart }
}

/** "this week", "tuần sau": the days that are not past. */
export function findWeek(text: string, today: string): { first: string; last: string } | undefined {
  const [found, english, vietnamese] =
    /^(?:(this|next) week|tuần (này|sau|tới))$/iu.exec(text.normalize('NFC').trim()) ?? []
  if (found === undefined) return undefined
  const sunday = addDays(today, 7 - weekdayOf(today))
  const isNext = /^(?:next|sau|tới)$/iu.test(english ?? vietnamese ?? '')
  return isNext
    ? { first: addDays(sunday, 1), last: addDays(sunday, 7) }
    : { first: today, last: sunday }
}

/** Meals as parts of the day, which the other readers know. */
export function withDayParts(text: string): string {
  return text.replace(/\b(?:dinner|supper)\b/gi, 'evening').replace(/\blunch\b/gi, 'noon')
}

/** "evening", "buổi tối", "in the evening": nothing but a part of the day. */
export function findDayPart(text: string): DayPart | undefined {
  const word = withDayParts(text)
    .normalize('NFC')
    .trim()
    .replace(/^(?:in|at|vào)\s+/iu, '')
    .replace(/^(?:the|buổi)\s+/iu, '')
    .replace(/s$/i, '')
  const line = tokenizeLine(word.slice(0, 30))
  return line.tokens.length === 1 ? dayPartAt(line, 0) : undefined
}

/** "in 3 days", "2 weeks from now", "3 ngày nữa", "in a week" → the number of days. */
export function findDaysAhead(text: string): number | undefined {
  const [, count = '', unit = ''] =
    /^in\s+([0-9]{1,2}|an?|one|two)\s+(days?|weeks?)(?:['’]?\s+time)?$/i.exec(text) ??
    /^([0-9]{1,2}|an?|one|two)\s+(days?|weeks?)\s+from\s+(?:now|today)$/i.exec(text) ??
    /^([0-9]{1,2}|một|hai)\s+(ngày|tuần|hôm)\s+nữa$/iu.exec(text.normalize('NFC')) ??
    []
  if (count === '') return undefined
  const number = countWords.get(count.toLowerCase()) ?? Number(count)
  return number * (/^(?:week|tuần)/iu.test(unit) ? 7 : 1)
}

const countWords = new Map([
  ['a', 1],
  ['an', 1],
  ['one', 1],
  ['một', 1],
  ['two', 2],
  ['hai', 2],
])
