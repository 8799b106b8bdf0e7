/** A running shop, its model and the clients for it. */
import { findTrade } from '../../src/variants/index.ts'
import { addStaff } from '../../test/support/desk.ts'
import { type RunningShop, runShop } from '../../test/support/shop.ts'
import { createHttpClient, type Send } from '../support/http-client.ts'
import { createShopModel, type ShopModel, toEpochMs } from './shop-model.ts'
import type { TradeModel } from './trade.ts'

export type ModelSetup = {
  app: RunningShop
  model: ShopModel
  /** Sends to the site, the API and the MCP server. */
  send: Send
  postToDesk(path: string, fields: Record<string, string> | [string, string][]): ReturnType<Send>
  /** The actor that the history contains for actions through forms. */
  actor: string
  /** Number of history rows and events before the run. */
  initialCounts: { audit: number; events: number }
  close(): Promise<void>
}

/** The actor of direct calls. */
export const directActor = 'mai'

export type SetupOptions = { trade: TradeModel; now: number; database: string }

export async function openSetup({ trade, now, database }: SetupOptions): Promise<ModelSetup> {
  const app = await runShop(trade.id, {
    writeLimit: 1_000_000,
    logLevel: 'silent',
    shop: findTrade(trade.id).open(trade.folder),
    file: database,
    now: toEpochMs(now),
  })
  const { cookie } = await addStaff(app, 'Hoa')
  const [hoa] = await app.appHost.staffAccess.listMembers()
  const site = createHttpClient(app.port, 4)
  const desk = createHttpClient(app.deskPort, 4)
  const setup: ModelSetup = {
    app,
    model: createShopModel(trade, now),
    send: site.send,
    async postToDesk(path, fields) {
      // Hours pass between the commands; R21 tests that privileged ones then need a confirmation.
      if (path.startsWith('/guest-data')) {
        await app.store.write((sql) =>
          sql.run('UPDATE sessions SET signed_in_at = ?', app.clock.now),
        )
      }
      return desk.send('POST', path, new URLSearchParams(fields), {
        cookie,
        'sec-fetch-site': 'same-origin',
      })
    },
    actor: `staff:${hoa?.id}`,
    initialCounts: { audit: 0, events: 0 },
    async close() {
      site.close()
      desk.close()
      await app.stop()
    },
  }
  setup.initialCounts = await countRows(setup)
  return setup
}

export async function countRows({ app }: ModelSetup): Promise<{ audit: number; events: number }> {
  const row = await app.store.read.get<{ audit: number; events: number }>(
    'SELECT (SELECT COUNT(*) FROM audit) AS audit, (SELECT COUNT(*) FROM outbox) AS events',
  )
  return { audit: Number(row?.audit), events: Number(row?.events) }
}
