/** The month calendar in which the guest chooses a day. The current month starts with today. */
import type { Block, CalendarDay } from '../../../content/document.ts'
import { formatDate, monthName, shortWeekday, weekdayName } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { plural } from '../../../kernel/plural.ts'
import { addDays, dateAt, monthAfter, weekdayOf } from '../../../kernel/time.ts'
import { omitChosen } from '../../booking/url.ts'
import type { Chosen } from '../../forms/booking-form.ts'
import type { BookingRules } from '../../scheduling/rules.ts'
import type { PanelDay } from './panel-availability.ts'

/** A week that begins on a Monday, for the names of the weekdays. */
const sampleWeek = Array.from({ length: 7 }, (_, index) => addDays('2026-11-16', index))

export function monthBlock(
  month: string,
  days: readonly PanelDay[],
  chosen: Chosen,
  { now, rules, linkTo }: { now: number; rules: BookingRules; linkTo: LinkTo },
  locale: Locale,
): Block {
  const today = rules.serviceDays.dateAt(now)
  const last = addDays(dateAt(now), rules.horizonDays)
  const to = (target: string) => ({
    text: monthName(target, locale),
    href: linkTo({ ...chosen, month: target }),
  })
  const shown = days.filter(({ date }) => date >= today)
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
      offset: weekdayOf(shown[0]?.date ?? `${month}-01`) - 1,
      days: shown.map((day) => dayCell(day, chosen, last, linkTo, locale)),
      ...(before >= today.slice(0, 7) && { before: to(before) }),
      ...(after <= last.slice(0, 7) && { after: to(after) }),
    },
  }
}

const legend: LocalizedText = {
  vi: 'Ngày có khung còn giờ trống.',
  en: 'Days with a frame have free times.',
}

type LinkTo = (chosen: Chosen) => string

function dayCell(
  day: PanelDay,
  chosen: Chosen,
  last: string,
  linkTo: LinkTo,
  locale: Locale,
): CalendarDay {
  const { date, open, free } = day
  const others = omitChosen(chosen, 'date')
  return {
    day: Number(date.slice(8)),
    name: formatDate(date, locale),
    state: dayState(day, last)[locale],
    ...(open && free > 0 && { href: linkTo({ ...others, date }) }),
    ...(date === chosen.date && { current: true }),
  }
}

function dayState({ date, open, free }: PanelDay, last: string): LocalizedText {
  if (free > 0) {
    const times = plural(free, { one: 'time', other: 'times' })
    return { vi: `${free} giờ trống`, en: `${free} ${times}` }
  }
  if (date > last) return { vi: 'chưa nhận', en: 'not yet' }
  return open ? { vi: 'hết', en: 'full' } : { vi: 'nghỉ', en: 'closed' }
}
