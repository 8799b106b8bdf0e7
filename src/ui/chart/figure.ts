/** The frame that all charts share: caption, legend and an SVG image with a title and a description. */
import { type Html, type HtmlPart, html } from '../html.ts'
import { type ChartData, type ChartOptions, formatSummary } from './data.ts'
import { renderLegend, renderPatterns } from './series-style.ts'

type Drawing = {
  className: 'chart-columns' | 'chart-bars'
  /** In pixels; the width follows the container. */
  height: number
  /** Limits the width, for charts with few marks. */
  isCompact: boolean
  content: HtmlPart
}

export function renderFigure(data: ChartData, options: ChartOptions, drawing: Drawing): Html {
  const { id, title } = options
  const { className, height, isCompact, content } = drawing
  return html`<figure class="chart${isCompact && ' chart-compact'}">
<figcaption>${title}</figcaption>
${renderLegend(data, options)}
<svg class="${className}" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-facts"
 width="100%" height="${height}">
<title id="${id}-title">${title}</title>
<desc id="${id}-facts">${formatSummary(data, options)}</desc>
${renderPatterns(data, id)}
${content}
</svg>
</figure>`
}
