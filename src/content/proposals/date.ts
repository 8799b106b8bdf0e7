/** Dates as owners write them: 04/02/2027, 4/2, 2027-2-4, 28 tháng Chạp, mùng 6 Tết. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { formatDate } from '../../kernel/format-date.ts'
import { lunarYears, toSolarDate } from '../../kernel/lunar-calendar.ts'
import { day, isDate, startOfDay } from '../../kernel/time.ts'
import { inQuotes, type Propose, type WrittenValue } from './proposal.ts'

export const proposeDate: Propose = (written) => {
  const text = foldDiacritics(written.plain)
  const date = parseFullDate(text) ?? findNearest(possibleDates(text), written)
  if (date === undefined) return undefined
  return {
    wrong: (quoted) => ({
      vi: `${quoted} chưa phải là ngày viết theo thứ tự năm-tháng-ngày (${formatDate(date, 'vi')})`,
      en: `${quoted} is not a date as year, month and day (${formatDate(date, 'en')})`,
    }),
    values: [inQuotes(date)],
  }
}

function toDate(
  year: string | number,
  month: string | number,
  day: string | number,
): string | undefined {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDate(date) ? date : undefined
}

function parseFullDate(text: string): string | undefined {
  const [, year = '', month = '', date = ''] =
    /^([0-9]{4})[-/. ]([0-9]{1,2})[-/. ]([0-9]{1,2})$/.exec(text) ?? []
  if (year !== '') return toDate(year, month, date)
  const pattern =
    /^(?:ngay )?([0-9]{1,2})(?:[-/. ]|,? thang )([0-9]{1,2})(?:[-/. ]|,? nam )([0-9]{4})$/
  const [, first = '', second = '', last = ''] = pattern.exec(text) ?? []
  return last === '' ? undefined : toDate(last, second, first)
}

/** The dates that a text without a year can mean, one for each year. */
function possibleDates(text: string): string[] {
  const lunar = parseLunarDay(text)
  if (lunar) {
    return lunarYears.flatMap((year) => toSolarDate(year, lunar.month, lunar.day) ?? [])
  }
  const [, date = '', month = ''] =
    /^(?:ngay )?([0-9]{1,2})(?:[-/.]|,? thang )([0-9]{1,2})$/.exec(text) ?? []
  return lunarYears.flatMap((year) => toDate(year, month, date) ?? [])
}

const lunarMonths: Readonly<Record<string, number>> = { gieng: 1, chap: 12 }

/** "28 tháng Chạp", "mùng 6", "rằm tháng 8", "29 Tết", "10/3 âm lịch". */
function parseLunarDay(text: string): { month: number; day: number } | undefined {
  const trimmed = text.replace(/^ngay /, '')
  const isLunar = / (am lich|am|al)$/.test(trimmed)
  const plain = trimmed.replace(/ (am lich|am|al)$/, '')
  const [, newYearDay] = /^(?:mung|mong) ([0-9]{1,2})(?: tet)?$/.exec(plain) ?? []
  if (newYearDay !== undefined) return { month: 1, day: Number(newYearDay) }
  const [, lastDay] = /^(2[0-9]|30) tet$/.exec(plain) ?? []
  if (lastDay !== undefined) return { month: 12, day: Number(lastDay) }
  const [, number = '', month = ''] =
    /^(?:mung |mong )?([0-9]{1,2}|ram)(?:,? thang |\/)(gieng|chap|[0-9]{1,2})$/.exec(plain) ?? []
  const hasLunarWord =
    isLunar || number === 'ram' || month in lunarMonths || /^(mung|mong)/.test(plain)
  if (month === '' || !hasLunarWord) return undefined
  return { month: lunarMonths[month] ?? Number(month), day: number === 'ram' ? 15 : Number(number) }
}

/** Half a year: there is no 30 Tết in most years, and another year was not meant. */
const maxDistance = 183 * day

/** The one nearest to the other date of the entry, or else to the last date of the list. */
function findNearest(dates: readonly string[], { entry, list }: WrittenValue): string | undefined {
  const known = [...list, entry].flatMap(datesOf)
  const anchor = datesOf(entry)[0] ?? known.at(-1)
  if (anchor === undefined) return undefined
  const distance = (date: string) => Math.abs(startOfDay(date) - startOfDay(anchor))
  const [nearest] = dates.toSorted((one, other) => distance(one) - distance(other))
  return nearest !== undefined && distance(nearest) <= maxDistance ? nearest : undefined
}

function datesOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return []
  return Object.values(entry).filter(
    (value) => typeof value === 'string' && isDate(value),
  ) as string[]
}

/** A first day after the last one. */
export const proposeDateOrder: Propose = ({ value }) => {
  const { from, to } = value as { from?: unknown; to?: unknown }
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  return {
    wrong: () => ({
      vi: `ngày đầu (${from}) muộn hơn ngày cuối (${to})`,
      en: `the first day (${from}) is after the last (${to})`,
    }),
    values: [],
    lines: [`from: ${inQuotes(to)}`, `to: ${inQuotes(from)}`],
  }
}
