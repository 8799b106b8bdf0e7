/** Parses weekdays and their week: thứ 6, T6, CN, next Friday. */
import type { ParsedDay, WeekReference } from './parsed-day.ts'
import { gluedTokenAt, isIntentionalCapital, type Line, unreadTokenAt } from './tokens.ts'
import {
  createWordLookup,
  isAfterHonorific,
  isPartyUnit,
  isUnaccented,
  matchesAny,
  numberAt,
} from './word-lists.ts'

const confidence = 2

const isOrdinalWord = matchesAny('thứ')
const isSundayFirst = matchesAny('chủ chúa')
const isSundaySecond = matchesAny('nhật')
const isWeekWord = matchesAny('tuần')
const isNextWord = matchesAny('sau tới')
const isThisWord = matchesAny('này nay')

const englishWeekdayLookup = createWordLookup<number>(
  [
    'monday mon',
    'tuesday tues tue',
    'wednesday wed',
    'thursday thurs thur',
    'friday fri',
    'saturday sat',
    'sunday sun cn',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
)

/** Without diacritics these may be "món", "sát" or a name: they are weekdays only where a date is expected. */
const isShortName = matchesAny('mon sat sun')
const isEnglishWeekWord = matchesAny('next this on')

export function weekdayAt(line: Line, index: number): ParsedDay | undefined {
  if (isAfterHonorific(line, index)) return undefined
  const before = weekBefore(line, index)
  const day = dayAt(line, before?.to ?? index)
  if (!day) return undefined
  const after = before ? undefined : weekAfter(line, day.to)
  const week = before?.week ?? after?.week ?? 'any'
  return { from: index, to: after?.to ?? day.to, confidence, weekday: day.weekday, week }
}

function dayAt(line: Line, index: number): { weekday: number; to: number } | undefined {
  const token = unreadTokenAt(line, index)
  if (isOrdinalWord(token)) return numberedDay(line, index)
  if (token?.lower === 't') return shortDay(line, index)
  if (isSundayFirst(token) && isSundaySecond(unreadTokenAt(line, index + 1))) {
    return { weekday: 7, to: index + 2 }
  }
  const weekday = englishWeekdayLookup(token)
  if (weekday === undefined || (isShortName(token) && !isExpected(line, index))) return undefined
  return { weekday, to: index + 1 }
}

/** "thứ 6", "thu sau"; but "Thu 4 người" and "Thu 7h" start with a guest's name. */
function numberedDay(line: Line, index: number): { weekday: number; to: number } | undefined {
  const token = line.tokens[index]
  const number = numberAt(line, index + 1)
  if (!token || !number || number.value < 2 || number.value > 7) return undefined
  const next = unreadTokenAt(line, number.to)
  const isCount =
    isPartyUnit(next) || (next?.isGlued && (next.kind === 'word' || ':/'.includes(next.text)))
  if (isCount || (isUnaccented(token) && isIntentionalCapital(line, index))) return undefined
  return { weekday: number.value - 1, to: number.to }
}

function shortDay(line: Line, index: number): { weekday: number; to: number } | undefined {
  const digit = gluedTokenAt(line, index + 1)
  const next = gluedTokenAt(line, index + 2)
  if (!/^[2-7]$/.test(digit?.text ?? '') || next?.kind === 'word' || next?.text === ':') {
    return undefined
  }
  return { weekday: Number(digit?.text) - 1, to: index + 2 }
}

function isExpected(line: Line, index: number): boolean {
  const isBesideTime = [index - 1, index + 1].some((neighbor) => line.parts[neighbor] === 'time')
  return index === line.first || isBesideTime || isEnglishWeekWord(line.tokens[index - 1])
}

/** "next Friday", "tuần sau thứ 6" */
function weekBefore(line: Line, index: number): { week: WeekReference; to: number } | undefined {
  const token = unreadTokenAt(line, index)
  if (token?.lower === 'next') return { week: 'next', to: index + 1 }
  if (token?.lower === 'this') return { week: 'any', to: index + 1 }
  return isWeekWord(token) ? weekAfter(line, index) : undefined
}

/** "tuần sau", "tuần này", "này", "tới", "next week" */
function weekAfter(line: Line, index: number): { week: WeekReference; to: number } | undefined {
  const [first, second] = [unreadTokenAt(line, index), unreadTokenAt(line, index + 1)]
  const isWeekNamed = second?.lower === 'week'
  if (isWeekWord(first) && isNextWord(second)) return { week: 'next', to: index + 2 }
  if (isWeekWord(first) && isThisWord(second)) return { week: 'this', to: index + 2 }
  if (first?.lower === 'next' && isWeekNamed) return { week: 'next', to: index + 2 }
  if (first?.lower === 'this' && isWeekNamed) return { week: 'this', to: index + 2 }
  if (isThisWord(first)) return { week: 'any', to: index + 1 }
  if (first?.lower === 'tới') return { week: 'coming', to: index + 1 }
  return undefined
}
