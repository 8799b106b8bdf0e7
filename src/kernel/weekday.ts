/** Days of the week by their ISO number, 1 for Monday. */
import { inBoth, type Locale, type Words } from './locale.ts'

const names: Record<Locale, readonly string[]> = {
  vi: ['Thứ Hai', 'Thứ Ba', 'Thứ Tư', 'Thứ Năm', 'Thứ Sáu', 'Thứ Bảy', 'Chủ nhật'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
}

/** [2, 3, 4, 7] → "Tuesday–Thursday, Sunday" */
export function weekdayNames(days: readonly number[]): Words {
  return inBoth((locale) =>
    runs([...days].sort((one, other) => one - other))
      .map(([first, last]) => {
        const [from, to] = [names[locale][first - 1], names[locale][last - 1]]
        if (first === last) return from
        return last === first + 1 ? `${from}, ${to}` : `${from}–${to}`
      })
      .join(', '),
  )
}

function runs(days: readonly number[]): [first: number, last: number][] {
  const found: [number, number][] = []
  for (const day of days) {
    const open = found.at(-1)
    if (open && day === open[1] + 1) open[1] = day
    else found.push([day, day])
  }
  return found
}
