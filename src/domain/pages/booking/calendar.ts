/** The month calendar in which the guest chooses a day. */
import type { Block, CalendarDay } from '../../../content/document.ts'
import { formatDate, monthName, shortWeekday, weekdayName } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { plural } from '../../../kernel/plural.ts'
import { addDays, dateAt, monthAfter, weekdayOf } from '../../../kernel/time.ts'
import { omitChosen, stepUrl } from '../../booking/url.ts'
import type { Chosen } from '../../forms/booking-form.ts'
import type { DayCount } from '../../scheduling/availability.ts'

/** A week that begins on a Monday, for the names of the weekdays. */
const sampleWeek = Array.from({ length: 7 }, (_, index) => addDays('2026-11-16', index))

export function monthBlock(
  month: string,
  days: readonly DayCount[],
  chosen: Chosen,
  { now, horizonDays }: { now: number; horizonDays: number },
  locale: Locale,
): Block {
  const today = dateAt(now)
  const last = addDays(today, horizonDays)
  const otherChoices = omitChosen(chosen, 'date', 'time', 'month')
  const to = (target: string) => ({
    text: monthName(target, locale),
    href: stepUrl({ ...otherChoices, month: target }),
  })
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)]
  return {
    kind: 'calendar',
    calendar: {
      title: monthName(month, locale),
      weekdays: sampleWeek.map((date) => ({
        name: weekdayName(date, locale),
        short: shortWeekday(date, locale),
      })),
      legend: legend[locale],
      offset: weekdayOf(`${month}-01`) - 1,
      days: days.map((day) =>
        dayCell(day, { ...otherChoices, date: day.date }, today, last, locale),
      ),
      ...(before >= today.slice(0, 7) && { before: to(before) }),
      ...(after <= last.slice(0, 7) && { after: to(after) }),
    },
  }
}

const legend: LocalizedText = {
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
    name: formatDate(date, locale),
    state: dayState(day, today, last)[locale],
    free,
    total,
    past: date < today,
    ...(open && free > 0 && { href: stepUrl(chosen) }),
  }
}

function dayState({ date, open, free }: DayCount, today: string, last: string): LocalizedText {
  if (free > 0) {
    const times = plural(free, { one: 'time', other: 'times' })
    return { vi: `${free} giờ trống`, en: `${free} ${times}` }
  }
  if (date < today) return { vi: 'đã qua', en: 'past' }
  if (date > last) return { vi: 'chưa nhận', en: 'not yet' }
  return open ? { vi: 'hết giờ', en: 'none left' } : { vi: 'nghỉ', en: 'closed' }
}
