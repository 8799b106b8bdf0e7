/** Reads the routes of each sample shop from an app in this process. */

import { makeScratch, sampleFolder } from '../proof/support/scratch.ts'
import { createApp } from '../src/app.ts'
import { openStore } from '../src/store/open.ts'
import { findTrade, tradeNames } from '../src/variants/index.ts'
import type { TradeRoutes } from './route-cases.ts'

export async function readTradeRoutes(): Promise<TradeRoutes[]> {
  const trades: TradeRoutes[] = []
  for (const name of tradeNames) {
    const scratch = makeScratch()
    const store = await openStore(scratch.database, Date.now)
    const { routes } = createApp(
      findTrade(name).open(sampleFolder(name)),
      {
        baseUrl: 'http://localhost',
        writeLimit: 5,
        trustProxy: 0,
        mcpOrigins: [],
        lenientMcpVersions: false,
      },
      {
        store,
        secret: 'only for reading the list of routes',
        now: Date.now,
        // As in the program that is measured.
        canSendEmail: false,
      },
    )
    await store.close()
    scratch.remove()
    trades.push({ fixture: name === 'restaurant' ? 'sample' : name, routes })
  }
  return trades
}
