/** The day that a line says, and what to do when it says several. */

import { sayDate } from '../../kernel/format-date.ts'
import { inBoth, type Words } from '../../kernel/locale.ts'
import { addDays, dateAt, weekdayOf } from '../../kernel/time.ts'
import { calendarDayAt } from './calendar-day.ts'
import { type Half, halfAt } from './day-part.ts'
import { pastDay, type SaidDay } from './parsed-day.ts'
import { relativeDayAt } from './relative-day.ts'
import type { Unclear } from './result.ts'
import { free, isMeantCapital, type Line, type Span, take, textOf } from './tokens.ts'
import { weekdayAt } from './weekday.ts'
import { anyOf, isAddressed } from './word-lists.ts'

export type DateTaken = {
  date: string
  saidDate: boolean
  half: Half | undefined
  /** The words of the day, for whoever must ask about them. */
  words: string | undefined
  unclear: Unclear[]
  /** What was read as a day and may be the guest’s name, if no other name is said. */
  doubt: Unclear | undefined
}

const leading = anyOf('ngày hôm bữa vào on')

export function takeDate(
  line: Line,
  now: number,
  /** Whether the time that is said, in this half of the day, is still to come today. */
  stillToCome: (half: Half | undefined) => boolean,
): DateTaken {
  const today = dateAt(now)
  const said = saidDays(line, today).map((day) => {
    const toCome = stillToCome(withHalf(line, day).half)
    return { day, date: dateOf(day, today, toCome) }
  })
  const best = said
    .filter(({ date }) => typeof date === 'string')
    .sort((one, other) => other.day.sure - one.day.sure || one.day.from - other.day.from)[0]
  const unclear: Unclear[] = []
  let half: Half | undefined
  let words: string | undefined
  let doubt: Unclear | undefined
  for (const { day, date } of said) {
    if (typeof date !== 'string') {
      unclear.push({ text: textOf(line, day), message: date })
    } else if (best && agrees(day, date, best.date as string)) {
      if (day.doubtful && day !== best.day && isMeantCapital(line, day.from)) continue
      const whole = withHalf(line, day)
      half ??= whole.half
      words ??= textOf(line, whole)
      take(line, whole, 'date')
      if (day.doubtful) doubt = { text: textOf(line, day), message: perhapsAName }
    } else if (best && !day.doubtful) {
      unclear.push({ text: textOf(line, day), message: twoDays(best.date as string) })
    }
  }
  const date = typeof best?.date === 'string' ? best.date : today
  return { date, saidDate: best !== undefined, half, words, unclear, doubt }
}

function saidDays(line: Line, today: string): SaidDay[] {
  const days: SaidDay[] = []
  for (let place = 0; place < line.atoms.length; place += 1) {
    if (!free(line, place)) continue
    const day =
      calendarDayAt(line, place, today) ??
      weekdayAt(line, place) ??
      relativeDayAt(line, place, today)
    if (!day) continue
    days.push(day)
    place = day.to - 1
  }
  return days
}

function dateOf(day: SaidDay, today: string, stillToCome: boolean): string | Words {
  if (day.fault) return day.fault
  if (day.date !== undefined) return day.date
  const ahead = day.weekday - weekdayOf(today)
  if (day.week === 'next') return addDays(today, ahead + 7)
  if (day.week === 'this') return ahead < 0 ? pastDay(addDays(today, ahead)) : addDays(today, ahead)
  const isToday = day.week === 'any' && stillToCome
  return addDays(today, ahead > 0 || (ahead === 0 && isToday) ? ahead : ahead + 7)
}

/** A weekday beside a date only repeats it: "thứ 6 ngày 20/11". */
function agrees(day: SaidDay, date: string, chosen: string): boolean {
  if (day.weekday !== undefined && day.week === 'any') return day.weekday === weekdayOf(chosen)
  return date === chosen
}

/** With the part of the day beside it, and the words that only lead to it. */
function withHalf(line: Line, { from, to }: Span): Span & { half: Half | undefined } {
  let first = from
  while (leading(free(line, first - 1)) && !isAddressed(line, first - 1)) first -= 1
  const end = free(line, to)?.lower === 'này' ? to + 1 : to
  const before = halfAt(line, first - 1)
  const after = before ? undefined : halfAt(line, end)
  return { from: before ? first - 1 : first, to: after ? end + 1 : end, half: before ?? after }
}

const perhapsAName: Words = {
  vi: 'Đọc là ngày mai. Nếu là tên khách, viết thêm chị, anh… phía trước.',
  en: 'Read as tomorrow. If it is the guest’s name, put chị, anh or Ms before it.',
}

function twoDays(chosen: string): Words {
  const said = inBoth((locale) => sayDate(chosen, locale))
  return {
    vi: `Không khớp với ngày còn lại trong dòng; đang đọc là ${said.vi}.`,
    en: `Does not fit the other day in the line, which is read as ${said.en}.`,
  }
}
