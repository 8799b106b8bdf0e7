/** The trades we know. A new one is a folder beside these and a line here. */
import { ContentError, type Fault } from '../content/faults.ts'
import { noTradeFault, type TradeNamed, tradeFault, tradeNamedIn } from '../content/trade-named.ts'
import type { Shop, Trade } from '../domain/trade.ts'
import type { Words } from '../kernel/locale.ts'
import { restaurant } from './restaurant/index.ts'
import { salon } from './salon/index.ts'
import { spa } from './spa/index.ts'

export const trades = [restaurant, spa, salon] as const

export class UnknownTrade extends Error {
  readonly words: Words

  constructor(id: string) {
    const words = {
      vi: `Không có ngành "${id}"; hãy viết ${oneOfTrades().vi}`,
      en: `There is no trade "${id}"; write ${oneOfTrades().en}`,
    }
    super(words.en)
    this.name = 'UnknownTrade'
    this.words = words
  }
}

export function findTrade(id: string): Trade {
  const trade = trades.find((one) => one.id === id)
  if (trade) return trade
  throw new UnknownTrade(id)
}

function oneOfTrades(): Words {
  const all = trades.map(({ id }) => id).join(', ')
  return { vi: `một trong: ${all}`, en: `one of ${all}` }
}

/** The shop in a folder, which may name no trade, or one that nobody knows: then that is all there is to say. */
export function openFolder(trade: Trade, folder: string): Shop {
  const named = tradeNamedIn(folder)
  const isKnown = trades.some(({ id }) => id === named?.trade)
  const fault = isKnown ? undefined : tradeSlip(folder, named)
  if (fault) throw new ContentError(folder, [fault])
  return trade.open(folder)
}

function tradeSlip(folder: string, named: TradeNamed | undefined): Fault | undefined {
  if (!named) return noTradeFault(folder, oneOfTrades())
  const wrong = {
    vi: `không có ngành "${named.trade}"`,
    en: `there is no trade "${named.trade}"`,
  }
  return tradeFault(named, wrong, oneOfTrades())
}
