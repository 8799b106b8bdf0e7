/**
 * R13. A guest who has done everything that can be done is erased while the shop is open: not a byte of
 * him is left in the book, its files, the logs or what the desk hands out, and nobody else is touched.
 */

import { openClients, type ShopClients } from './erase/clients.ts'
import {
  type GuestFixture,
  rejectedMailAddress,
  simulateGuest,
  type TradeFixture,
  tradeFixtures,
} from './erase/guest-activity.ts'
import { createOtherGuest, createSlotFinder, simulateShortVisit } from './erase/other-guests.ts'
import { openReceivers } from './erase/receivers.ts'
import { analyzePostgres, createSearch, readAllRows } from './erase/search.ts'
import {
  collectDeskOutput,
  countChangedRows,
  countDatabaseHits,
  type Hits,
} from './erase/search-scope.ts'
import { runLetan } from './support/command.ts'
import { needPostgres } from './support/postgres.ts'
import { defineProof, formatCount, ProofSkipped } from './support/proof.ts'
import { makeScratch } from './support/scratch.ts'
import { startServer } from './support/server.ts'
import { waitUntil } from './support/wait-until.ts'

export type EraseOptions = {
  /** "sqlite/spa", "postgres/restaurant", with a blank between them. */
  shops: string
  /** Guests who stay. */
  others: number
}

export type EraseOutcome = {
  shop: string
  /** Hits by place before, without which the search would prove nothing, and after. */
  before: Hits
  after: Hits
  /** After the shop was closed and opened again. */
  afterRestart: Hits
  /** Rows of other guests that are not as they were. */
  othersChanged: number
  mails: number
  hooks: number
  eraseMilliseconds: number
  faults: string[]
}

export type EraseResult = EraseOptions & {
  found: EraseOutcome[]
  /** Shops that could not be tried here, and why. */
  skipped: string[]
  holds: boolean
}

const markedGuest = {
  mark: 'zyxqmark',
  name: 'Đỗ Zyxqmark Quỳnh',
  phones: ['0987 123 654', '+84987123654', '84.987.123.654', '(+84) 987-123-654', '0987123654'],
  email: 'Zyxqmark.Do@example.com',
} as const satisfies GuestFixture

export async function proveErase(options: EraseOptions): Promise<EraseResult> {
  const found: EraseOutcome[] = []
  const skipped: string[] = []
  for (const shop of options.shops.split(' ')) {
    try {
      found.push(await eraseAt(shop, options.others))
    } catch (error) {
      if (!(error instanceof ProofSkipped)) throw error
      skipped.push(`${shop}: ${error.message}`)
    }
  }
  return { ...options, found, skipped, holds: found.length > 0 && found.every(isFulfilled) }
}

function isFulfilled({
  before,
  after,
  afterRestart,
  othersChanged,
  faults,
}: EraseOutcome): boolean {
  const searched = Object.entries(before).every(
    ([location, hits]) => location === 'logs' || hits > 0,
  )
  return (
    searched && totalHits(after) + totalHits(afterRestart) + othersChanged + faults.length === 0
  )
}

function totalHits(hits: Hits): number {
  return Object.values(hits).reduce((sum, one) => sum + one, 0)
}

async function eraseAt(shop: string, others: number): Promise<EraseOutcome> {
  const [engine, variant = ''] = shop.split('/')
  const trade = tradeFixtures[variant as TradeFixture['variant']]
  const postgres = engine === 'postgres' ? await needPostgres() : undefined
  const scratch = makeScratch()
  const receivers = await openReceivers()
  const address = (await postgres?.newDatabase()) ?? scratch.database
  const environment = {
    ...receivers.environment,
    DATABASE_URL: address,
    VARIANT: trade.variant,
    LOG_LEVEL: 'debug',
    TRUST_PROXY: '1',
  }
  let server = await startServer(environment)
  try {
    const clients = await openClients(server)
    const slots = createSlotFinder(server, trade)
    for (let index = 0; index < others; index++)
      await simulateShortVisit(clients, trade, createOtherGuest(index), slots)
    const codes = await simulateGuest(clients, trade, markedGuest, slots)
    const { date } = await slots()
    await clients.desk('/closed/block', {
      ...{ resource: trade.resource, date, from: '20:00', to: '20:15', next: 'timeline' },
      reason: `Giữ cho ${markedGuest.phones[0]}, ${markedGuest.email}`,
    })
    await waitUntil(() => receivers.mails.length > 0 && receivers.hooks.length >= codes.length)
    if (postgres) await analyzePostgres(address)

    const search = createSearch(markedGuest, trade)
    const countHits = async (currentClients: ShopClients) => ({
      ...(await countDatabaseHits(search, address, scratch)),
      logs: search(JSON.stringify(currentClients.server.log) + currentClients.server.stderrText()),
      'desk and exports': search(await collectDeskOutput(currentClients, trade, codes)),
    })
    const before = await countHits(clients)
    const rowsBefore = await readAllRows(address)
    const faults = await checkRejectedErase(environment)
    const erased = await runLetan(
      ['guest', 'erase', '--cancel', markedGuest.phones[2]],
      environment,
    )
    if (erased.code !== 0 || search(erased.output) > 0) faults.push(erased.output)
    // Where he left nothing but an address, nobody can know that it is his; this time by the desk.
    await clients.desk('/guest-data/erase/now', { guest: rejectedMailAddress(markedGuest) })
    const othersChanged = countChangedRows(search, rowsBefore, await readAllRows(address))
    const after = await countHits(clients)

    await server.kill('SIGTERM')
    server = await startServer(environment)
    const afterRestart = await countHits(clients.reconnectTo(server))
    const verified = await runLetan(['verify'], environment)
    if (verified.code !== 0) faults.push(verified.output)
    const [mails, hooks] = [receivers.mails.length, receivers.hooks.length]
    const eraseMilliseconds = erased.milliseconds
    return {
      ...{ shop, before, after, afterRestart, othersChanged },
      ...{ mails, hooks, eraseMilliseconds, faults },
    }
  } finally {
    await server.kill('SIGTERM')
    await receivers.close()
    await postgres?.stop('SIGINT')
    scratch.remove()
  }
}

/** Whoever is still expected is not erased by a slip. */
async function checkRejectedErase(environment: Record<string, string>): Promise<string[]> {
  const { code, output } = await runLetan(['guest', 'erase', markedGuest.phones[0]], environment)
  return code === 1 && /still has a booking to come/.test(output) ? [] : [`not refused: ${output}`]
}

export const eraseProof = defineProof({
  id: 'R13',
  name: 'erase',
  tried: 'A guest who has done all that can be done, by every door, is erased from an open shop.',
  promised:
    'Not a byte of him is left in the book, its files, the logs and the exports; others are untouched.',
  short: { shops: 'sqlite/spa', others: 3 },
  long: {
    shops:
      'sqlite/spa sqlite/restaurant sqlite/salon postgres/spa postgres/restaurant postgres/salon',
    others: 150,
  },
  run: (options) => proveErase(options),
  summarize: ({ found, skipped }) =>
    [
      ...found.map(
        ({ shop, before, after, afterRestart, othersChanged }) =>
          `${shop}: ${formatCount(totalHits(before))} hits before, ${totalHits(after)} after, ${totalHits(afterRestart)} after a restart, ${othersChanged} rows of others changed`,
      ),
      ...skipped.map((shop) => `SKIPPED ${shop}`),
    ].join('; '),
})
