/** A date as parsed from a range of tokens. */
import { formatDate } from '../../kernel/format-date.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import type { TokenRange } from './tokens.ts'

/** The next such weekday from today on, the one of this week, of next week, or the first after today. */
export type WeekReference = 'any' | 'this' | 'next' | 'coming'

export type ParsedDay = TokenRange & {
  /** The date with the highest confidence wins. */
  confidence: number
  /** The word may also be a name here. */
  isAmbiguous?: boolean
} & (
    | { date: string; weekday?: never; error?: never }
    | { weekday: number; week: WeekReference; date?: never; error?: never }
    | { error: LocalizedText; date?: never; weekday?: never }
  )

export function pastDayText(date: string): LocalizedText {
  const dateText = forEachLocale((locale) => formatDate(date, locale))
  return {
    vi: `${dateText.vi} đã qua. Sửa ngày, hoặc viết thêm năm.`,
    en: `${dateText.en} is past. Change the day, or add the year.`,
  }
}
