/** Extracts the time of a line: 19h30, 7 giờ tối, 7:30pm, 8 rưỡi. */
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Period } from '../scheduling/hours.ts'
import {
  bareClockTimeAt,
  type ClockTime,
  canStartNumber,
  clockTimeAt,
  type ParsedClockTime,
} from './clock-time.ts'
import { type DayPart, dayPartAt, toHour24 } from './day-part.ts'
import type { QuickEntryWarning } from './result.ts'
import {
  isIntentionalCapital,
  isNextToPhone,
  isSignAt,
  type Line,
  markAs,
  type TokenRange,
  textOf,
  unreadTokenAt,
} from './tokens.ts'
import { isAfterHonorific, matchesAny } from './word-lists.ts'

export type ExtractedTime = {
  clockTime: ClockTime | undefined
  /** The part of the day before the time, as in "Friday night 12:30 am". */
  partBefore?: DayPart | undefined
  /** Ranges that are also copied to the note, such as "19h-21h". */
  noteRanges: TokenRange[]
  warnings: QuickEntryWarning[]
}

const isUntilWord = matchesAny('đến to till until')
const isLeadingWord = matchesAny('lúc vào khoảng tầm từ đến at around from by')

export function extractTime(line: Line): ExtractedTime {
  markNowPhrases(line)
  const parsed = findClockTime(line, clockTimeAt) ?? findClockTime(line, bareClockTimeAt)
  if (!parsed) return { clockTime: undefined, noteRanges: [], warnings: invalidTimeWarnings(line) }
  const range = rangeAfter(line, parsed)
  const withLead = withLeadingWords(line, range ?? parsed)
  markAs(line, withLead.span, 'time')
  const { hour, minute } = parsed
  const dayPart = parsed.dayPart ?? range?.dayPart ?? withLead.dayPart
  return {
    clockTime: { hour, minute, dayPart },
    partBefore: withLead.dayPart,
    noteRanges: range ? [range] : [],
    warnings: [],
  }
}

/** Minutes after midnight. A plain "7h" means the evening if the shop is open only in the evening. */
export function resolveTime(
  { hour, minute, dayPart }: ClockTime,
  periods: readonly Period[],
): number {
  const asWritten = hour * 60 + minute
  if (dayPart !== undefined) return (toHour24[dayPart](hour) % 24) * 60 + minute
  const twelveHoursLater = asWritten + 12 * 60
  const isOpenAt = (at: number) => periods.some(({ from, to }) => from <= at && at < to)
  return hour < 12 && !isOpenAt(asWritten) && isOpenAt(twelveHoursLater)
    ? twelveHoursLater
    : asWritten
}

function findClockTime(
  line: Line,
  at: (line: Line, index: number) => ParsedClockTime | undefined,
): ParsedClockTime | undefined {
  for (let index = 0; index < line.tokens.length; index += 1) {
    const found = canStartNumber(line, index) ? at(line, index) : undefined
    if (found && found.hour < 24 && found.minute < 60) return found
  }
  return undefined
}

/** "19h-21h", "19h đến 21h": the start is the time, and the whole range is copied to the note. */
function rangeAfter(
  line: Line,
  parsed: ParsedClockTime,
): (TokenRange & { dayPart: DayPart | undefined }) | undefined {
  if (parsed.isRange) return parsed
  if (!isSignAt(line, parsed.to, '-–') && !isUntilWord(unreadTokenAt(line, parsed.to)))
    return undefined
  const end = clockTimeAt(line, parsed.to + 1)
  return end && { from: parsed.from, to: end.to, dayPart: end.dayPart }
}

/** Extends the range by leading words: "lúc", "tối". */
function withLeadingWords(
  line: Line,
  { from, to }: TokenRange,
): { span: TokenRange; dayPart: DayPart | undefined } {
  let first = from
  while (isLeadingAt(line, first - 1)) first -= 1
  const dayPart = dayPartAt(line, first - 1)
  return { span: { from: dayPart ? first - 1 : first, to }, dayPart }
}

function isLeadingAt(line: Line, index: number): boolean {
  const isName = isIntentionalCapital(line, index) || isAfterHonorific(line, index)
  // "thu tu 19h" is Wednesday, not "from 19h".
  const isWeekday = unreadTokenAt(line, index - 1)?.folded === 'thu'
  return (
    isSignAt(line, index, '@') ||
    (isLeadingWord(unreadTokenAt(line, index)) && !isName && !isWeekday)
  )
}

const nowPhrases = [
  ['ngay', 'bây', 'giờ'],
  ['bây', 'giờ'],
  ['khách', 'vãng', 'lai'],
  ['khách', 'qua', 'đường'],
  ['khách', 'lẻ'],
  ['vãng', 'lai'],
  ['walk', '-', 'in'],
  ['walk', 'in'],
  ['walkin'],
  ['right', 'now'],
  ['now'],
].map((words) => words.map(matchesAny))

function markNowPhrases(line: Line): void {
  for (let index = 0; index < line.tokens.length; index += 1) {
    const nowPhrase = nowPhrases.find((words) =>
      words.every((is, step) => is(unreadTokenAt(line, index + step))),
    )
    if (nowPhrase && !isGuestNamedLe(line, index))
      markAs(line, { from: index, to: index + nowPhrase.length }, 'time')
  }
}

/** "khach Le", "khach le 0912 345 678": a guest. */
function isGuestNamedLe(line: Line, index: number): boolean {
  const name = line.tokens[index + 1]
  if (name?.lower !== 'le') return false
  const span = { from: index + 1, to: index + 2 }
  return isIntentionalCapital(line, index + 1) || isNextToPhone(line, span)
}

const invalidTimeText: LocalizedText = {
  vi: 'Không có giờ này. Viết như 19h, 19h30 hoặc 7h tối.',
  en: 'This time does not exist. Write 19h, 19:30 or 7pm.',
}

function invalidTimeWarnings(line: Line): QuickEntryWarning[] {
  for (let index = 0; index < line.tokens.length; index += 1) {
    const parsed = canStartNumber(line, index) ? clockTimeAt(line, index) : undefined
    if (parsed) return [{ text: textOf(line, parsed), message: invalidTimeText }]
  }
  return []
}
