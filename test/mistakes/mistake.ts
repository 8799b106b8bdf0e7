/** Recorded mistakes of models: what was sent, who corrects it, and what the response must contain. */
import type { TradeName } from '../support/shop.ts'

export type Mistake = {
  /** Number in the guide; the others have none. */
  row?: number
  tool: string
  /** What differs from a valid call; undefined leaves an argument out. */
  sent: Readonly<Record<string, unknown>>
  /** `read`: no error. Otherwise who corrects the call. */
  outcome: 'read' | 'model' | 'guest' | 'shop'
  /** Parts of the response. */
  has: readonly (string | RegExp)[]
  hasNot?: readonly (string | RegExp)[]
  locale?: 'vi' | 'en'
}

/** A valid call of each tool; writes are dry runs. */
export type ValidCalls = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export type MistakesOfTrade = { trade: TradeName; valid: ValidCalls; mistakes: readonly Mistake[] }
