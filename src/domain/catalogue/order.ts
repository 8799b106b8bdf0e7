/** What a trade lets guests order, such as gift cards and memberships. */
import type { z } from 'zod'
import type { Locale } from '../../kernel/locale.ts'
import type { FieldError } from '../../kernel/problem.ts'

/** The ordered item, without the buyer. */
export type Order = {
  kind: string
  /** In dong. */
  total: number
  item: Readonly<Record<string, string | number>>
  recipient: string | null
  message: string | null
  /** Where it is sent, if not to the buyer. */
  deliverTo: string | null
}

export type ParsedOrder = { order: Order; errors?: never } | { order?: never; errors: FieldError[] }

export type OrderRules = {
  codePrefix: string
  kinds: readonly [string, ...string[]]
  fields: z.ZodRawShape
  parse(input: Readonly<Record<string, unknown>>): ParsedOrder
  example: Readonly<Record<string, string | number>>
  /** Fields of an example request for it. */
  requestExample: Readonly<Record<string, string | number>>
  /** What the buyer reads about the item: what it is, how and when it arrives, how long it can be used. */
  itemRows(item: Order['item'], locale: Locale): [term: string, text: string][]
  /** The ordered item as text for staff. */
  describeItem(item: Order['item'], locale: Locale): string
}
