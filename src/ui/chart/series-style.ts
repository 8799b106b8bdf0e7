/** How series are told apart: full, hatched, dotted. Colour only helps. */
import { type Html, html } from '../html.ts'
import { type ChartData, type ChartOptions, createNumberFormatter, totalOf } from './data.ts'

const kinds = ['full', 'hatched', 'dotted'] as const

type FillKind = (typeof kinds)[number]

function fillKindAt(order: number): FillKind {
  return kinds[order] ?? 'dotted'
}

/** The attributes of a shape of the series. */
export function seriesStyle(id: string, order: number): Html {
  const kind = fillKindAt(order)
  return kind === 'full'
    ? html`class="chart-full"`
    : html`class="chart-${kind}" fill="url(#${id}-${kind})"`
}

/** What lies in one tile of a pattern, on its tinted ground. */
const patternShapes = {
  hatched: html`<path d="M0 3H6"/>`,
  dotted: html`<circle cx="3" cy="3" r="1.3"/>`,
}

/** What the shapes of this chart are filled with, where a colour is not enough. */
export function renderPatterns({ series }: ChartData, id: string): Html | '' {
  const used = new Set(series.map((_, order) => fillKindAt(order)))
  const tiles = (['hatched', 'dotted'] as const).filter((kind) => used.has(kind))
  if (tiles.length === 0) return ''
  return html`<defs>${tiles.map(
    (kind) =>
      html`<pattern id="${id}-${kind}" class="chart-tile-${kind}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="6" height="6"/>${patternShapes[kind]}</pattern>`,
  )}</defs>`
}

/** Which is which, and how much of it there is in all. One series needs no telling apart. */
export function renderLegend(
  data: ChartData,
  { id, locale, formatValue = createNumberFormatter(locale) }: ChartOptions,
): Html | '' {
  if (data.series.length < 2) return ''
  return html`<ul class="chart-legend">${data.series.map(
    (one, order) =>
      html`<li><svg width="16" height="16" aria-hidden="true"><rect ${seriesStyle(id, order)} x="1" y="1" width="14" height="14" rx="3"/></svg>${one.name} <b>${formatValue(totalOf(data, one))}</b></li>`,
  )}</ul>`
}
