/** A day by its number: 20/11, 20-11-2026, 2026-11-20, 20 tháng 11, 20 Nov, ngày 20. */
import type { Words } from '../../kernel/locale.ts'
import { addDays, isDate, monthAfter } from '../../kernel/time.ts'
import { pastDay, type SaidDay } from './parsed-day.ts'
import { free, gluedAt, type Line, signAt } from './tokens.ts'
import { anyOf, isAddressed, known, partyUnit } from './word-lists.ts'

const sure = 3

/** A day so far back is meant for next year. */
const forgivenDays = 60

const dayWord = anyOf('ngày hôm')
const monthWord = anyOf('tháng thg')
const yearWord = anyOf('năm')
const ordinal = anyOf('st nd rd th')
const months = known<number>(
  [
    'jan january',
    'feb february',
    'mar march',
    'apr april',
    'may',
    'jun june',
    'jul july',
    'aug august',
    'sep sept september',
    'oct october',
    'nov november',
    'dec december',
  ].flatMap((names, place) => names.split(' ').map((name) => [name, place + 1] as const)),
)

type Numbers = { day: number; month: number; year: number | undefined; to: number }

export function calendarDayAt(line: Line, from: number, today: string): SaidDay | undefined {
  const before = line.atoms[from - 1]
  const atom = free(line, from)
  if (atom?.glued && before && (before.kind !== 'sign' || '/-.:'.includes(before.text))) {
    return undefined
  }
  const iso = isoAt(line, from)
  if (iso) return { from, sure, ...settle(iso, today) }
  const said = numericAt(line, from) ?? spokenAt(line, from)
  if (said) return { from, sure, ...settle(said, today) }
  const alone = dayWord(atom) ? smallNumber(line, from + 1, 31) : undefined
  const longer = numericAt(line, from + 1) ?? spokenAt(line, from + 1)
  if (alone === undefined || longer || !isAlone(line, from + 2)) return undefined
  return { from, to: from + 2, sure, ...nextSuchDay(alone, today) }
}

function isoAt(line: Line, from: number): Numbers | undefined {
  if (free(line, from)?.text.length !== 4) return undefined
  const parts = [from, from + 2, from + 4].map((place) => free(line, place))
  const joined = [from + 1, from + 3].every((place) => signAt(line, place, '-/'))
  if (!joined || ![1, 2, 3, 4].every((step) => gluedAt(line, from + step))) return undefined
  const [year, month, day] = parts.map((part) => Number(part?.text))
  if (!year || !month || !day) return undefined
  return { day, month, year, to: from + 5 }
}

/** 20/11 and 20-11, with the year or without; 20.11.2026 only with it. "4-5 người" is a party. */
function numericAt(line: Line, from: number): Numbers | undefined {
  const day = smallNumber(line, from, 99)
  const month = smallNumber(line, from + 2, 99)
  const sign = gluedAt(line, from + 1)?.text ?? ' '
  if (!day || !month || !gluedAt(line, from + 2) || !'/-.'.includes(sign)) return undefined
  const year = signAt(line, from + 3, sign) ? yearAt(line, from + 4) : undefined
  const to = year === undefined ? from + 3 : from + 5
  if (partyUnit(free(line, to)) || gluedAt(line, to)?.kind === 'word') return undefined
  const exists = day <= 31 && month <= 12
  if (year === undefined && (sign === '.' || (sign === '-' && !exists))) return undefined
  return { day, month, year, to }
}

function yearAt(line: Line, place: number): number | undefined {
  const text = gluedAt(line, place)?.text ?? ''
  if (/^20[0-9]{2}$/.test(text)) return Number(text)
  return /^[0-9]{2}$/.test(text) ? 2000 + Number(text) : undefined
}

/** "20 tháng 11 năm 2026", "20th Nov", "November 20" */
function spokenAt(line: Line, from: number): Numbers | undefined {
  const named = isAddressed(line, from) ? undefined : months(free(line, from))
  const first = smallNumber(line, named ? from + 1 : from, 31)
  if (first === undefined) return undefined
  let to = named ? from + 2 : from + 1
  if (ordinal(gluedAt(line, to)) && !gluedAt(line, to + 1)) to += 1
  let month = named
  if (named === undefined) {
    const inNumbers = monthWord(free(line, to)) || free(line, to)?.folded === 'th'
    month = inNumbers ? smallNumber(line, to + 1, 12) : months(free(line, to))
    to += inNumbers ? 2 : 1
  } else if (!isAlone(line, to)) return undefined
  if (month === undefined) return undefined
  const worded = yearWord(free(line, to)) ? to + 1 : to
  const year = /^20[0-9]{2}$/.test(free(line, worded)?.text ?? '')
  return {
    day: first,
    month,
    year: year ? Number(free(line, worded)?.text) : undefined,
    to: year ? worded + 1 : to,
  }
}

/** Nothing follows that makes the number one of guests or of hours. */
function isAlone(line: Line, place: number): boolean {
  const next = free(line, place)
  return !partyUnit(next) && !(next?.glued && (next.kind !== 'sign' || ':/'.includes(next.text)))
}

function smallNumber(line: Line, place: number, most: number): number | undefined {
  const atom = free(line, place)
  if (atom?.kind !== 'number' || atom.text.length > 2) return undefined
  const value = Number(atom.text)
  return value >= 1 && value <= most ? value : undefined
}

type Settled = { to: number } & ({ date: string } | { fault: Words })

function settle({ day, month, year, to }: Numbers, today: string): Settled {
  const thisYear = Number(today.slice(0, 4))
  const date = written(year ?? thisYear, month, day)
  const next = written(thisYear + 1, month, day)
  if (!isDate(date) && (year !== undefined || !isDate(next))) return { to, fault: noSuchDay }
  if (isDate(date) && date >= today) return { to, date }
  const longAgo = !isDate(date) || date < addDays(today, -forgivenDays)
  if (year === undefined && longAgo && isDate(next)) return { to, date: next }
  return { to, fault: pastDay(date) }
}

/** The next day with this number: this month's, or that of a later one that has it. */
function nextSuchDay(day: number, today: string): { date: string } | { fault: Words } {
  const dates = [0, 1, 2].map((ahead) => {
    const [year, month] = monthAfter(today.slice(0, 7), ahead).split('-').map(Number)
    return written(year ?? 0, month ?? 0, day)
  })
  const date = dates.find((one) => isDate(one) && one >= today)
  return date === undefined ? { fault: noSuchDay } : { date }
}

function written(year: number, month: number, day: number): string {
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

const noSuchDay: Words = {
  vi: 'Không có ngày này. Viết ngày trước, tháng sau, như 20/11.',
  en: 'There is no such day. Write the day first, then the month, such as 20/11.',
}
