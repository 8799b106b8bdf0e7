/**
 * Columns over time. Lengths across are shares of the width and lengths up are pixels, so the chart
 * fills whatever room it gets while its letters and corners stay as they are.
 */
import { type Html, html } from '../html.ts'
import {
  type ChartData,
  type ChartOptions,
  createCompactFormatter,
  formatDetails,
  formatSummary,
  indexOfHighest,
  noDataText,
  totalAt,
  valueAt,
} from './data.ts'
import { canFitAll, createTicks, formatCoordinate, formatPercent, labelWidths } from './scale.ts'
import { renderLegend, renderPatterns, seriesStyle } from './series-style.ts'

const above = 22
const plot = 168
const below = 26
const baseline = above + plot

/** A few columns stand apart, and their values can be written over them. */
const maxSpacedColumns = 12
const shareOfSlot = { few: 0.5, many: 0.7 }

/** In percent: a wider column would be a slab. */
const maxColumnWidth = 9
const cornerRadius = 4
/** Between the parts of a column, where columns are wide enough to see it. */
const seam = 2
const maxSeamedColumns = 40
const minHeight = 2

export function columnChart(data: ChartData, options: ChartOptions): Html {
  const { id, title, locale } = options
  const { labels, series } = data
  const highest = indexOfHighest(data)
  const hasOnlyIntegers = series.every(({ values }) => values.every((value) => !(value % 1)))
  const ticks = createTicks(highest < 0 ? 0 : totalAt(data, highest), hasOnlyIntegers)
  const top = ticks.at(-1) || 1
  const slots = slotsFor(labels.length)
  return html`<figure class="chart${labels.length <= maxSpacedColumns && ' chart-few'}"><figcaption>${title}</figcaption>${renderLegend(data, options)}
<svg class="chart-columns" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-facts" width="100%" height="${baseline + below}"><title id="${id}-title">${title}</title><desc id="${id}-facts">${formatSummary(data, options)}</desc>${renderPatterns(data, id)}
${ticks.map((tick) => renderTick(tick, baseline - (tick / top) * plot, createCompactFormatter(locale)(tick)))}
${labels.map((_, index) => renderColumn(data, options, index, slots, plot / top))}
${highest < 0 ? html`<text class="chart-nothing" x="50%" y="${above + plot / 2}">${noDataText[locale]}</text>` : ''}
${renderLabels(labels, slots)}
${renderValues(data, options, slots, plot / top)}</svg></figure>`
}

type Slots = { middle(index: number): number; width: number; column: number }

/** Where columns stand, in percent. */
function slotsFor(count: number): Slots {
  const width = 100 / Math.max(count, 1)
  const share = count <= maxSpacedColumns ? shareOfSlot.few : shareOfSlot.many
  return {
    middle: (index) => (index + 0.5) * width,
    width,
    column: Math.min(maxColumnWidth, width * share),
  }
}

function renderTick(tick: number, height: number, text: string): Html {
  const kind = tick === 0 ? 'chart-ground' : 'chart-tick'
  return html`<line class="${kind}" x1="0" x2="100%" y1="${formatCoordinate(height)}" y2="${formatCoordinate(height)}"/><text class="chart-scale" x="-8" y="${formatCoordinate(height + 4)}">${text}</text>`
}

function renderColumn(
  data: ChartData,
  options: ChartOptions,
  index: number,
  { middle, width, column: across }: Slots,
  scale: number,
): Html {
  const last = data.series.findLastIndex((one) => valueAt(one, index) > 0)
  const gap = data.labels.length > maxSeamedColumns ? 0 : seam
  let floor = baseline
  const parts = data.series.map((one, order) => {
    const value = valueAt(one, index)
    if (value === 0) return ''
    const height = Math.max(minHeight, value * scale - (order < last ? gap : 0))
    floor -= height
    const drawn = renderPart(
      { middle: middle(index), across, top: floor, height },
      seriesStyle(options.id, order),
      order === last,
    )
    if (order < last) floor -= gap
    return drawn
  })
  const [from, slotWidth] = [formatPercent(middle(index) - width / 2), formatPercent(width)]
  return html`<g class="chart-column"><title>${formatDetails(data, options, index)}</title><rect class="chart-reach" x="${from}" y="0" width="${slotWidth}" height="${baseline}"/>${parts}</g>`
}

type Box = { middle: number; across: number; top: number; height: number }

/** The topmost part has round shoulders: a window over a rounded box whose feet are out of sight. */
function renderPart({ middle, across, top, height }: Box, style: Html, isTopmost: boolean): Html {
  const [y, tall] = [formatCoordinate(top), formatCoordinate(height)]
  const [radius, rectHeight] = isTopmost
    ? [cornerRadius, formatCoordinate(height + cornerRadius)]
    : [0, tall]
  return html`<svg x="${formatPercent(middle - across / 2)}" y="${y}" width="${formatPercent(across)}" height="${tall}"><rect ${style} width="100%" height="${rectHeight}" rx="${radius}"/></svg>`
}

function renderLabels(labels: readonly string[], { middle }: Slots): Html[] {
  const widthsAt = labelWidths(labels)
  return labels.flatMap((label, index) => {
    const widths = widthsAt(index)
    if (widths.length === 0) return []
    return html`<text class="chart-label ${widths.join(' ')}" x="${formatPercent(middle(index))}" y="${baseline + 18}">${label}</text>`
  })
}

/** Every value where there is room, otherwise the highest. */
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
    const y = baseline - Math.max(minHeight, total * scale) - 6
    return html`<text class="chart-value" x="${formatPercent(middle(index))}" y="${formatCoordinate(y)}">${formatValue(total)}</text>`
  })
}
