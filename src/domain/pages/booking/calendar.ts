/** The month in which a day is chosen. */
import type { Block, CalendarDay } from '../../../content/document.ts'
import { monthName, sayDate, shortWeekday, weekdayName } from '../../../kernel/format-date.ts'
import type { Locale, Words } from '../../../kernel/locale.ts'
import { addDays, dateAt, monthAfter, weekdayOf } from '../../../kernel/time.ts'
import { addressOf, without } from '../../booking/url.ts'
import type { Chosen } from '../../forms/booking-form.ts'

export type DayCount = { date: string; open: boolean; free: number; total: number }

/** A week that begins on a Monday, to name the days by. */
const someWeek = Array.from({ length: 7 }, (_, place) => addDays('2026-11-16', place))

export function monthBlock(
  month: string,
  days: readonly DayCount[],
  chosen: Chosen,
  { now, horizonDays }: { now: number; horizonDays: number },
  locale: Locale,
): Block {
  const today = dateAt(now)
  const last = addDays(today, horizonDays)
  const rest = without(chosen, 'date', 'time', 'month')
  const to = (other: string) => ({
    text: monthName(other, locale),
    href: addressOf({ ...rest, month: other }),
  })
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)]
  return {
    kind: 'calendar',
    calendar: {
      title: monthName(month, locale),
      weekdays: someWeek.map((date) => ({
        name: weekdayName(date, locale),
        short: shortWeekday(date, locale),
      })),
      legend: legend[locale],
      offset: weekdayOf(`${month}-01`) - 1,
      days: days.map((day) => dayCell(day, { ...rest, date: day.date }, today, last, locale)),
      ...(before >= today.slice(0, 7) && { before: to(before) }),
      ...(after <= last.slice(0, 7) && { after: to(after) }),
    },
  }
}

const legend: Words = {
  vi: 'Mỗi ngày cho biết còn bao nhiêu giờ trống.',
  en: 'Each day shows how many times are still free.',
}

function dayCell(
  day: DayCount,
  chosen: Chosen,
  today: string,
  last: string,
  locale: Locale,
): CalendarDay {
  const { date, open, free, total } = day
  return {
    day: Number(date.slice(8)),
    name: sayDate(date, locale),
    state: stateOf(day, today, last)[locale],
    free,
    total,
    past: date < today,
    ...(open && free > 0 && { href: addressOf(chosen) }),
  }
}

function stateOf({ date, open, free }: DayCount, today: string, last: string) {
  if (free > 0) return { vi: `${free} giờ trống`, en: free === 1 ? '1 time' : `${free} times` }
  if (date < today) return { vi: 'đã qua', en: 'past' }
  if (date > last) return { vi: 'chưa nhận', en: 'not yet' }
  return open ? { vi: 'hết giờ', en: 'none left' } : { vi: 'nghỉ', en: 'closed' }
}
