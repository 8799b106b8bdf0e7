/** The trades we know. A new one is a folder beside these and a line here. */
import type { Trade } from '../domain/trade.ts'
import { restaurant } from './restaurant/index.ts'
import { spa } from './spa/index.ts'

export const trades: readonly Trade[] = [restaurant, spa]

export class UnknownTrade extends Error {}

export function findTrade(id: string): Trade {
  const trade = trades.find((one) => one.id === id)
  if (trade) return trade
  throw new UnknownTrade(
    `There is no trade "${id}"; write one of ${trades.map((one) => one.id).join(', ')}`,
  )
}
