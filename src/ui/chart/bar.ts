/** Bars from the left, for things that have names: each under its name, with its value beside it. */
import { type Html, html } from '../html.ts'
import {
  type ChartData,
  type ChartOptions,
  factsAt,
  highestOf,
  mainFacts,
  nothingYet,
  showNumber,
  totalAt,
  valueAt,
} from './data.ts'
import { percent } from './scale.ts'
import { inkOf, legend, patterns } from './series-style.ts'

const row = 46
const barTop = 24
const thick = 10
const longestName = 34
const leastWidth = 0.5

export function barChart(data: ChartData, options: ChartOptions): Html {
  const { id, title, locale, show = showNumber(locale) } = options
  const highest = highestOf(data)
  const scale = highest < 0 ? 0 : 100 / totalAt(data, highest)
  const rows = highest < 0 ? 1 : data.labels.length
  return html`<figure class="chart chart-few"><figcaption>${title}</figcaption>${legend(data, options)}
<svg class="chart-bars" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-facts" width="100%" height="${rows * row}"><title id="${id}-title">${title}</title><desc id="${id}-facts">${mainFacts(data, options)}</desc>${patterns(data, id)}
${
  highest < 0
    ? html`<text class="chart-nothing" x="50%" y="${row / 2}">${nothingYet[locale]}</text>`
    : data.labels.map((label, place) => {
        const top = place * row
        return html`<g><title>${factsAt(data, options, place)}</title><text x="0" y="${top + 15}">${shorten(label)}</text><text class="chart-amount" x="100%" y="${top + 15}">${show(totalAt(data, place))}</text><rect class="chart-track" x="0" y="${top + barTop}" width="100%" height="${thick}" rx="${thick / 2}"/>${parts(data, id, place, top + barTop, scale)}</g>`
      })
}</svg></figure>`
}

/** Its parts side by side, round at both ends of the whole: what would be round between is out of sight. */
function parts(data: ChartData, id: string, place: number, top: number, scale: number): Html[] {
  const shown = [...data.series.keys()].filter((order) => sizeOf(data, order, place) > 0)
  let left = 0
  return shown.map((order) => {
    const across = sizeOf(data, order, place) * scale
    const [isFirst, isLast] = [order === shown[0], order === shown.at(-1)]
    const width = Number(!isFirst) + Number(!isLast) + 1
    const x = percent(left)
    left += across
    return html`<svg x="${x}" y="${top}" width="${percent(Math.max(across, leastWidth))}" height="${thick}"><rect ${inkOf(id, order)} x="${isFirst ? '0' : '-100%'}" width="${width * 100}%" height="${thick}" rx="${thick / 2}"/></svg>`
  })
}

function sizeOf({ series }: ChartData, order: number, place: number): number {
  const one = series[order]
  return one ? valueAt(one, place) : 0
}

function shorten(name: string): string {
  const letters = [...name]
  return letters.length <= longestName ? name : `${letters.slice(0, longestName - 1).join('')}…`
}
