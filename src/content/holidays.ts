/** Public holidays of Vietnam and the festivals on which shops often close or have other hours. */
import type { LocalizedText } from '../kernel/locale.ts'
import { toSolarDate } from '../kernel/lunar-calendar.ts'
import { addDays } from '../kernel/time.ts'

export type Holiday = {
  name: LocalizedText
  /** The days that are proposed; the owner edits them. */
  days: readonly string[]
  /** Those of them on which a shop must say something. */
  mainDays: readonly string[]
  /** A festival on which many shops are open, and full. */
  isBusy?: boolean
}

/** In the order of the calendar. Lunar holidays of a year that the table does not have are missing. */
export function holidaysOf(year: number): Holiday[] {
  const newYear = toSolarDate(year, 1, 1)
  const holidays = [
    createHoliday({ vi: 'Tết Dương lịch', en: 'New Year’s Day' }, `${year}-01-01`),
    // From the last day of the old year to the sixth of the new one; the state fixes its days every year.
    newYear && {
      name: { vi: `Tết ${year}`, en: `Tết ${year}` },
      days: datesFrom(addDays(newYear, -1), 7),
      mainDays: datesFrom(newYear, 3),
    },
    createHoliday({ vi: 'Giỗ Tổ Hùng Vương', en: 'Hùng Kings’ Day' }, toSolarDate(year, 3, 10)),
    createHoliday({ vi: 'Lễ 30/4 và 1/5', en: '30 April and 1 May' }, `${year}-04-30`, 2),
    // Its second day, 1 or 3 September, is fixed every year.
    createHoliday({ vi: 'Quốc khánh', en: 'National Day' }, `${year}-09-02`),
    asBusy(
      createHoliday({ vi: 'Tết Trung thu', en: 'Mid-Autumn Festival' }, toSolarDate(year, 8, 15)),
    ),
  ]
  return holidays
    .filter((holiday) => typeof holiday === 'object')
    .toSorted((one, other) => ((one.days[0] ?? '') < (other.days[0] ?? '') ? -1 : 1))
}

function createHoliday(
  name: LocalizedText,
  first: string | undefined,
  count = 1,
): Holiday | undefined {
  if (first === undefined) return undefined
  const days = datesFrom(first, count)
  return { name, days, mainDays: days }
}

function asBusy(holiday: Holiday | undefined): Holiday | undefined {
  return holiday && { ...holiday, isBusy: true }
}

function datesFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}
