/** A day counted from today: hôm nay, tối nay, mai, mốt, tomorrow. */
import { addDays } from '../../kernel/time.ts'
import { halfAt } from './day-part.ts'
import type { SaidDay } from './parsed-day.ts'
import { free, isCapital, isMeantCapital, isNextToPhone, type Line } from './tokens.ts'
import { anyOf, isAddressed, isPlain, otherUnit, partyUnit } from './word-lists.ts'

const sure = 1

const dayWord = anyOf('hôm ngày bữa')
const todayWord = anyOf('today tonight hnay')
const tomorrowWord = anyOf('tomorrow tmr tmrw')

export function relativeDayAt(line: Line, from: number, today: string): SaidDay | undefined {
  const ahead = daysAhead(line, from)
  if (ahead === undefined) return undefined
  const { days, length, doubtful = false } = ahead
  const date = addDays(today, days)
  return { from, to: from + length, sure, date, ...(doubtful && { doubtful }) }
}

type Ahead = { days: number; length: number; doubtful?: boolean }

function daysAhead(line: Line, place: number): Ahead | undefined {
  const atom = free(line, place)
  if (todayWord(atom)) return { days: 0, length: 1 }
  if (tomorrowWord(atom)) return { days: 1, length: 1 }
  if (
    atom?.lower === 'day' &&
    says(line, place + 1, 'after') &&
    says(line, place + 2, 'tomorrow')
  ) {
    return { days: 2, length: 3 }
  }
  if (atom?.lower === 'this' && (halfAt(line, place + 1) || line.parts[place + 1] === 'time')) {
    return { days: 0, length: 1 }
  }
  if (atom?.lower === 'nay') return isToday(line, place) ? { days: 0, length: 1 } : undefined
  if (atom?.lower === 'kia' && says(line, place - 1, 'ngày')) return { days: 2, length: 1 }
  if (atom?.lower === 'mai') return tomorrowOrGuest(line, place)
  if (atom?.folded === 'mot')
    return isAfterTomorrow(line, place) ? { days: 2, length: 1 } : undefined
  return undefined
}

function says(line: Line, place: number, word: string): boolean {
  return anyOf(word)(free(line, place))
}

/** After a part of the day or "hôm", or beside the time; "bàn nay" may be "bàn này". */
function isToday(line: Line, place: number): boolean {
  return isLed(line, place) || besideTime(line, place) || place === line.first
}

function besideTime({ parts }: Line, place: number): boolean {
  return parts[place - 1] === 'time' || parts[place + 1] === 'time'
}

/** "ngày mai", "tối mai" */
function isLed(line: Line, place: number): boolean {
  return dayWord(free(line, place - 1)) || halfAt(line, place - 1) !== undefined
}

/**
 * Mai is a common name. It is the guest after a polite word, as a capital beside the phone number,
 * and within a longer name; elsewhere it is tomorrow, to be asked about where it could be either.
 */
function tomorrowOrGuest(line: Line, place: number): Ahead | undefined {
  const span = { from: place, to: place + 1 }
  if (isLed(line, place)) return { days: 1, length: 1 }
  if (isAddressed(line, place)) return undefined
  const byPhone = isNextToPhone(line, span)
  if (isCapital(line, place) && byPhone) return undefined
  const meant = isMeantCapital(line, place)
  const inName = [place - 1, place + 1].some(
    (beside) => free(line, beside) && isMeantCapital(line, beside) && !halfAt(line, beside),
  )
  if (meant && inName) return undefined
  return { days: 1, length: 1, doubtful: meant || byPhone }
}

/** "mốt" with its mark; without it not where it counts guests or hours. */
function isAfterTomorrow(line: Line, place: number): boolean {
  const atom = line.atoms[place]
  if (atom?.lower === 'mốt') return !isAddressed(line, place)
  if (!atom || !isPlain(atom)) return false
  if (partyUnit(free(line, place + 1)) || otherUnit(line, place + 1)) return false
  return isLed(line, place) || besideTime(line, place)
}
