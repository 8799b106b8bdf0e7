/** What a typed line says. */
import type { LocalizedText } from '../../kernel/locale.ts'

/** Something to look at before the booking is kept, as it was typed, and what to write instead. */
export type QuickEntryWarning = { text: string; message: LocalizedText }

export type QuickEntry = {
  /** Today unless another day is said. */
  date: string
  hasExplicitDate: boolean
  /** Nothing means now: a guest at the door. */
  time: string | undefined
  partySize: number | undefined
  name: string | undefined
  /** E.164 */
  phone: string | undefined
  note: string | undefined
  /** The trade's own members of a request, such as an offer or a kind of table. */
  fields: Record<string, string>
  warnings: QuickEntryWarning[]
}
