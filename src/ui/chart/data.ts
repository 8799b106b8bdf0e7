/** The data of a chart, and its description in text for screen readers. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'

type Series = { name: string; values: readonly number[] }

/** Each series has one value per label. Series are stacked, the first one at the bottom. */
export type ChartData = { labels: readonly string[]; series: readonly Series[] }

export type ChartOptions = {
  /** Unique within the page. */
  id: string
  title: string
  locale: Locale
  /** Heading of the labels: "Ngày", "Hour". */
  labelsTitle: string
  /** By default a number with thousands separators. */
  formatValue?: (value: number) => string
}

export function seriesValueAt({ values }: Series, index: number): number {
  return toDrawable(values[index] ?? 0)
}

/** Negative, tiny and invalid values count as zero. */
function toDrawable(value: number): number {
  return value >= minDrawable ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0
}

const minDrawable = 1e-6

export function totalAt({ series }: ChartData, index: number): number {
  return series.reduce((sum, one) => sum + seriesValueAt(one, index), 0)
}

export function totalOf({ labels }: ChartData, series: Series): number {
  return labels.reduce((sum, _, index) => sum + seriesValueAt(series, index), 0)
}

/** Index of the highest total, or -1 if all totals are zero. */
export function indexOfHighest(data: ChartData): number {
  let [highest, highestIndex] = [0, -1]
  for (const index of data.labels.keys()) {
    const total = totalAt(data, index)
    if (total > highest) [highest, highestIndex] = [total, index]
  }
  return highestIndex
}

export function createNumberFormatter(locale: Locale): (value: number) => string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return (value) => format.format(value)
}

/** For axes: "12 N", "1.5M". */
export function createCompactFormatter(locale: Locale): (value: number) => string {
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const formatNumber = createNumberFormatter(locale)
  return (value) => (value < 10_000 ? formatNumber(value) : format.format(value))
}

export const noDataText: LocalizedText = { vi: 'Chưa có số liệu', en: 'No data yet' }

/** "Tổng cộng 57: đã xác nhận 40, chờ 17. Cao nhất: 20/11 (12)." */
export function formatSummary(
  data: ChartData,
  { locale, formatValue = createNumberFormatter(locale) }: ChartOptions,
): string {
  const highest = indexOfHighest(data)
  if (highest < 0) return `${noDataText[locale]}.`
  const total = data.series.reduce((sum, series) => sum + totalOf(data, series), 0)
  const each = data.series.map((series) => `${series.name} ${formatValue(totalOf(data, series))}`)
  const parts = each.length > 1 ? `: ${each.join(', ')}` : ''
  const peak = `${data.labels[highest]} (${formatValue(totalAt(data, highest))})`
  return locale === 'vi'
    ? `Tổng cộng ${formatValue(total)}${parts}. Cao nhất: ${peak}.`
    : `Total ${formatValue(total)}${parts}. Highest: ${peak}.`
}

/** "20/11: 12 (đã xác nhận 8, chờ 4)" */
export function formatDetails(
  data: ChartData,
  { locale, formatValue = createNumberFormatter(locale) }: ChartOptions,
  index: number,
): string {
  const each = data.series.map((one) => `${one.name} ${formatValue(seriesValueAt(one, index))}`)
  const parts = each.length > 1 ? ` (${each.join(', ')})` : ''
  return `${data.labels[index]}: ${formatValue(totalAt(data, index))}${parts}`
}
