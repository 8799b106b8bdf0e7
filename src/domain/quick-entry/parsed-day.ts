/** What a stretch of a line says of the day. */

import { sayDate } from '../../kernel/format-date.ts'
import { inBoth, type Words } from '../../kernel/locale.ts'
import type { Span } from './tokens.ts'

/** Any such weekday from today on, that of this week, of the next, or the first after today. */
export type Week = 'any' | 'this' | 'next' | 'coming'

export type SaidDay = Span & {
  /** What is surer goes before the rest. */
  sure: number
  /** The word is also a name, and may be one here. */
  doubtful?: boolean
} & (
    | { date: string; weekday?: never; fault?: never }
    | { weekday: number; week: Week; date?: never; fault?: never }
    | { fault: Words; date?: never; weekday?: never }
  )

export function pastDay(date: string): Words {
  const said = inBoth((locale) => sayDate(date, locale))
  return {
    vi: `${said.vi} đã qua. Sửa ngày, hoặc viết thêm năm.`,
    en: `${said.en} is past. Change the day, or add the year.`,
  }
}
