/** What a chart shows, and what it says to somebody who does not see it. */
import type { Locale, Words } from '../../kernel/locale.ts'

export type Series = { name: string; values: readonly number[] }

/** A value of each series for each label. Series are stacked, the first below. */
export type ChartData = { labels: readonly string[]; series: readonly Series[] }

export type ChartOptions = {
  /** Unique on its page. */
  id: string
  title: string
  locale: Locale
  /** What the labels are: "Ngày", "Hour". */
  of: string
  /** Whole numbers with their thousands apart, unless told otherwise. */
  show?: (value: number) => string
}

/** Counts and amounts are drawn; whatever else a value may be counts as zero. */
export function drawable(value: number): number {
  return value >= smallest ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0
}

const smallest = 1e-6

export function valueAt({ values }: Series, place: number): number {
  return drawable(values[place] ?? 0)
}

export function totalAt({ series }: ChartData, place: number): number {
  return series.reduce((sum, one) => sum + valueAt(one, place), 0)
}

export function totalOf({ labels }: ChartData, series: Series): number {
  return labels.reduce((sum, _, place) => sum + valueAt(series, place), 0)
}

/** The place of the highest total; -1 where everything is zero. */
export function highestOf(data: ChartData): number {
  let [highest, found] = [0, -1]
  for (const place of data.labels.keys()) {
    const total = totalAt(data, place)
    if (total > highest) [highest, found] = [total, place]
  }
  return found
}

export function showNumber(locale: Locale): (value: number) => string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return (value) => format.format(value)
}

/** Short enough for an axis: "12 N", "1.5M". */
export function showShort(locale: Locale): (value: number) => string {
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const whole = showNumber(locale)
  return (value) => (value < 10_000 ? whole(value) : format.format(value))
}

export const nothingYet: Words = { vi: 'Chưa có số liệu', en: 'Nothing yet' }

/** "Tổng cộng 57: đã xác nhận 40, chờ 17. Cao nhất: 20/11 (12)." */
export function mainFacts(data: ChartData, { locale, show = showNumber(locale) }: ChartOptions) {
  const highest = highestOf(data)
  if (highest < 0) return `${nothingYet[locale]}.`
  const total = data.series.reduce((sum, series) => sum + totalOf(data, series), 0)
  const each = data.series.map((series) => `${series.name} ${show(totalOf(data, series))}`)
  const parts = each.length > 1 ? `: ${each.join(', ')}` : ''
  const most = `${data.labels[highest]} (${show(totalAt(data, highest))})`
  return locale === 'vi'
    ? `Tổng cộng ${show(total)}${parts}. Cao nhất: ${most}.`
    : `${show(total)} in all${parts}. Highest: ${most}.`
}

/** "20/11: 12 (đã xác nhận 8, chờ 4)" */
export function factsAt(
  data: ChartData,
  { locale, show = showNumber(locale) }: ChartOptions,
  place: number,
): string {
  const each = data.series.map((one) => `${one.name} ${show(valueAt(one, place))}`)
  const parts = each.length > 1 ? ` (${each.join(', ')})` : ''
  return `${data.labels[place]}: ${show(totalAt(data, place))}${parts}`
}
