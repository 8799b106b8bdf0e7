/** Navigation to another day, for the screens that show one day. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { addDays, isDate } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'

/** The date of the query, or today. */
export function parseDate(context: DeskContext, query: URLSearchParams): string {
  const requested = query.get('date') ?? ''
  return isDate(requested) ? requested : serviceDateNow(context)
}

/** The day of which staff serve guests now: after midnight, until closing time, it is still yesterday. */
export function serviceDateNow({ shop, now }: DeskContext): string {
  return shop.booking.serviceDays.dateAt(now())
}

/** Links to the previous day, the next day and today, and a field for any other day. */
export function dayPicker(context: DeskContext, path: string, date: string, locale: Locale): Html {
  const link = (target: string, label: string, current: Html | false = false) =>
    html`<a class="button" href="${path}?date=${target}"${current}>${label}</a>`
  const today = serviceDateNow(context)
  return html`<nav class="days" aria-label="${words.days[locale]}">
${link(addDays(date, -1), '←')}
<form action="${path}" method="get">
<label class="visually-hidden" for="date">${words.date[locale]}</label>
<input id="date" type="date" name="date" value="${date}" data-submit>
<button type="submit" class="visible-on-focus">${words.show[locale]}</button>
</form>
${link(addDays(date, 1), '→')}
${link(today, words.today[locale], date === today && html` aria-current="date"`)}
</nav>`
}

const words = {
  days: { vi: 'Chọn ngày', en: 'Choose a day' },
  date: { vi: 'Ngày', en: 'Date' },
  show: { vi: 'Xem', en: 'Show' },
  today: { vi: 'Hôm nay', en: 'Today' },
} satisfies Record<string, LocalizedText>
