/** The values of a chart as a table. */
import type { LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../html.ts'
import {
  type ChartData,
  type ChartOptions,
  createNumberFormatter,
  seriesValueAt,
  totalOf,
} from './data.ts'

export function chartTable(data: ChartData, options: ChartOptions): Html {
  const { title, locale, labelsTitle, formatValue = createNumberFormatter(locale) } = options
  const { labels, series } = data
  const hasTotals = series.length > 1
  const cells = (values: readonly number[]) => {
    const sum = values.reduce((one, other) => one + other, 0)
    return [...values, ...(hasTotals ? [sum] : [])].map(
      (value) => html`<td>${formatValue(value)}</td>`,
    )
  }
  const names = [
    labelsTitle,
    ...series.map(({ name }) => name),
    ...(hasTotals ? [totalText[locale]] : []),
  ]
  const row = (label: string, values: readonly number[]) =>
    html`<tr><th scope="row">${label}</th>${cells(values)}</tr>\n`
  const totals = series.map((one) => totalOf(data, one))
  return html`<div class="chart-scroll" tabindex="0" role="group" aria-label="${title}">
<table class="chart-table">
<caption>${title}</caption>
<thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${labels.map((label, index) =>
  row(
    label,
    series.map((one) => seriesValueAt(one, index)),
  ),
)}</tbody>
<tfoot>
${row(totalText[locale], totals)}</tfoot>
</table>
</div>`
}

const totalText: LocalizedText = { vi: 'Tổng cộng', en: 'Total' }
