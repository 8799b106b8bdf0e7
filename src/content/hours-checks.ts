/** Reports opening periods that overlap. */
import type { LocalizedText } from '../kernel/locale.ts'
import { minutesOf, timeOf } from '../kernel/time.ts'
import type { Report } from './report.ts'
import type { SharedFiles } from './shop.ts'
import type { Path } from './source.ts'

type Period = { from: string; to: string }

export function checkOverlappingHours(business: SharedFiles['business'], report: Report): void {
  const weekly = business.hours.flatMap(({ days, periods }, index) =>
    periods.map((period, number) => ({
      ...period,
      days,
      path: ['hours', index, 'periods', number] as Path,
    })),
  )
  reportOverlaps(business, weekly, report)
  business.special_days.forEach(({ hours = [] }, index) => {
    const periods = hours.map((period, number) => ({
      ...period,
      days: [0],
      path: ['special_days', index, 'hours', number] as Path,
    }))
    reportOverlaps(business, periods, report)
  })
}

function reportOverlaps(
  business: SharedFiles['business'],
  periods: readonly (Period & { days: readonly number[]; path: Path })[],
  report: Report,
): void {
  periods.forEach((period, index) => {
    const other = periods
      .slice(0, index)
      .find(
        (one) =>
          one.from < period.to &&
          period.from < one.to &&
          one.days.some((day) => period.days.includes(day)),
      )
    if (!other) return
    const [first, second] = other.from <= period.from ? [other, period] : [period, other]
    report.error(business, period.path, overlapText(first, second), mergedText(first, second))
  })
}

const format = ({ from, to }: Period) => `${from}–${asWritten(to)}`

/** The end of a night is "26:00" in values and "02:00" in texts. */
function asWritten(to: string): string {
  return timeOf(minutesOf(to))
}

function overlapText(first: Period, second: Period): LocalizedText {
  return {
    vi: `${format(second)} bắt đầu trước khi ${format(first)} kết thúc`,
    en: `${format(second)} begins before ${format(first)} ends`,
  }
}

function mergedText(first: Period, second: Period): LocalizedText {
  const end = first.to > second.to ? first.to : second.to
  const merged = `{ from: "${first.from}", to: "${asWritten(end)}" }`
  const shorter = `to: "${second.from}"`
  return {
    vi: `một quãng ${merged}, hoặc ${shorter} ở quãng đầu`,
    en: `one period ${merged}, or ${shorter} in the first`,
  }
}
