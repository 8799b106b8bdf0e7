/** Renders a month as a table. Each day shows its number of free times as text and as a bar. */
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

function renderDay(calendarDay: CalendarDay, localize: Localize): Html {
  const { day, name, free, total, href } = calendarDay
  const date = html`<span aria-hidden="true">${day}</span><span class="visually-hidden">${name}: </span>`
  const content = html`${date}${renderState(calendarDay)}`
  if (href === undefined) return html`<span class="day">${content}</span>`
  const barWidth = Math.round((100 * free) / Math.max(1, total))
  const bar = html`<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
<rect width="${barWidth}" height="4"/></svg>`
  return html`<a class="day" href="${localize(href)}">${content}${bar}</a>`
}

/** On small screens only the count of "3 giờ trống" is visible. */
function renderState({ state, free, past }: CalendarDay): Html {
  const [count = '', ...unit] = free > 0 ? state.split(' ') : [state]
  const unitText = unit.length > 0 && html`<span class="count-unit"> ${unit.join(' ')}</span>`
  return html`<small${past && html` class="visually-hidden"`}>${count}${unitText}</small>`
}
