/** Weekdays as owners write them: T2, thứ Hai, CN, 2-7, Mon. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Correction, Propose } from './proposal.ts'

const names: readonly (readonly string[])[] = [
  ['t2', 'thu 2', 'thu hai', 'hai', 'monday', 'mon'],
  ['t3', 'thu 3', 'thu ba', 'ba', 'tuesday', 'tue'],
  ['t4', 'thu 4', 'thu tu', 'tu', 'wednesday', 'wed'],
  ['t5', 'thu 5', 'thu nam', 'nam', 'thursday', 'thu'],
  ['t6', 'thu 6', 'thu sau', 'sau', 'friday', 'fri'],
  ['t7', 'thu 7', 'thu bay', 'bay', 'saturday', 'sat'],
  ['cn', 'chu nhat', 't8', 'sunday', 'sun'],
]

const wholeWeek = ['hang ngay', 'ca tuan', 'moi ngay', 'tat ca', 'every day', 'daily', 'all']

export const proposeWeekdays: Propose = ({ value, plain }): Correction | undefined => {
  const items = Array.isArray(value) ? value : plain.split(/[,;]|\s+và\s+|\s+and\s+/)
  const words = items
    .map((item) => foldDiacritics(String(item ?? '')))
    .filter((word) => word !== '')
  const isVietnameseCount = words.includes('8')
  const days = words.map((word) => parseDays(word, isVietnameseCount))
  if (days.length === 0 || days.includes(undefined)) return undefined
  const listed = [...new Set(days.flatMap((some) => some ?? []))].sort((one, other) => one - other)
  return { wrong: describe(value, isVietnameseCount), values: [`[${listed.join(', ')}]`] }
}

function parseDays(word: string, isVietnameseCount: boolean): number[] | undefined {
  if (wholeWeek.includes(word)) return [1, 2, 3, 4, 5, 6, 7]
  const [first, last = first, ...more] = word
    .split(/\s*(?:-|–|—|\bden\b|\bto\b)\s*/)
    .map((part) => parseDay(part, isVietnameseCount))
  if (first === undefined || last === undefined || more.length > 0 || last < first) return undefined
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function parseDay(word: string, isVietnameseCount: boolean): number | undefined {
  if (/^[0-9]$/.test(word)) {
    const day = Number(word) - (isVietnameseCount ? 1 : 0)
    return day >= 1 && day <= 7 ? day : undefined
  }
  const index = names.findIndex((some) => some.includes(word))
  return index < 0 ? undefined : index + 1
}

function describe(value: unknown, isVietnameseCount: boolean): Correction['wrong'] {
  if (isVietnameseCount) {
    return () => ({
      vi: 'không có thứ 8: ở đây thứ Hai là 1 và Chủ nhật là 7',
      en: '8 is not a weekday: here Monday is 1 and Sunday is 7, not T2 and CN as on a Vietnamese calendar',
    })
  }
  if (!Array.isArray(value)) {
    return (quoted) => ({
      vi: `${quoted} thiếu dấu ngoặc vuông`,
      en: `${quoted} is not in square brackets`,
    })
  }
  return undefined
}
