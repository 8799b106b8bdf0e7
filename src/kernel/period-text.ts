/** A retention period in words; whole years are said in months, as owners write them in their privacy pages. */
import type { LocalizedText } from './locale.ts'
import { plural } from './plural.ts'

const daysOfYear = 365
const monthsOfYear = 12

export function periodText(days: number): LocalizedText {
  if (days % daysOfYear === 0) {
    const months = (days / daysOfYear) * monthsOfYear
    return { vi: `${months} tháng`, en: `${months} months` }
  }
  return { vi: `${days} ngày`, en: `${days} ${plural(days, { one: 'day', other: 'days' })}` }
}
