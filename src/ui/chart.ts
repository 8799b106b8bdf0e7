/** Charts, drawn here: no script, no colour that the sheet does not know, every value also in words. */
import { readLayer } from './stylesheet.ts'

export { barChart } from './chart/bar.ts'
export { columnChart } from './chart/column.ts'
export type { ChartData, ChartOptions, Series } from './chart/data.ts'
export { sparkline } from './chart/sparkline.ts'
export { chartTable } from './chart/table.ts'

/** What a sheet needs to show them. */
export const charts = readLayer('chart', new URL('./style/chart.css', import.meta.url))
