/** Names of weekdays by their ISO number, 1 for Monday. */
import { forEachLocale, type Locale, type LocalizedText } from './locale.ts'

const names: Record<Locale, readonly string[]> = {
  vi: ['Thứ Hai', 'Thứ Ba', 'Thứ Tư', 'Thứ Năm', 'Thứ Sáu', 'Thứ Bảy', 'Chủ nhật'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
}

/** Monday first. */
export const shortWeekdayNames: Record<Locale, readonly string[]> = {
  vi: ['T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'CN'],
  en: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
}

/** [2, 3, 4, 7] → "Tuesday–Thursday, Sunday" */
export function weekdayNames(days: readonly number[]): LocalizedText {
  return forEachLocale((locale) =>
    consecutiveRanges([...days].sort((one, other) => one - other))
      .map(([first, last]) => {
        const [from, to] = [names[locale][first - 1], names[locale][last - 1]]
        if (first === last) return from
        return last === first + 1 ? `${from}, ${to}` : `${from}–${to}`
      })
      .join(', '),
  )
}

function consecutiveRanges(days: readonly number[]): [first: number, last: number][] {
  const ranges: [number, number][] = []
  for (const day of days) {
    const lastRange = ranges.at(-1)
    if (lastRange && day === lastRange[1] + 1) lastRange[1] = day
    else ranges.push([day, day])
  }
  return ranges
}
