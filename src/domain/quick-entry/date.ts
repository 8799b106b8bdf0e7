/** Extracts the date of a line, and reports contradicting dates. */
import { formatDate } from '../../kernel/format-date.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { addDays, dateAt, weekdayOf } from '../../kernel/time.ts'
import { calendarDayAt } from './calendar-day.ts'
import { type DayPart, dayPartAt } from './day-part.ts'
import { type ParsedDay, pastDayText } from './parsed-day.ts'
import { relativeDayAt } from './relative-day.ts'
import type { QuickEntryWarning } from './result.ts'
import {
  isIntentionalCapital,
  type Line,
  markAs,
  type TokenRange,
  textOf,
  unreadTokenAt,
} from './tokens.ts'
import { weekdayAt } from './weekday.ts'
import { isAfterHonorific, matchesAny } from './word-lists.ts'

export type ExtractedDate = {
  date: string
  hasExplicitDate: boolean
  dayPart: DayPart | undefined
  /** The text of the date, for warnings. */
  text: string | undefined
  warnings: QuickEntryWarning[]
  /** Text that was parsed as a date but may be the guest’s name if the line has no other name. */
  ambiguity: QuickEntryWarning | undefined
}

const isLeadingWord = matchesAny('ngày hôm bữa vào on')
const isTonight = matchesAny('tonight')

export function extractDate(
  line: Line,
  now: number,
  /** Whether the time of the line, in this part of the day, is still upcoming today. */
  isUpcoming: (dayPart: DayPart | undefined) => boolean,
): ExtractedDate {
  const today = dateAt(now)
  const candidates = parseDays(line, today).map((day) => {
    const isUpcomingToday = isUpcoming(withDayPart(line, day).dayPart)
    return { day, date: resolveDay(day, today, isUpcomingToday) }
  })
  const best = candidates
    .filter(({ date }) => typeof date === 'string')
    .sort(
      (one, other) => other.day.confidence - one.day.confidence || one.day.from - other.day.from,
    )[0]
  const warnings: QuickEntryWarning[] = []
  let dayPart: DayPart | undefined
  let text: string | undefined
  let ambiguity: QuickEntryWarning | undefined
  for (const { day, date } of candidates) {
    if (typeof date !== 'string') {
      warnings.push({ text: textOf(line, day), message: date })
    } else if (best && isSameDay(day, date, best.date as string)) {
      if (day.isAmbiguous && day !== best.day && isIntentionalCapital(line, day.from)) continue
      const range = withDayPart(line, day)
      dayPart ??= range.dayPart
      text ??= textOf(line, range)
      markAs(line, range, 'date')
      if (day.isAmbiguous) ambiguity = { text: textOf(line, day), message: perhapsNameText }
    } else if (best && !day.isAmbiguous) {
      warnings.push({ text: textOf(line, day), message: twoDaysText(best.date as string) })
    }
  }
  const date = typeof best?.date === 'string' ? best.date : today
  return { date, hasExplicitDate: best !== undefined, dayPart, text, warnings, ambiguity }
}

function parseDays(line: Line, today: string): ParsedDay[] {
  const days: ParsedDay[] = []
  for (let index = 0; index < line.tokens.length; index += 1) {
    if (!unreadTokenAt(line, index)) continue
    const day =
      calendarDayAt(line, index, today) ??
      weekdayAt(line, index) ??
      relativeDayAt(line, index, today)
    if (!day) continue
    days.push(day)
    index = day.to - 1
  }
  return days
}

function resolveDay(day: ParsedDay, today: string, isUpcoming: boolean): string | LocalizedText {
  if (day.error) return day.error
  if (day.date !== undefined) return day.date
  const ahead = day.weekday - weekdayOf(today)
  if (day.week === 'next') return addDays(today, ahead + 7)
  if (day.week === 'this')
    return ahead < 0 ? pastDayText(addDays(today, ahead)) : addDays(today, ahead)
  const isToday = day.week === 'any' && isUpcoming
  return addDays(today, ahead > 0 || (ahead === 0 && isToday) ? ahead : ahead + 7)
}

/** A weekday beside a date repeats it: "thứ 6 ngày 20/11". */
function isSameDay(day: ParsedDay, date: string, chosen: string): boolean {
  if (day.weekday !== undefined && day.week === 'any') return day.weekday === weekdayOf(chosen)
  return date === chosen
}

/** Extends the range by the part of the day beside it and by leading words. */
function withDayPart(
  line: Line,
  { from, to }: TokenRange,
): TokenRange & { dayPart: DayPart | undefined } {
  let first = from
  while (isLeadingWord(unreadTokenAt(line, first - 1)) && !isAfterHonorific(line, first - 1))
    first -= 1
  const end = unreadTokenAt(line, to)?.lower === 'này' ? to + 1 : to
  const before = dayPartAt(line, first - 1)
  const after = before ? undefined : dayPartAt(line, end)
  const own = isTonight(unreadTokenAt(line, from)) ? ('evening' as const) : undefined
  const dayPart = before ?? after ?? own
  return { from: before ? first - 1 : first, to: after ? end + 1 : end, dayPart }
}

const perhapsNameText: LocalizedText = {
  vi: 'Đọc là ngày mai. Nếu là tên khách, viết thêm chị, anh… phía trước.',
  en: 'Read as tomorrow. If it is the guest’s name, put chị, anh or Ms before it.',
}

function twoDaysText(chosen: string): LocalizedText {
  const chosenText = forEachLocale((locale) => formatDate(chosen, locale))
  return {
    vi: `Không khớp với ngày còn lại trong dòng; đang đọc là ${chosenText.vi}.`,
    en: `Contradicts the other date in the line, which is read as ${chosenText.en}.`,
  }
}
