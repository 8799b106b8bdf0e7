/** The result of parsing a typed line. */
import type { LocalizedText } from '../../kernel/locale.ts'

/** Typed text that needs attention before the booking is stored, and what to write instead. */
export type QuickEntryWarning = { text: string; message: LocalizedText }

export type QuickEntry = {
  /** Today by default. */
  date: string
  hasExplicitDate: boolean
  /** `undefined` means now: a walk-in. */
  time: string | undefined
  partySize: number | undefined
  name: string | undefined
  /** E.164 */
  phone: string | undefined
  note: string | undefined
  /** Request fields of the trade, such as an offer or a table type. */
  fields: Record<string, string>
  /** Offers of which the line may mean any; none if it is clear. */
  offerChoices: string[]
  warnings: QuickEntryWarning[]
}
