/** Parses days relative to today: hôm nay, tối nay, mai, mốt, tomorrow. */
import { addDays } from '../../kernel/time.ts'
import { dayPartAt } from './day-part.ts'
import type { ParsedDay } from './parsed-day.ts'
import {
  isCapital,
  isIntentionalCapital,
  isNextToPhone,
  type Line,
  unreadTokenAt,
} from './tokens.ts'
import {
  isAfterHonorific,
  isOtherUnit,
  isPartyUnit,
  isUnaccented,
  matchesAny,
} from './word-lists.ts'

const confidence = 1

const isDayWord = matchesAny('hôm ngày bữa')
const isTodayWord = matchesAny('today tonight hnay')
const isTomorrowWord = matchesAny('tomorrow tmr tmrw')

export function relativeDayAt(line: Line, from: number, today: string): ParsedDay | undefined {
  const ahead = daysAheadAt(line, from)
  if (ahead === undefined) return undefined
  const { days, length, isAmbiguous = false } = ahead
  const date = addDays(today, days)
  return { from, to: from + length, confidence, date, ...(isAmbiguous && { isAmbiguous }) }
}

type DaysAhead = { days: number; length: number; isAmbiguous?: boolean }

function daysAheadAt(line: Line, index: number): DaysAhead | undefined {
  const token = unreadTokenAt(line, index)
  if (isTodayWord(token)) return { days: 0, length: 1 }
  if (isTomorrowWord(token)) return { days: 1, length: 1 }
  if (
    token?.lower === 'day' &&
    isWordAt(line, index + 1, 'after') &&
    isWordAt(line, index + 2, 'tomorrow')
  ) {
    return { days: 2, length: 3 }
  }
  if (token?.lower === 'this' && (dayPartAt(line, index + 1) || line.parts[index + 1] === 'time')) {
    return { days: 0, length: 1 }
  }
  if (token?.lower === 'nay') return isToday(line, index) ? { days: 0, length: 1 } : undefined
  if (token?.lower === 'kia' && isWordAt(line, index - 1, 'ngày')) return { days: 2, length: 1 }
  if (token?.lower === 'mai') return tomorrowUnlessName(line, index)
  if (token?.folded === 'mot')
    return isAfterTomorrow(line, index) ? { days: 2, length: 1 } : undefined
  return undefined
}

function isWordAt(line: Line, index: number, word: string): boolean {
  return matchesAny(word)(unreadTokenAt(line, index))
}

/** Only after a part of the day or "hôm", beside the time, or at the start; "bàn nay" may be "bàn này". */
function isToday(line: Line, index: number): boolean {
  return isIntroduced(line, index) || isBesideTime(line, index) || index === line.first
}

function isBesideTime({ parts }: Line, index: number): boolean {
  return parts[index - 1] === 'time' || parts[index + 1] === 'time'
}

/** "ngày mai", "tối mai" */
function isIntroduced(line: Line, index: number): boolean {
  return isDayWord(unreadTokenAt(line, index - 1)) || dayPartAt(line, index - 1) !== undefined
}

/**
 * "Mai" is a common name. It is the guest after an honorific, capitalized beside the phone number, and within
 * a longer name. Elsewhere it is tomorrow, marked as ambiguous if it could be either.
 */
function tomorrowUnlessName(line: Line, index: number): DaysAhead | undefined {
  const span = { from: index, to: index + 1 }
  if (isIntroduced(line, index)) return { days: 1, length: 1 }
  if (isAfterHonorific(line, index)) return undefined
  const isByPhone = isNextToPhone(line, span)
  if (isCapital(line, index) && isByPhone) return undefined
  const isIntentional = isIntentionalCapital(line, index)
  const isInName = [index - 1, index + 1].some(
    (neighbor) =>
      unreadTokenAt(line, neighbor) &&
      isIntentionalCapital(line, neighbor) &&
      !dayPartAt(line, neighbor),
  )
  if (isIntentional && isInName) return undefined
  return { days: 1, length: 1, isAmbiguous: isIntentional || isByPhone }
}

/** "mốt" with its diacritic; "mot" only where it does not count guests or hours. */
function isAfterTomorrow(line: Line, index: number): boolean {
  const token = line.tokens[index]
  if (token?.lower === 'mốt') return !isAfterHonorific(line, index)
  if (!token || !isUnaccented(token)) return false
  if (isPartyUnit(unreadTokenAt(line, index + 1)) || isOtherUnit(line, index + 1)) return false
  return isIntroduced(line, index) || isBesideTime(line, index)
}
