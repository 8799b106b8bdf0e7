/** The forms that mark a person, table or room as away, and the time that they mean. */
import { BookingActionError } from '../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { isDate, isTime, minute, startOfDay } from '../kernel/time.ts'
import { truncate } from '../kernel/truncate.ts'
import { type Html, html } from '../ui/html.ts'
import { formatResources } from './booking-components.ts'
import { disclosure, hiddenInputs, inputField, postButton, submitButton } from './components.ts'
import type { DeskContext } from './context.ts'
import { serviceDateNow } from './day-picker.ts'

export const absencePath = '/absence'

type Period = { starts_at: number; ends_at: number }

/** Whether the resource is a person; the others are tables, rooms, chairs or beds. */
export function isPerson({ shop }: DeskContext, resource: string): boolean {
  return resource.split(':')[0] !== shop.booking.extraPlace.resourceKind
}

/** "Thanh Mai nghỉ", "Nhà 1 không dùng được" */
export function absenceTitle(context: DeskContext, resource: string, locale: Locale): string {
  const name = formatResources(context, [resource], locale) || resource
  return `${name} ${words[isPerson(context, resource) ? 'isAway' : 'isOut'][locale]}`
}

/** "Away for the rest of today" or "away that day", one tap each, and any other time. */
export function absenceForms(
  context: DeskContext,
  resource: string,
  date: string,
  locale: Locale,
): Html {
  const isToday = date === serviceDateNow(context)
  const labels = isPerson(context, resource) ? words.person : words.place
  const preset = (label: LocalizedText) =>
    postButton(absencePath, label[locale], { tone: 'main', fields: { resource, date, for: 'day' } })
  const form = html`<form method="post" action="${absencePath}" class="row">
${hiddenInputs({ resource, for: 'period' })}
${periodFields({ date, from: '', last: date, to: '' }, locale)}
${inputField('away-reason', words.reason[locale], html`type="text" name="reason" maxlength="120"`, { isWide: true })}
${submitButton(labels.mark[locale])}
</form>`
  return html`<div class="actions">${isToday ? preset(labels.rest) : preset(labels.day)}</div>
${disclosure(words.other[locale], form, { id: 'away-period' })}`
}

export function periodFields(
  { date, from, last, to }: { date: string; from: string; last: string; to: string },
  locale: Locale,
): Html {
  const day = (name: string, value: string) =>
    html`type="date" name="${name}" value="${value}" required`
  const time = (name: string, value: string) =>
    html`type="time" name="${name}" step="900" value="${value}"`
  return html`${inputField('away-date', words.date[locale], day('date', date))}
${inputField('away-from', words.from[locale], time('from', from))}
${inputField('away-last', words.last[locale], day('last', last))}
${inputField('away-to', words.to[locale], time('to', to))}
<p class="hint wide-field">${words.wholeDay[locale]}</p>`
}

/** The rest of a service day, or from one time to another. */
export function parsePeriod(context: DeskContext, form: URLSearchParams): Period {
  const { shop, now } = context
  const { serviceDays } = shop.booking
  const date = form.get('date') ?? ''
  const last = form.get('last') || date
  if (!isDate(date) || !isDate(last) || last < date) throw new BookingActionError('not_possible')
  const { begin, end } = serviceDays.rangeOf({ from: date, to: last })
  if (form.get('for') === 'day') return { starts_at: Math.max(begin, now()), ends_at: end }
  const at = (day: string, name: string, fallback: number) => {
    const time = form.get(name) ?? ''
    return isTime(time) ? startOfDay(day) + serviceDays.minutesOf(time) * minute : fallback
  }
  return { starts_at: at(date, 'from', begin), ends_at: at(last, 'to', end) }
}

/** Without a reason, the words of the timeline for it. */
export function parseAbsenceReason(
  context: DeskContext,
  form: URLSearchParams,
  resource: string,
): string {
  const typed = truncate((form.get('reason') ?? '').trim(), 120)
  return typed || defaultReason(context, resource)
}

export function defaultReason(context: DeskContext, resource: string): string {
  return isPerson(context, resource) ? words.away.vi : words.unusable.vi
}

/** A reason that the desk itself has written is shown in the language of the reader. */
export function formatReason(reason: string, locale: Locale): string {
  const own = [words.away, words.unusable, breakReason].find(({ vi }) => vi === reason)
  return own?.[locale] ?? reason
}

export const breakReason: LocalizedText = { vi: 'Giải lao', en: 'Break' }

const words = {
  away: { vi: 'Nghỉ', en: 'Away' },
  isAway: { vi: 'nghỉ', en: 'is away' },
  isOut: { vi: 'không dùng được', en: 'is out of use' },
  unusable: { vi: 'Không dùng được', en: 'Out of use' },
  other: { vi: 'Giờ khác, nhiều ngày', en: 'Other times, several days' },
  date: { vi: 'Từ ngày', en: 'First day' },
  from: { vi: 'Từ giờ', en: 'From' },
  last: { vi: 'Đến ngày', en: 'Last day' },
  to: { vi: 'Đến giờ', en: 'Until' },
  wholeDay: {
    vi: 'Để trống giờ là từ đầu ngày, hoặc đến hết ngày.',
    en: 'Leave a time empty for the beginning or the end of the day.',
  },
  reason: { vi: 'Ghi chú, chỉ quầy thấy', en: 'Note, only visible at the desk' },
  person: {
    rest: { vi: 'Nghỉ từ giờ đến hết hôm nay', en: 'Away for the rest of today' },
    day: { vi: 'Nghỉ cả ngày này', en: 'Away all day' },
    mark: { vi: 'Ghi giờ nghỉ', en: 'Mark as away' },
  },
  place: {
    rest: { vi: 'Không dùng từ giờ đến hết hôm nay', en: 'Out of use for the rest of today' },
    day: { vi: 'Không dùng cả ngày này', en: 'Out of use all day' },
    mark: { vi: 'Ghi giờ không dùng', en: 'Mark as out of use' },
  },
}
