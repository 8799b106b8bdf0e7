/** A day of the week: thứ 6, T6, CN, Friday, and of which week. */

import type { SaidDay, Week } from './parsed-day.ts'
import { free, gluedAt, isMeantCapital, type Line } from './tokens.ts'
import { anyOf, isAddressed, isPlain, known, numberAt, partyUnit } from './word-lists.ts'

const sure = 2

const ordinalWord = anyOf('thứ')
const sundayFirst = anyOf('chủ chúa')
const sundaySecond = anyOf('nhật')
const weekWord = anyOf('tuần')
const nextWord = anyOf('sau tới')
const thisWord = anyOf('này nay')

const english = known<number>(
  [
    'monday mon',
    'tuesday tues tue',
    'wednesday wed',
    'thursday thurs thur',
    'friday fri',
    'saturday sat',
    'sunday sun cn',
  ].flatMap((names, place) => names.split(' ').map((name) => [name, place + 1] as const)),
)

/** Without marks these may be "món", "sát" and a name: they count only where a day is expected. */
const short = anyOf('mon sat sun')
const englishWeek = anyOf('next this on')

export function weekdayAt(line: Line, place: number): SaidDay | undefined {
  if (isAddressed(line, place)) return undefined
  const before = weekBefore(line, place)
  const day = dayAt(line, before?.to ?? place)
  if (!day) return undefined
  const after = before ? undefined : weekAfter(line, day.to)
  const week = before?.week ?? after?.week ?? 'any'
  return { from: place, to: after?.to ?? day.to, sure, weekday: day.weekday, week }
}

function dayAt(line: Line, place: number): { weekday: number; to: number } | undefined {
  const atom = free(line, place)
  if (ordinalWord(atom)) return numberedDay(line, place)
  if (atom?.lower === 't') return shortDay(line, place)
  if (sundayFirst(atom) && sundaySecond(free(line, place + 1))) {
    return { weekday: 7, to: place + 2 }
  }
  const weekday = english(atom)
  if (weekday === undefined || (short(atom) && !isExpected(line, place))) return undefined
  return { weekday, to: place + 1 }
}

/** "thứ 6", "thu sau"; but "Thu 4 người" and "Thu 7h" begin with a guest's name. */
function numberedDay(line: Line, place: number): { weekday: number; to: number } | undefined {
  const atom = line.atoms[place]
  const number = numberAt(line, place + 1)
  if (!atom || !number || number.value < 2 || number.value > 7) return undefined
  const next = free(line, number.to)
  const counts =
    partyUnit(next) || (next?.glued && (next.kind === 'word' || ':/'.includes(next.text)))
  if (counts || (isPlain(atom) && isMeantCapital(line, place))) return undefined
  return { weekday: number.value - 1, to: number.to }
}

function shortDay(line: Line, place: number): { weekday: number; to: number } | undefined {
  const digit = gluedAt(line, place + 1)
  const next = gluedAt(line, place + 2)
  if (!/^[2-7]$/.test(digit?.text ?? '') || next?.kind === 'word' || next?.text === ':') {
    return undefined
  }
  return { weekday: Number(digit?.text) - 1, to: place + 2 }
}

function isExpected(line: Line, place: number): boolean {
  const besideTime = [place - 1, place + 1].some((beside) => line.parts[beside] === 'time')
  return place === line.first || besideTime || englishWeek(line.atoms[place - 1])
}

/** "next Friday", "tuần sau thứ 6" */
function weekBefore(line: Line, place: number): { week: Week; to: number } | undefined {
  const atom = free(line, place)
  if (atom?.lower === 'next') return { week: 'next', to: place + 1 }
  if (atom?.lower === 'this') return { week: 'any', to: place + 1 }
  return weekWord(atom) ? weekAfter(line, place) : undefined
}

/** "tuần sau", "tuần này", "này", "tới", "next week" */
function weekAfter(line: Line, place: number): { week: Week; to: number } | undefined {
  const [first, second] = [free(line, place), free(line, place + 1)]
  const named = second?.lower === 'week'
  if (weekWord(first) && nextWord(second)) return { week: 'next', to: place + 2 }
  if (weekWord(first) && thisWord(second)) return { week: 'this', to: place + 2 }
  if (first?.lower === 'next' && named) return { week: 'next', to: place + 2 }
  if (first?.lower === 'this' && named) return { week: 'this', to: place + 2 }
  if (thisWord(first)) return { week: 'any', to: place + 1 }
  if (first?.lower === 'tới') return { week: 'coming', to: place + 1 }
  return undefined
}
