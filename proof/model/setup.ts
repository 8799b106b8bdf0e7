/** A running shop, the model of its book beside it, and the doors by which both are reached. */
import { findTrade } from '../../src/variants/index.ts'
import { hire } from '../../test/support/desk.ts'
import { type Running, runShop } from '../../test/support/shop.ts'
import { createSender, type Send } from '../support/http-client.ts'
import { type Book, milliseconds, newBook } from './shop-model.ts'
import type { Trade } from './trade.ts'

export type Stage = {
  app: Running
  book: Book
  /** To the site, the API and the MCP server; to the desk as somebody who is signed in. */
  send: Send
  atDesk(path: string, fields: Record<string, string>): ReturnType<Send>
  /** As the history names who acts at the desk's forms. */
  actor: string
  /** Rows of history and news that were there before. */
  before: { audit: number; news: number }
  close(): Promise<void>
}

/** Who acts by the desk's own hand. */
export const ownHand = 'mai'

export type Setting = { trade: Trade; now: number; database: string }

export async function openStage({ trade, now, database }: Setting): Promise<Stage> {
  const app = await runShop(trade.variant, {
    writeLimit: 1_000_000,
    logLevel: 'silent',
    shop: findTrade(trade.variant).open(trade.folder),
    file: database,
    now: milliseconds(now),
  })
  const { cookie } = await hire(app, 'Hoa')
  const [hoa] = await app.house.room.members()
  const site = createSender(app.port, 4)
  const desk = createSender(app.deskPort, 4)
  const stage: Stage = {
    app,
    book: newBook(trade, now),
    send: site.send,
    atDesk: (path, fields) =>
      desk.send('POST', path, new URLSearchParams(fields), {
        cookie,
        'sec-fetch-site': 'same-origin',
      }),
    actor: `staff:${hoa?.id}`,
    before: { audit: 0, news: 0 },
    async close() {
      site.close()
      desk.close()
      await app.stop()
    },
  }
  stage.before = await countRows(stage)
  return stage
}

export async function countRows({ app }: Stage): Promise<{ audit: number; news: number }> {
  const found = await app.store.read.get<{ audit: number; news: number }>(
    'SELECT (SELECT COUNT(*) FROM audit) AS audit, (SELECT COUNT(*) FROM outbox) AS news',
  )
  return { audit: Number(found?.audit), news: Number(found?.news) }
}
