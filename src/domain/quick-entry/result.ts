/** What a typed line says. */
import type { Words } from '../../kernel/locale.ts'

/** Something to look at before the booking is kept, as it was typed, and what to write instead. */
export type Unclear = { text: string; message: Words }

export type Understood = {
  /** Today unless another day is said. */
  date: string
  saidDate: boolean
  /** Nothing means now: a guest at the door. */
  time: string | undefined
  partySize: number | undefined
  name: string | undefined
  /** E.164 */
  phone: string | undefined
  note: string | undefined
  /** The trade's own members of a request, such as an offer or a kind of table. */
  fields: Record<string, string>
  unclear: Unclear[]
}
