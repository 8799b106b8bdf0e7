/** The trades we know. A new one is a folder beside these and a line here. */
import { createRequire } from 'node:module'
import { ContentError, type ContentIssue } from '../content/content-errors.ts'
import {
  createTradeError,
  type DeclaredTrade,
  explainMissingTrade,
  readDeclaredTrade,
} from '../content/declared-trade.ts'
import type { Shop, Trade } from '../domain/trade/trade.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'

const require = createRequire(import.meta.url)

/** A shop is in one trade: the others are not even read. */
const trades = {
  restaurant: (): Trade => require('./restaurant/index.ts').restaurant,
  spa: (): Trade => require('./spa/index.ts').spa,
  salon: (): Trade => require('./salon/index.ts').salon,
}

export const tradeNames = Object.keys(trades) as (keyof typeof trades)[]

export class UnknownTrade extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(id: string) {
    const words = {
      vi: `Không có ngành "${id}"; hãy viết ${oneOfTrades().vi}`,
      en: `There is no trade "${id}"; write ${oneOfTrades().en}`,
    }
    super(words.en)
    this.name = 'UnknownTrade'
    this.localizedMessage = words
  }
}

export function findTrade(id: string): Trade {
  const name = tradeNames.find((one) => one === id)
  if (name === undefined) throw new UnknownTrade(id)
  return trades[name]()
}

function oneOfTrades(): LocalizedText {
  const all = tradeNames.join(', ')
  return { vi: `một trong: ${all}`, en: `one of ${all}` }
}

/** The shop in a folder, which may name no trade, or one that nobody knows: then that is all there is to say. */
export function openFolder(trade: Trade, folder: string): Shop {
  const named = readDeclaredTrade(folder)
  const isKnown = tradeNames.some((one) => one === named?.trade)
  const error = isKnown ? undefined : checkDeclaredTrade(folder, named)
  if (error) throw new ContentError(folder, [error])
  return trade.open(folder)
}

function checkDeclaredTrade(
  folder: string,
  named: DeclaredTrade | undefined,
): ContentIssue | undefined {
  if (!named) return explainMissingTrade(folder, oneOfTrades())
  const wrong = {
    vi: `không có ngành "${named.trade}"`,
    en: `there is no trade "${named.trade}"`,
  }
  return createTradeError(named, wrong, oneOfTrades())
}
