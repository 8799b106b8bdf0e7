/** What a chart shows, and what it says to somebody who does not see it. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'

export type Series = { name: string; values: readonly number[] }

/** A value of each series for each label. Series are stacked, the first below. */
export type ChartData = { labels: readonly string[]; series: readonly Series[] }

export type ChartOptions = {
  /** Unique on its page. */
  id: string
  title: string
  locale: Locale
  /** What the labels are: "Ngày", "Hour". */
  labelsTitle: string
  /** Whole numbers with their thousands apart, unless told otherwise. */
  formatValue?: (value: number) => string
}

/** Counts and amounts are drawn; whatever else a value may be counts as zero. */
export function toDrawable(value: number): number {
  return value >= minDrawable ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0
}

const minDrawable = 1e-6

export function valueAt({ values }: Series, index: number): number {
  return toDrawable(values[index] ?? 0)
}

export function totalAt({ series }: ChartData, index: number): number {
  return series.reduce((sum, one) => sum + valueAt(one, index), 0)
}

export function totalOf({ labels }: ChartData, series: Series): number {
  return labels.reduce((sum, _, index) => sum + valueAt(series, index), 0)
}

/** The place of the highest total; -1 where everything is zero. */
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

/** Short enough for an axis: "12 N", "1.5M". */
export function createCompactFormatter(locale: Locale): (value: number) => string {
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const formatNumber = createNumberFormatter(locale)
  return (value) => (value < 10_000 ? formatNumber(value) : format.format(value))
}

export const noDataText: LocalizedText = { vi: 'Chưa có số liệu', en: 'Nothing yet' }

/** "Tổng cộng 57: đã xác nhận 40, chờ 17. Cao nhất: 20/11 (12)." */
export function formatSummary(
  data: ChartData,
  { locale, formatValue = createNumberFormatter(locale) }: ChartOptions,
) {
  const highest = indexOfHighest(data)
  if (highest < 0) return `${noDataText[locale]}.`
  const total = data.series.reduce((sum, series) => sum + totalOf(data, series), 0)
  const each = data.series.map((series) => `${series.name} ${formatValue(totalOf(data, series))}`)
  const parts = each.length > 1 ? `: ${each.join(', ')}` : ''
  const peak = `${data.labels[highest]} (${formatValue(totalAt(data, highest))})`
  return locale === 'vi'
    ? `Tổng cộng ${formatValue(total)}${parts}. Cao nhất: ${peak}.`
    : `${formatValue(total)} in all${parts}. Highest: ${peak}.`
}

/** "20/11: 12 (đã xác nhận 8, chờ 4)" */
export function formatDetails(
  data: ChartData,
  { locale, formatValue = createNumberFormatter(locale) }: ChartOptions,
  index: number,
): string {
  const each = data.series.map((one) => `${one.name} ${formatValue(valueAt(one, index))}`)
  const parts = each.length > 1 ? ` (${each.join(', ')})` : ''
  return `${data.labels[index]}: ${formatValue(totalAt(data, index))}${parts}`
}
