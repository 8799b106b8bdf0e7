/** The list of trades. A new trade is a folder beside these and a line here. */
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
import { restaurant } from './restaurant/index.ts'
import { salon } from './salon/index.ts'
import { spa } from './spa/index.ts'

const trades = { restaurant, spa, salon } satisfies Record<string, Trade>

export const tradeNames = Object.keys(trades) as (keyof typeof trades)[]

/** The prefix of the booking codes, by trade. */
export const codePrefixes: ReadonlyMap<string, string> = new Map(
  Object.values(trades).map(({ id, codePrefix }) => [id, codePrefix]),
)

class UnknownTrade extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(id: string) {
    const message = {
      vi: `Không có ngành "${id}"; hãy viết ${oneOfTrades().vi}`,
      en: `There is no trade "${id}"; write ${oneOfTrades().en}`,
    }
    super(message.en)
    this.name = 'UnknownTrade'
    this.localizedMessage = message
  }
}

export function findTrade(id: string): Trade {
  const name = tradeNames.find((one) => one === id)
  if (name === undefined) throw new UnknownTrade(id)
  return trades[name]
}

function oneOfTrades(): LocalizedText {
  const all = tradeNames.join(', ')
  return { vi: `một trong: ${all}`, en: `one of ${all}` }
}

/** Opens the shop in a folder. A missing or unknown trade is reported alone, because other errors follow from it. */
export function openFolder(trade: Trade, folder: string): Shop {
  const declared = readDeclaredTrade(folder)
  const isKnown = tradeNames.some((one) => one === declared?.trade)
  const error = isKnown ? undefined : checkDeclaredTrade(folder, declared)
  if (error) throw new ContentError(folder, [error])
  return trade.open(folder)
}

function checkDeclaredTrade(
  folder: string,
  declared: DeclaredTrade | undefined,
): ContentIssue | undefined {
  if (!declared) return explainMissingTrade(folder, oneOfTrades())
  const message = {
    vi: `không có ngành "${declared.trade}"`,
    en: `there is no trade "${declared.trade}"`,
  }
  return createTradeError(declared, message, oneOfTrades())
}
