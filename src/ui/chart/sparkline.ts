/** A line as small as a word: how something went, beside the number it came to. */
import { type Html, html } from '../html.ts'
import { toDrawable } from './data.ts'
import { formatCoordinate } from './scale.ts'

const width = 96
const height = 24
/** Room for the line's own thickness and the dot at its end. */
const edge = 3

/** The title says in words what the line shows. */
export function sparkline(values: readonly number[], title: string): Html {
  const counted = values.map(toDrawable)
  const top = Math.max(...counted, 0) || 1
  const step = (width - 2 * edge) / Math.max(1, counted.length - 1)
  const points = counted.map((value, index) => ({
    x: counted.length === 1 ? width - edge : edge + index * step,
    y: height - edge - (value / top) * (height - 2 * edge),
  }))
  const last = points.at(-1)
  const linePoints = points
    .map(({ x, y }) => `${formatCoordinate(x)},${formatCoordinate(y)}`)
    .join(' ')
  return html`<svg class="sparkline" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${title}</title>${
    last &&
    html`<polyline points="${linePoints}"/><circle cx="${formatCoordinate(last.x)}" cy="${formatCoordinate(last.y)}" r="2.5"/>`
  }</svg>`
}
