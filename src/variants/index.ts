/** All trades together, for commands and tests. */
import type { Trade } from '../domain/trade/trade.ts'
import { loadTrade, tradeNames, UnknownTrade } from './trades.ts'

export { openFolder, tradeNames } from './trades.ts'

const trades = await Promise.all(tradeNames.map(loadTrade))

export function findTrade(id: string): Trade {
  const trade = trades.find((one) => one.id === id)
  if (!trade) throw new UnknownTrade(id)
  return trade
}
