/** Horizontal bars for named categories, with the name above each bar and its value at the right. */
import { type Html, html } from '../html.ts'
import {
  type ChartData,
  type ChartOptions,
  createNumberFormatter,
  formatDetails,
  indexOfHighest,
  noDataText,
  seriesValueAt,
  totalAt,
} from './data.ts'
import { renderFigure } from './figure.ts'
import { formatPercent } from './scale.ts'
import { seriesStyle } from './series-style.ts'

const rowHeight = 46
const textBaseline = 15
const barTop = 24
const barHeight = 10
const maxLabelLength = 34
const minWidthPercent = 0.5

export function barChart(data: ChartData, options: ChartOptions): Html {
  const highest = indexOfHighest(data)
  const isEmpty = highest < 0
  const scale = isEmpty ? 0 : 100 / totalAt(data, highest)
  return renderFigure(data, options, {
    className: 'chart-bars',
    height: (isEmpty ? 1 : data.labels.length) * rowHeight,
    isCompact: true,
    content: isEmpty
      ? html`<text class="chart-empty" x="50%" y="${rowHeight / 2}">${noDataText[options.locale]}</text>`
      : data.labels.map((_, index) => renderRow(data, options, index, scale)),
  })
}

function renderRow(data: ChartData, options: ChartOptions, index: number, scale: number): Html {
  const { id, locale, formatValue = createNumberFormatter(locale) } = options
  const top = index * rowHeight
  const textY = top + textBaseline
  const label = truncateLabel(data.labels[index] ?? '')
  const [y, radius] = [top + barTop, barHeight / 2]
  return html`<g>
<title>${formatDetails(data, options, index)}</title>
<text x="0" y="${textY}">${label}</text>
<text class="chart-amount" x="100%" y="${textY}">${formatValue(totalAt(data, index))}</text>
<rect class="chart-track" x="0" y="${y}" width="100%" height="${barHeight}" rx="${radius}"/>
${renderParts(data, id, index, y, scale)}
</g>`
}

/**
 * The parts of a stacked bar. Only the two ends of the whole bar are rounded: each part clips a
 * rounded rectangle that extends beyond its inner edges.
 */
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
    const rectWidth = (Number(!isFirst) + Number(!isLast) + 1) * 100
    const x = formatPercent(left)
    const width = formatPercent(Math.max(across, minWidthPercent))
    left += across
    const rectSize = html`width="${rectWidth}%" height="${barHeight}" rx="${barHeight / 2}"`
    return html`<svg x="${x}" y="${top}" width="${width}" height="${barHeight}">
<rect ${seriesStyle(id, order)} x="${isFirst ? '0' : '-100%'}" ${rectSize}/>
</svg>`
  })
}

function valueOfSeries({ series }: ChartData, order: number, index: number): number {
  const one = series[order]
  return one ? seriesValueAt(one, index) : 0
}

function truncateLabel(name: string): string {
  const characters = [...name]
  return characters.length <= maxLabelLength
    ? name
    : `${characters.slice(0, maxLabelLength - 1).join('')}…`
}
