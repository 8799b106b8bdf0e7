/** The Vietnamese lunar calendar, as a table that `scripts/lunar-calendar.js` prints. */
import { addDays } from './time.ts'

/** Year, leap month (0 for none), and the first day of each month; days of the next calendar year have their year. */
const table: readonly (readonly [year: number, leapMonth: number, monthStarts: string])[] = [
  [2025, 6, '01-29 02-28 03-29 04-28 05-27 06-25 07-25 08-23 09-22 10-21 11-20 12-20 2026-01-19'],
  [2026, 0, '02-17 03-19 04-17 05-17 06-15 07-14 08-13 09-11 10-10 11-09 12-09 2027-01-08'],
  [2027, 0, '02-06 03-08 04-07 05-06 06-05 07-04 08-02 09-01 09-30 10-29 11-28 12-28'],
  [2028, 5, '01-26 02-25 03-26 04-25 05-24 06-23 07-22 08-20 09-19 10-18 11-16 12-16 2029-01-15'],
  [2029, 0, '02-13 03-15 04-14 05-13 06-12 07-11 08-10 09-08 10-08 11-06 12-05 2030-01-04'],
  [2030, 0, '02-02 03-04 04-03 05-02 06-01 07-01 07-30 08-29 09-27 10-27 11-25 12-25'],
  [2031, 3, '01-23 02-21 03-23 04-21 05-21 06-20 07-19 08-18 09-17 10-16 11-15 12-14 2032-01-13'],
  [2032, 0, '02-11 03-11 04-10 05-09 06-08 07-07 08-06 09-05 10-04 11-03 12-03 2033-01-01'],
  [2033, 11, '01-31 03-01 03-31 04-29 05-28 06-27 07-26 08-25 09-23 10-23 11-22 12-22 2034-01-20'],
  [2034, 0, '02-19 03-20 04-19 05-18 06-16 07-16 08-14 09-12 10-12 11-11 12-11 2035-01-09'],
  [2035, 0, '02-08 03-10 04-08 05-08 06-06 07-05 08-04 09-02 10-01 10-31 11-30 12-29'],
]

export const lunarYears: readonly number[] = table.map(([year]) => year)

/** The date of a day of a month that is not a leap month; undefined for a day that the month does not have. */
export function toSolarDate(year: number, month: number, day: number): string | undefined {
  const { leapMonth, starts } = monthsOf(year)
  const index = leapMonth !== 0 && month > leapMonth ? month : month - 1
  const [first, next] = [starts[index], starts[index + 1] ?? monthsOf(year + 1).starts[0]]
  if (first === undefined || day < 1) return undefined
  const date = addDays(first, day - 1)
  // The last month of the table has no next one: it has at least 29 days.
  return date < (next ?? addDays(first, 29)) ? date : undefined
}

function monthsOf(year: number): { leapMonth: number; starts: string[] } {
  const [, leapMonth = 0, text = ''] = table.find(([one]) => one === year) ?? []
  const starts = text === '' ? [] : text.split(' ')
  return { leapMonth, starts: starts.map((day) => (day.length === 5 ? `${year}-${day}` : day)) }
}
