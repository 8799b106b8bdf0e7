/**
 * Columns over time. Lengths across are shares of the width and lengths up are pixels, so the chart
 * fills whatever room it gets while its letters and corners stay as they are.
 */
import { type Html, html } from '../html.ts'
import {
  type ChartData,
  type ChartOptions,
  factsAt,
  highestOf,
  mainFacts,
  nothingYet,
  showShort,
  totalAt,
  valueAt,
} from './data.ts'
import { allFit, percent, placesOf, short, ticksTo } from './scale.ts'
import { inkOf, legend, patterns } from './series-style.ts'

const above = 22
const plot = 168
const below = 26
const ground = above + plot

/** A few columns stand apart, and their values can be written over them. */
const few = 12
const shareOfSlot = { few: 0.5, many: 0.7 }

/** In percent: a wider column would be a slab. */
const widestColumn = 9
const round = 4
/** Between the parts of a column, where columns are wide enough to see it. */
const seam = 2
const mostSeamed = 40
const leastHeight = 2

export function columnChart(data: ChartData, options: ChartOptions): Html {
  const { id, title, locale } = options
  const { labels, series } = data
  const highest = highestOf(data)
  const whole = series.every(({ values }) => values.every((value) => !(value % 1)))
  const ticks = ticksTo(highest < 0 ? 0 : totalAt(data, highest), whole)
  const top = ticks.at(-1) || 1
  const slots = slotsFor(labels.length)
  return html`<figure class="chart${labels.length <= few && ' chart-few'}"><figcaption>${title}</figcaption>${legend(data, options)}
<svg class="chart-columns" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-facts" width="100%" height="${ground + below}"><title id="${id}-title">${title}</title><desc id="${id}-facts">${mainFacts(data, options)}</desc>${patterns(data, id)}
${ticks.map((tick) => tickLine(tick, ground - (tick / top) * plot, showShort(locale)(tick)))}
${labels.map((_, place) => column(data, options, place, slots, plot / top))}
${highest < 0 ? html`<text class="chart-nothing" x="50%" y="${above + plot / 2}">${nothingYet[locale]}</text>` : ''}
${labelsUnder(labels, slots)}
${valuesOver(data, options, slots, plot / top)}</svg></figure>`
}

type Slots = { middle(place: number): number; width: number; column: number }

/** Where columns stand, in percent. */
function slotsFor(count: number): Slots {
  const width = 100 / Math.max(count, 1)
  const share = count <= few ? shareOfSlot.few : shareOfSlot.many
  return {
    middle: (place) => (place + 0.5) * width,
    width,
    column: Math.min(widestColumn, width * share),
  }
}

function tickLine(tick: number, height: number, text: string): Html {
  const kind = tick === 0 ? 'chart-ground' : 'chart-tick'
  return html`<line class="${kind}" x1="0" x2="100%" y1="${short(height)}" y2="${short(height)}"/><text class="chart-scale" x="-8" y="${short(height + 4)}">${text}</text>`
}

function column(
  data: ChartData,
  options: ChartOptions,
  place: number,
  { middle, width, column: across }: Slots,
  scale: number,
): Html {
  const last = data.series.findLastIndex((one) => valueAt(one, place) > 0)
  const gap = data.labels.length > mostSeamed ? 0 : seam
  let floor = ground
  const parts = data.series.map((one, order) => {
    const value = valueAt(one, place)
    if (value === 0) return ''
    const height = Math.max(leastHeight, value * scale - (order < last ? gap : 0))
    floor -= height
    const drawn = part(
      { middle: middle(place), across, top: floor, height },
      inkOf(options.id, order),
      order === last,
    )
    if (order < last) floor -= gap
    return drawn
  })
  const [from, room] = [percent(middle(place) - width / 2), percent(width)]
  return html`<g class="chart-column"><title>${factsAt(data, options, place)}</title><rect class="chart-reach" x="${from}" y="0" width="${room}" height="${ground}"/>${parts}</g>`
}

type Box = { middle: number; across: number; top: number; height: number }

/** The topmost part has round shoulders: a window over a rounded box whose feet are out of sight. */
function part({ middle, across, top, height }: Box, ink: Html, topmost: boolean): Html {
  const [y, tall] = [short(top), short(height)]
  const [radius, whole] = topmost ? [round, short(height + round)] : [0, tall]
  return html`<svg x="${percent(middle - across / 2)}" y="${y}" width="${percent(across)}" height="${tall}"><rect ${ink} width="100%" height="${whole}" rx="${radius}"/></svg>`
}

function labelsUnder(labels: readonly string[], { middle }: Slots): Html[] {
  const widthsAt = placesOf(labels)
  return labels.flatMap((label, place) => {
    const widths = widthsAt(place)
    if (widths.length === 0) return []
    return html`<text class="chart-label ${widths.join(' ')}" x="${percent(middle(place))}" y="${ground + 18}">${label}</text>`
  })
}

/** Every value where there is room, otherwise the highest. */
function valuesOver(
  data: ChartData,
  { locale, show = showShort(locale) }: ChartOptions,
  { middle }: Slots,
  scale: number,
): Html[] {
  const highest = highestOf(data)
  const totals = data.labels.map((_, place) => totalAt(data, place))
  const every = totals.length <= few && allFit(totals.map(show))
  return totals.flatMap((total, place) => {
    if (total === 0 || (!every && place !== highest)) return []
    const y = ground - Math.max(leastHeight, total * scale) - 6
    return html`<text class="chart-value" x="${percent(middle(place))}" y="${short(y)}">${show(total)}</text>`
  })
}
