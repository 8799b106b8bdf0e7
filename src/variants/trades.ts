/** The list of trades. A new trade is a folder beside this file and a line here. A server loads only its own trade. */
import { ContentError, type ContentIssue } from '../content/content-errors.ts'
import {
  createTradeError,
  type DeclaredTrade,
  explainMissingTrade,
  readDeclaredTrade,
} from '../content/declared-trade.ts'
import { findClosestWord } from '../content/proposals/closest-word.ts'
import type { OpenOptions, Shop, Trade } from '../domain/trade/trade.ts'
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'

const loaders = {
  restaurant: async () => (await import('./restaurant/index.ts')).restaurant,
  spa: async () => (await import('./spa/index.ts')).spa,
  salon: async () => (await import('./salon/index.ts')).salon,
} satisfies Record<string, () => Promise<Trade>>

export const tradeNames = Object.keys(loaders) as (keyof typeof loaders)[]

export class UnknownTrade extends UserError {
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

export async function loadTrade(id: string): Promise<Trade> {
  const name = tradeNames.find((one) => one === id)
  if (name === undefined) throw new UnknownTrade(id)
  return loaders[name]()
}

/** The prefix of the booking codes, by trade. Loads all trades. */
export async function loadCodePrefixes(): Promise<ReadonlyMap<string, string>> {
  const trades = await Promise.all(tradeNames.map(loadTrade))
  return new Map(trades.map(({ id, codePrefix }) => [id, codePrefix]))
}

function oneOfTrades(): LocalizedText {
  const all = tradeNames.join(', ')
  return { vi: `một trong: ${all}`, en: `one of ${all}` }
}

/**
 * Opens the shop in a folder, with the prices of a day. A missing or unknown trade is reported alone, because other
 * errors follow from it.
 */
export function openFolder(trade: Trade, folder: string, options?: OpenOptions): Shop {
  const declared = readDeclaredTrade(folder)
  const isKnown = tradeNames.some((one) => one === declared?.trade)
  const error = isKnown ? undefined : checkDeclaredTrade(folder, declared)
  if (error) throw new ContentError(folder, [error])
  return trade.open(folder, options)
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
  const meant = findClosestWord(declared.trade, tradeNames)
  const write = meant === undefined ? oneOfTrades() : forEachLocale(() => `trade: ${meant}`)
  return createTradeError(declared, message, write)
}
