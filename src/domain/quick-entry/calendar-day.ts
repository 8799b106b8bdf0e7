/** Parses calendar dates: 20/11, 20-11-2026, 2026-11-20, 20 tháng 11, 20 Nov, ngày 20. */
import type { LocalizedText } from '../../kernel/locale.ts'
import { addDays, isDate, monthAfter } from '../../kernel/time.ts'
import { type ParsedDay, pastDayText } from './parsed-day.ts'
import { gluedTokenAt, isSignAt, type Line, unreadTokenAt } from './tokens.ts'
import { createWordLookup, isAfterHonorific, isPartyUnit, matchesAny } from './word-lists.ts'

const confidence = 3

/** A date without a year that is further in the past means next year. */
const maxPastDays = 60

const isDayWord = matchesAny('ngày hôm')
const isMonthWord = matchesAny('tháng thg')
const isYearWord = matchesAny('năm')
const isOrdinal = matchesAny('st nd rd th')
const monthLookup = createWordLookup<number>(
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
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
)

type DayNumbers = { day: number; month: number; year: number | undefined; to: number }

export function calendarDayAt(line: Line, from: number, today: string): ParsedDay | undefined {
  const before = line.tokens[from - 1]
  const token = unreadTokenAt(line, from)
  if (token?.isGlued && before && (before.kind !== 'sign' || '/-.:'.includes(before.text))) {
    return undefined
  }
  const iso = isoAt(line, from)
  if (iso) return { from, confidence, ...resolveDate(iso, today) }
  const numbers = numericAt(line, from) ?? writtenDayAt(line, from)
  if (numbers) return { from, confidence, ...resolveDate(numbers, today) }
  const dayNumber = isDayWord(token) ? smallNumber(line, from + 1, 31) : undefined
  const longer = numericAt(line, from + 1) ?? writtenDayAt(line, from + 1)
  if (dayNumber === undefined || longer || !isNotACount(line, from + 2)) return undefined
  return { from, to: from + 2, confidence, ...nextDayOfMonth(dayNumber, today) }
}

function isoAt(line: Line, from: number): DayNumbers | undefined {
  if (unreadTokenAt(line, from)?.text.length !== 4) return undefined
  const parts = [from, from + 2, from + 4].map((index) => unreadTokenAt(line, index))
  const joined = [from + 1, from + 3].every((index) => isSignAt(line, index, '-/'))
  if (!joined || ![1, 2, 3, 4].every((step) => gluedTokenAt(line, from + step))) return undefined
  const [year, month, day] = parts.map((part) => Number(part?.text))
  if (!year || !month || !day) return undefined
  return { day, month, year, to: from + 5 }
}

/** 20/11 and 20-11, with or without a year; 20.11.2026 only with a year. "4-5 người" is a party size. */
function numericAt(line: Line, from: number): DayNumbers | undefined {
  const day = smallNumber(line, from, 99)
  const month = smallNumber(line, from + 2, 99)
  const sign = gluedTokenAt(line, from + 1)?.text ?? ' '
  if (!day || !month || !gluedTokenAt(line, from + 2) || !'/-.'.includes(sign)) return undefined
  const year = isSignAt(line, from + 3, sign) ? yearAt(line, from + 4) : undefined
  const to = year === undefined ? from + 3 : from + 5
  if (isPartyUnit(unreadTokenAt(line, to)) || gluedTokenAt(line, to)?.kind === 'word')
    return undefined
  const exists = day <= 31 && month <= 12
  if (year === undefined && (sign === '.' || (sign === '-' && !exists))) return undefined
  return { day, month, year, to }
}

function yearAt(line: Line, index: number): number | undefined {
  const text = gluedTokenAt(line, index)?.text ?? ''
  if (/^20[0-9]{2}$/.test(text)) return Number(text)
  return /^[0-9]{2}$/.test(text) ? 2000 + Number(text) : undefined
}

/** "20 tháng 11 năm 2026", "20th Nov", "November 20" */
function writtenDayAt(line: Line, from: number): DayNumbers | undefined {
  const named = isAfterHonorific(line, from) ? undefined : monthLookup(unreadTokenAt(line, from))
  const first = smallNumber(line, named ? from + 1 : from, 31)
  if (first === undefined) return undefined
  let to = named ? from + 2 : from + 1
  if (isOrdinal(gluedTokenAt(line, to)) && !gluedTokenAt(line, to + 1)) to += 1
  let month = named
  if (named === undefined) {
    const isNumeric =
      isMonthWord(unreadTokenAt(line, to)) || unreadTokenAt(line, to)?.folded === 'th'
    month = isNumeric ? smallNumber(line, to + 1, 12) : monthLookup(unreadTokenAt(line, to))
    to += isNumeric ? 2 : 1
  } else if (!isNotACount(line, to)) return undefined
  if (month === undefined) return undefined
  const yearIndex = isYearWord(unreadTokenAt(line, to)) ? to + 1 : to
  const hasYear = /^20[0-9]{2}$/.test(unreadTokenAt(line, yearIndex)?.text ?? '')
  return {
    day: first,
    month,
    year: hasYear ? Number(unreadTokenAt(line, yearIndex)?.text) : undefined,
    to: hasYear ? yearIndex + 1 : to,
  }
}

/** Whether no unit of guests or hours follows the number. */
function isNotACount(line: Line, index: number): boolean {
  const next = unreadTokenAt(line, index)
  return (
    !isPartyUnit(next) && !(next?.isGlued && (next.kind !== 'sign' || ':/'.includes(next.text)))
  )
}

function smallNumber(line: Line, index: number, max: number): number | undefined {
  const token = unreadTokenAt(line, index)
  if (token?.kind !== 'number' || token.text.length > 2) return undefined
  const value = Number(token.text)
  return value >= 1 && value <= max ? value : undefined
}

type ResolvedDate = { to: number } & ({ date: string } | { error: LocalizedText })

function resolveDate({ day, month, year, to }: DayNumbers, today: string): ResolvedDate {
  const thisYear = Number(today.slice(0, 4))
  const date = toIsoDate(year ?? thisYear, month, day)
  const next = toIsoDate(thisYear + 1, month, day)
  if (!isDate(date) && (year !== undefined || !isDate(next))) return { to, error: noSuchDayText }
  if (isDate(date) && date >= today) return { to, date }
  const isLongAgo = !isDate(date) || date < addDays(today, -maxPastDays)
  if (year === undefined && isLongAgo && isDate(next)) return { to, date: next }
  return { to, error: pastDayText(date) }
}

/** The next date with this day of the month, in this month or a later one that has it. */
function nextDayOfMonth(day: number, today: string): { date: string } | { error: LocalizedText } {
  const dates = [0, 1, 2].map((ahead) => {
    const [year, month] = monthAfter(today.slice(0, 7), ahead).split('-').map(Number)
    return toIsoDate(year ?? 0, month ?? 0, day)
  })
  const date = dates.find((one) => isDate(one) && one >= today)
  return date === undefined ? { error: noSuchDayText } : { date }
}

function toIsoDate(year: number, month: number, day: number): string {
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

const noSuchDayText: LocalizedText = {
  vi: 'Không có ngày này. Viết ngày trước, tháng sau, như 20/11.',
  en: 'This date does not exist. Write the day first, then the month, such as 20/11.',
}
