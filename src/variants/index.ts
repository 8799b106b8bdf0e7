/** The trades we know. A new one is a folder beside these and a line here. */
import { createRequire } from 'node:module'
import { ContentError, type Fault } from '../content/content-errors.ts'
import {
  noTradeFault,
  type TradeNamed,
  tradeFault,
  tradeNamedIn,
} from '../content/declared-trade.ts'
import type { Shop, Trade } from '../domain/trade/trade.ts'
import type { Words } from '../kernel/locale.ts'
import { ForPeople } from '../kernel/user-error.ts'

const require = createRequire(import.meta.url)

/** A shop is in one trade: the others are not even read. */
const trades = {
  restaurant: (): Trade => require('./restaurant/index.ts').restaurant,
  spa: (): Trade => require('./spa/index.ts').spa,
  salon: (): Trade => require('./salon/index.ts').salon,
}

export const tradeNames = Object.keys(trades) as (keyof typeof trades)[]

export class UnknownTrade extends ForPeople {
  override readonly words: Words

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
  const name = tradeNames.find((one) => one === id)
  if (name === undefined) throw new UnknownTrade(id)
  return trades[name]()
}

function oneOfTrades(): Words {
  const all = tradeNames.join(', ')
  return { vi: `một trong: ${all}`, en: `one of ${all}` }
}

/** The shop in a folder, which may name no trade, or one that nobody knows: then that is all there is to say. */
export function openFolder(trade: Trade, folder: string): Shop {
  const named = tradeNamedIn(folder)
  const isKnown = tradeNames.some((one) => one === named?.trade)
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
