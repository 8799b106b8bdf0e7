/** Charts as SVG without scripts. Colors come from the stylesheet, and every value is also available as text. */
import { readLayer } from './stylesheet.ts'

export { barChart } from './chart/bar.ts'
export { columnChart } from './chart/column.ts'
export type { ChartData, ChartOptions } from './chart/data.ts'
export { chartTable } from './chart/table.ts'

/** The stylesheet layer that charts need. */
export const charts = readLayer('chart', new URL('./style/chart.css', import.meta.url))
