/** Renders a month as a table. Days that can be chosen are links; the others say why not. */
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
  const heads = weekdays.map(
    ({ name, short }) => html`<th scope="col"><abbr title="${name}">${short}</abbr></th>`,
  )
  const rows = weeks.map(
    (week) =>
      html`<tr>${week.map((day) => html`<td>${day && renderDay(day, localize)}</td>`)}</tr>`,
  )
  const monthLink = (link: typeof before, rel: string) =>
    link && html`<a rel="${rel}" href="${localize(link.href)}">${link.text}</a>`
  return html`<div class="calendar"><table>
<caption>${title}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>${rows}</tbody>
</table>
<p class="hint">${calendar.legend}</p>
<p class="months">${monthLink(before, 'prev')}${monthLink(after, 'next')}</p></div>`
}

function renderDay({ day, name, state, href, current }: CalendarDay, localize: Localize): Html {
  const date = html`<span aria-hidden="true">${day}</span><span class="visually-hidden">${name}: </span>`
  if (href === undefined) return html`<span class="day">${date}<small>${state}</small></span>`
  const content = html`${date}<span class="visually-hidden">${state}</span>`
  const currentAttribute = current && html` aria-current="true"`
  return html`<a class="day" href="${localize(href)}"${currentAttribute}>${content}</a>`
}
