/** Draws the growth as an SVG image: one small chart for each kind, with logarithmic scales and a line for each row. */
import { exponentOf, type Growth } from './growth.ts'

/** Distinct in both color schemes and for most kinds of color blindness; the labels do not depend on them. */
const colors = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#b8860b',
  '#56b4e9',
  '#7f7f7f',
  '#222222',
]

const chart = { width: 400, height: 300, columns: 2 }
const plot = { left: 52, top: 34, width: 330, height: 150 }
const legendTop = plot.top + plot.height + 40
const legendLine = 15

type Scale = (value: number) => number

export function renderGrowthChart(growth: readonly Growth[]): string {
  const rows = Math.ceil(growth.length / chart.columns)
  const height = chart.height + Math.max(0, ...growth.map(legendOverflow))
  const charts = growth.map((one, index) => {
    const [x, y] = [
      (index % chart.columns) * chart.width,
      Math.floor(index / chart.columns) * height,
    ]
    return `<g transform="translate(${x} ${y})">${renderChart(one)}</g>`
  })
  const size = `width="${chart.columns * chart.width}" height="${rows * height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="11">
<title>Cost by size: ${growth.map(({ of }) => escapeText(of)).join(', ')}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${charts.join('\n')}
</svg>
`
}

function legendOverflow({ rows }: Growth): number {
  return Math.max(0, legendTop + Object.keys(rows).length * legendLine - chart.height)
}

function renderChart({ of, sizes, rows }: Growth): string {
  const all = Object.values(rows).flat()
  const across = createScale(sizes, plot.left, plot.left + plot.width)
  const up = createScale(all, plot.top + plot.height, plot.top)
  const lines = Object.entries(rows).map(([name, values], index) => {
    const color = colors[index % colors.length] as string
    const points = values.map((value, at) => `${across(sizes[at] ?? 1)},${up(value)}`)
    const exponent = exponentOf(sizes, values)?.toFixed(2) ?? ''
    const y = legendTop + index * legendLine
    const dots = points.map((point) => {
      const [x, y] = point.split(',')
      return `<circle cx="${x}" cy="${y}" r="2.5" fill="${color}"/>`
    })
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.5"/>${dots.join('')}
<rect x="${plot.left}" y="${y - 8}" width="10" height="8" fill="${color}"/>
<text x="${plot.left + 16}" y="${y}" fill="#222222">${escapeText(name)}: exponent ${exponent}</text>`
  })
  const frame = `<rect x="${plot.left}" y="${plot.top}" width="${plot.width}" height="${plot.height}" fill="none" stroke="#bbbbbb"/>`
  const title = `<text x="${plot.left}" y="22" font-weight="bold" fill="#222222">${escapeText(of)}</text>`
  return [title, frame, ...sizeLabels(sizes, across), ...valueLabels(all, up), ...lines].join('\n')
}

function createScale(values: readonly number[], from: number, to: number): Scale {
  const logs = values.map((value) => Math.log10(value))
  const [lowest, highest] = [Math.min(...logs), Math.max(...logs)]
  const span = highest - lowest || 1
  return (value) =>
    Math.round((from + ((Math.log10(value) - lowest) / span) * (to - from)) * 10) / 10
}

function sizeLabels(sizes: readonly number[], across: Scale): string[] {
  const y = plot.top + plot.height + 15
  // The last one would be cut at the edge.
  const anchorOf = (index: number) => (index === sizes.length - 1 ? 'end' : 'middle')
  return sizes.map(
    (size, index) =>
      `<text x="${across(size)}" y="${y}" text-anchor="${anchorOf(index)}" fill="#555555">${size.toLocaleString('en')}</text>`,
  )
}

/** A line at each power of ten. */
function valueLabels(values: readonly number[], up: Scale): string[] {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)].map(Math.log10)
  const labels: string[] = []
  for (let power = Math.ceil(lowest ?? 0); power <= Math.floor(highest ?? 0); power++) {
    const y = up(10 ** power)
    labels.push(
      `<line x1="${plot.left}" x2="${plot.left + plot.width}" y1="${y}" y2="${y}" stroke="#e5e5e5"/>`,
      `<text x="${plot.left - 6}" y="${y + 4}" text-anchor="end" fill="#555555">${(10 ** power).toLocaleString('en', { maximumFractionDigits: 6 })}</text>`,
    )
  }
  return labels
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
