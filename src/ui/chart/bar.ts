/** Bars from the left, for things that have names: each under its name, with its value beside it. */
import { type Html, html } from '../html.ts'
import {
  type ChartData,
  type ChartOptions,
  createNumberFormatter,
  formatDetails,
  formatSummary,
  indexOfHighest,
  noDataText,
  totalAt,
  valueAt,
} from './data.ts'
import { formatPercent } from './scale.ts'
import { renderLegend, renderPatterns, seriesStyle } from './series-style.ts'

const rowHeight = 46
const barTop = 24
const barHeight = 10
const maxLabelLength = 34
const minWidth = 0.5

export function barChart(data: ChartData, options: ChartOptions): Html {
  const { id, title, locale, formatValue = createNumberFormatter(locale) } = options
  const highest = indexOfHighest(data)
  const scale = highest < 0 ? 0 : 100 / totalAt(data, highest)
  const rows = highest < 0 ? 1 : data.labels.length
  return html`<figure class="chart chart-few"><figcaption>${title}</figcaption>${renderLegend(data, options)}
<svg class="chart-bars" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-facts" width="100%" height="${rows * rowHeight}"><title id="${id}-title">${title}</title><desc id="${id}-facts">${formatSummary(data, options)}</desc>${renderPatterns(data, id)}
${
  highest < 0
    ? html`<text class="chart-nothing" x="50%" y="${rowHeight / 2}">${noDataText[locale]}</text>`
    : data.labels.map((label, index) => {
        const top = index * rowHeight
        return html`<g><title>${formatDetails(data, options, index)}</title><text x="0" y="${top + 15}">${truncateLabel(label)}</text><text class="chart-amount" x="100%" y="${top + 15}">${formatValue(totalAt(data, index))}</text><rect class="chart-track" x="0" y="${top + barTop}" width="100%" height="${barHeight}" rx="${barHeight / 2}"/>${renderParts(data, id, index, top + barTop, scale)}</g>`
      })
}</svg></figure>`
}

/** Its parts side by side, round at both ends of the whole: what would be round between is out of sight. */
function renderParts(
  data: ChartData,
  id: string,
  index: number,
  top: number,
  scale: number,
): Html[] {
  const shown = [...data.series.keys()].filter((order) => valueOfSeries(data, order, index) > 0)
  let left = 0
  return shown.map((order) => {
    const across = valueOfSeries(data, order, index) * scale
    const [isFirst, isLast] = [order === shown[0], order === shown.at(-1)]
    const width = Number(!isFirst) + Number(!isLast) + 1
    const x = formatPercent(left)
    left += across
    return html`<svg x="${x}" y="${top}" width="${formatPercent(Math.max(across, minWidth))}" height="${barHeight}"><rect ${seriesStyle(id, order)} x="${isFirst ? '0' : '-100%'}" width="${width * 100}%" height="${barHeight}" rx="${barHeight / 2}"/></svg>`
  })
}

function valueOfSeries({ series }: ChartData, order: number, index: number): number {
  const one = series[order]
  return one ? valueAt(one, index) : 0
}

function truncateLabel(name: string): string {
  const characters = [...name]
  return characters.length <= maxLabelLength
    ? name
    : `${characters.slice(0, maxLabelLength - 1).join('')}…`
}
