/** The next days in a row, from today on. */
import type { Block, Choice } from '../../../content/document.ts'
import { formatDayOfMonth, shortWeekday } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { addDays } from '../../../kernel/time.ts'
import type { Chosen } from '../../forms/booking-form.ts'
import { closedDayReason } from '../../scheduling/availability.ts'
import type { PanelContext } from './context.ts'
import { type PanelAvailability, type PanelDay, stripDays } from './panel-availability.ts'

/** Without `availability`, days on which the shop is closed cannot be chosen; full ones are unknown. */
export function dayStrip(
  context: Pick<PanelContext, 'rules' | 'business' | 'now' | 'linkTo'>,
  chosen: Chosen,
  availability: PanelAvailability | undefined,
  locale: Locale,
): Block {
  const { rules, business, now } = context
  const today = rules.serviceDays.dateAt(now())
  const current = availability?.day?.date
  const days =
    availability?.strip ??
    Array.from({ length: stripDays }, (_, index) => addDays(today, index)).map((date) => {
      const open = closedDayReason(rules, business, date, now()) === undefined
      return { date, open, free: open ? 1 : 0 }
    })
  const isListed = current === undefined || days.some(({ date }) => date === current)
  const all = isListed ? days : [...days, { date: current, open: true, free: 1 }]
  return {
    kind: 'choices',
    label: labels.days[locale],
    as: 'days',
    choices: all.map((day): Choice => {
      return {
        text: nameOf(day, today, locale),
        note: day.free > 0 ? shortDate(day.date, locale) : stateOf(day)[locale],
        ...(day.free > 0 && { href: context.linkTo({ ...chosen, date: day.date }) }),
        ...(day.date === current && { current: true }),
      }
    }),
  }
}

function nameOf({ date }: PanelDay, today: string, locale: Locale): string {
  if (date === today) return labels.today[locale]
  return date === addDays(today, 1) ? labels.tomorrow[locale] : shortWeekday(date, locale)
}

/** "18/11", "18": the days are close together, so English needs no month. */
function shortDate(date: string, locale: Locale): string {
  return locale === 'vi' ? formatDayOfMonth(date, 'vi') : String(Number(date.slice(8)))
}

function stateOf({ open }: PanelDay): LocalizedText {
  return open ? labels.full : labels.closed
}

const labels = {
  days: { vi: 'Ngày', en: 'Day' },
  today: { vi: 'Hôm nay', en: 'Today' },
  tomorrow: { vi: 'Ngày mai', en: 'Tomorrow' },
  closed: { vi: 'nghỉ', en: 'closed' },
  full: { vi: 'hết', en: 'full' },
} satisfies Record<string, LocalizedText>
