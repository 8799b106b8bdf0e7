/** A month as a table: each day with how many times are free, in words and as a thin bar. */
import type { Calendar, CalendarDay, Localize } from '../../content/document.ts'
import { type Html, html } from '../../ui/html.ts'

export function renderCalendar(calendar: Calendar, localize: Localize): Html {
  const { title, weekdays, offset, days, before, after } = calendar
  const cells: (CalendarDay | undefined)[] = [
    ...Array.from({ length: offset }, () => undefined),
    ...days,
  ]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => cells[week * 7 + weekday]),
  )
  const month = (link: typeof before, rel: string) =>
    link && html`<a rel="${rel}" href="${localize(link.href)}">${link.text}</a>`
  return html`<div class="calendar"><table>
<caption>${title}</caption>
<thead><tr>${weekdays.map(
    ({ name, short }) => html`<th scope="col"><abbr title="${name}">${short}</abbr></th>`,
  )}</tr></thead>
<tbody>${weeks.map((week) => html`<tr>${week.map((day) => html`<td>${day && cell(day, localize)}</td>`)}</tr>`)}</tbody>
</table>
<p class="hint">${calendar.legend}</p>
<p class="months">${month(before, 'prev')}${month(after, 'next')}</p></div>`
}

function cell(
  { day, name, state, free, total, past, href }: CalendarDay,
  localize: Localize,
): Html {
  const dayText = html`<span aria-hidden="true">${day}</span><span class="unseen">${name}: </span>`
  const [count = '', ...remainder] = free > 0 ? state.split(' ') : [state]
  const shown = html`<small${past && html` class="unseen"`}>${count}${remainder.length > 0 && html`<span class="more"> ${remainder.join(' ')}</span>`}</small>`
  if (href === undefined) return html`<span class="day">${dayText}${shown}</span>`
  return html`<a class="day" href="${localize(href)}">${dayText}${shown}<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round((100 * free) / Math.max(1, total))}" height="4"/></svg></a>`
}
