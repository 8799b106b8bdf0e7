/** What a stretch of a line says of the day. */

import { formatDate } from '../../kernel/format-date.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import type { TokenRange } from './tokens.ts'

/** Any such weekday from today on, that of this week, of the next, or the first after today. */
export type WeekReference = 'any' | 'this' | 'next' | 'coming'

export type ParsedDay = TokenRange & {
  /** What is surer goes before the rest. */
  confidence: number
  /** The word is also a name, and may be one here. */
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
