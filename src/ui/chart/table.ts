/** The numbers of a chart for whoever would rather read them. */
import type { LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../html.ts'
import {
  type ChartData,
  type ChartOptions,
  createNumberFormatter,
  totalOf,
  valueAt,
} from './data.ts'

const inAll: LocalizedText = { vi: 'Tổng cộng', en: 'Total' }

export function chartTable(data: ChartData, options: ChartOptions): Html {
  const { title, locale, labelsTitle, formatValue = createNumberFormatter(locale) } = options
  const { labels, series } = data
  const several = series.length > 1
  const cells = (values: readonly number[]) => {
    const sum = values.reduce((one, other) => one + other, 0)
    return [...values, ...(several ? [sum] : [])].map(
      (value) => html`<td>${formatValue(value)}</td>`,
    )
  }
  const names = [
    labelsTitle,
    ...series.map(({ name }) => name),
    ...(several ? [inAll[locale]] : []),
  ]
  return html`<div class="chart-scroll" tabindex="0" role="group" aria-label="${title}"><table class="chart-table"><caption>${title}</caption>
<thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${labels.map(
    (label, index) =>
      html`<tr><th scope="row">${label}</th>${cells(series.map((one) => valueAt(one, index)))}</tr>\n`,
  )}</tbody>
<tfoot><tr><th scope="row">${inAll[locale]}</th>${cells(series.map((one) => totalOf(data, one)))}</tr></tfoot></table></div>`
}
