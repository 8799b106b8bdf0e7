/**
 * Columns over time. Widths are percentages and heights are pixels, so the chart fills its container
 * while text and corners keep their size.
 */
import { type Html, html } from '../html.ts'
import {
  type ChartData,
  type ChartOptions,
  createCompactFormatter,
  formatDetails,
  indexOfHighest,
  noDataText,
  seriesValueAt,
  totalAt,
} from './data.ts'
import { renderFigure } from './figure.ts'
import { canFitAll, createTicks, formatCoordinate, formatPercent, labelWidths } from './scale.ts'
import { seriesStyle } from './series-style.ts'

const plotTop = 22
const plotHeight = 168
const labelHeight = 26
const baseline = plotTop + plotHeight

/** Up to this count, columns are spaced apart and have room for their values. */
const maxSpacedColumns = 12
const shareOfSlot = { spaced: 0.5, dense: 0.7 }

const maxColumnWidthPercent = 9
const cornerRadius = 4
/** Gap between the parts of a stacked column, if the columns are wide enough for it to be visible. */
const seam = 2
const maxSeamedColumns = 40
const minHeight = 2

export function columnChart(data: ChartData, options: ChartOptions): Html {
  const { locale } = options
  const { labels, series } = data
  const highest = indexOfHighest(data)
  const hasOnlyIntegers = series.every(({ values }) => values.every((value) => !(value % 1)))
  const ticks = createTicks(highest < 0 ? 0 : totalAt(data, highest), hasOnlyIntegers)
  const scale = plotHeight / (ticks.at(-1) || 1)
  const slots = slotsFor(labels.length)
  const formatTick = createCompactFormatter(locale)
  return renderFigure(data, options, {
    className: 'chart-columns',
    height: baseline + labelHeight,
    isCompact: labels.length <= maxSpacedColumns,
    content: [
      ticks.map((tick) => renderTick(tick, baseline - tick * scale, formatTick(tick))),
      labels.map((_, index) => renderColumn(data, options, index, slots, scale)),
      highest < 0 &&
        html`<text class="chart-empty" x="50%" y="${plotTop + plotHeight / 2}">${noDataText[locale]}</text>`,
      renderLabels(labels, slots),
      renderValues(data, options, slots, scale),
    ],
  })
}

/** Horizontal layout of the columns, in percent of the width. */
type Slots = { middle(index: number): number; width: number; column: number }

function slotsFor(count: number): Slots {
  const width = 100 / Math.max(count, 1)
  const share = count <= maxSpacedColumns ? shareOfSlot.spaced : shareOfSlot.dense
  return {
    middle: (index) => (index + 0.5) * width,
    width,
    column: Math.min(maxColumnWidthPercent, width * share),
  }
}

function renderTick(tick: number, height: number, text: string): Html {
  const className = tick === 0 ? 'chart-baseline' : 'chart-tick'
  const y = formatCoordinate(height)
  return html`<line class="${className}" x1="0" x2="100%" y1="${y}" y2="${y}"/>
<text class="chart-scale" x="-8" y="${formatCoordinate(height + 4)}">${text}</text>
`
}

function renderColumn(
  data: ChartData,
  options: ChartOptions,
  index: number,
  { middle, width, column }: Slots,
  scale: number,
): Html {
  const last = data.series.findLastIndex((one) => seriesValueAt(one, index) > 0)
  const gap = data.labels.length > maxSeamedColumns ? 0 : seam
  let top = baseline
  const parts = data.series.map((one, order) => {
    const value = seriesValueAt(one, index)
    if (value === 0) return ''
    const height = Math.max(minHeight, value * scale - (order < last ? gap : 0))
    top -= height
    const part = renderPart(
      { middle: middle(index), width: column, top, height },
      seriesStyle(options.id, order),
      order === last,
    )
    if (order < last) top -= gap
    return part
  })
  const [x, slotWidth] = [formatPercent(middle(index) - width / 2), formatPercent(width)]
  return html`<g class="chart-column">
<title>${formatDetails(data, options, index)}</title>
<rect class="chart-hit-area" x="${x}" y="0" width="${slotWidth}" height="${baseline}"/>
${parts}
</g>
`
}

type Box = { middle: number; width: number; top: number; height: number }

/** Only the top corners of a column are rounded: the nested SVG clips the lower ones. */
function renderPart({ middle, width, top, height }: Box, style: Html, isTopmost: boolean): Html {
  const radius = isTopmost ? cornerRadius : 0
  const x = formatPercent(middle - width / 2)
  const size = html`width="${formatPercent(width)}" height="${formatCoordinate(height)}"`
  return html`<svg x="${x}" y="${formatCoordinate(top)}" ${size}>
<rect ${style} width="100%" height="${formatCoordinate(height + radius)}" rx="${radius}"/>
</svg>`
}

function renderLabels(labels: readonly string[], { middle }: Slots): Html[] {
  const widthsAt = labelWidths(labels)
  return labels.flatMap((label, index) => {
    const widths = widthsAt(index)
    if (widths.length === 0) return []
    const className = `chart-label ${widths.join(' ')}`
    const x = formatPercent(middle(index))
    return html`<text class="${className}" x="${x}" y="${baseline + 18}">${label}</text>\n`
  })
}

/** Shows all values if there is room for them, otherwise only the highest. */
function renderValues(
  data: ChartData,
  { locale, formatValue = createCompactFormatter(locale) }: ChartOptions,
  { middle }: Slots,
  scale: number,
): Html[] {
  const highest = indexOfHighest(data)
  const totals = data.labels.map((_, index) => totalAt(data, index))
  const canShowAll = totals.length <= maxSpacedColumns && canFitAll(totals.map(formatValue))
  return totals.flatMap((total, index) => {
    if (total === 0 || (!canShowAll && index !== highest)) return []
    const x = formatPercent(middle(index))
    const y = formatCoordinate(baseline - Math.max(minHeight, total * scale) - 6)
    return html`<text class="chart-value" x="${x}" y="${y}">${formatValue(total)}</text>\n`
  })
}
