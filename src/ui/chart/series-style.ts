/** Fill styles that distinguish series without color: solid, hatched, dotted. */
import { type Html, html } from '../html.ts'
import { type ChartData, type ChartOptions, createNumberFormatter, totalOf } from './data.ts'

/** The attributes of a shape of the series with this index. */
export function seriesStyle(id: string, order: number): Html {
  const kind = fillKindAt(order)
  return kind === 'solid'
    ? html`class="chart-solid"`
    : html`class="chart-${kind}" fill="url(#${id}-${kind})"`
}

const fillKinds = ['solid', 'hatched', 'dotted'] as const

function fillKindAt(order: number): (typeof fillKinds)[number] {
  return fillKinds[order] ?? 'dotted'
}

/** The SVG patterns that the series of this chart refer to. */
export function renderPatterns({ series }: ChartData, id: string): Html | '' {
  const used = new Set(series.map((_, order) => fillKindAt(order)))
  const patterns = (['hatched', 'dotted'] as const).filter((kind) => used.has(kind))
  if (patterns.length === 0) return ''
  return html`<defs>${patterns.map((kind) => renderPattern(id, kind))}</defs>`
}

function renderPattern(id: string, kind: keyof typeof patternShapes): Html {
  const units = html`patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"`
  return html`<pattern id="${id}-${kind}" class="chart-tile-${kind}" width="6" height="6" ${units}>
<rect width="6" height="6"/>
${patternShapes[kind]}
</pattern>`
}

const patternShapes = {
  hatched: html`<path d="M0 3H6"/>`,
  dotted: html`<circle cx="3" cy="3" r="1.3"/>`,
}

/** The names and totals of the series; omitted if there is only one. */
export function renderLegend(
  data: ChartData,
  { id, locale, formatValue = createNumberFormatter(locale) }: ChartOptions,
): Html | '' {
  if (data.series.length < 2) return ''
  const items = data.series.map((series, order) => {
    const square = html`<rect ${seriesStyle(id, order)} x="1" y="1" width="14" height="14" rx="3"/>`
    const swatch = html`<svg width="16" height="16" aria-hidden="true">${square}</svg>`
    return html`<li>${swatch}${series.name} <b>${formatValue(totalOf(data, series))}</b></li>`
  })
  return html`<ul class="chart-legend">${items}</ul>`
}
