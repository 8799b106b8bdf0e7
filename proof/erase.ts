/**
 * R13. A guest who has used every feature is erased while the shop is running: no byte of their data is left in the
 * database, its files, the logs or the exports of the desk, and the data of other guests is unchanged.
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
  countCallerHits,
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

type EraseOptions = {
  /** For example `sqlite/spa postgres/restaurant`. */
  shops: string
  /** Number of guests who are not erased. */
  others: number
}

type EraseOutcome = {
  shop: string
  /** Hits of the search by location. Without hits before the erasure the search would prove nothing. */
  before: Hits
  after: Hits
  /** After a restart of the shop. */
  afterRestart: Hits
  /** Number of changed rows of other guests. */
  othersChanged: number
  mails: number
  hooks: number
  eraseMilliseconds: number
  errors: string[]
}

type EraseResult = EraseOptions & {
  outcomes: EraseOutcome[]
  /** Shops that could not be tested on this machine, with the reason. */
  skipped: string[]
  holds: boolean
}

const markedGuest = {
  mark: 'zyxqmark',
  name: 'Đỗ Zyxqmark Quỳnh',
  phones: ['0987 123 654', '+84987123654', '84.987.123.654', '(+84) 987-123-654', '0987123654'],
  email: 'Zyxqmark.Do@example.com',
} as const satisfies GuestFixture

/** The network address of the guest, which no other guest has. */
const guestAddress = '198.51.100.77'

async function proveErase(options: EraseOptions): Promise<EraseResult> {
  const outcomes: EraseOutcome[] = []
  const skipped: string[] = []
  for (const shop of options.shops.split(' ')) {
    try {
      outcomes.push(await eraseAt(shop, options.others))
    } catch (error) {
      if (!(error instanceof ProofSkipped)) throw error
      skipped.push(`${shop}: ${error.message}`)
    }
  }
  return {
    ...options,
    outcomes,
    skipped,
    holds: outcomes.length > 0 && outcomes.every(isFulfilled),
  }
}

function isFulfilled({
  before,
  after,
  afterRestart,
  othersChanged,
  errors,
}: EraseOutcome): boolean {
  const searched = Object.entries(before).every(
    ([location, hits]) => location === 'logs' || hits > 0,
  )
  return (
    searched && totalHits(after) + totalHits(afterRestart) + othersChanged + errors.length === 0
  )
}

function totalHits(hits: Hits): number {
  return Object.values(hits).reduce((sum, one) => sum + one, 0)
}

async function eraseAt(shop: string, others: number): Promise<EraseOutcome> {
  const [engine, id = ''] = shop.split('/')
  const trade = tradeFixtures[id as TradeFixture['id']]
  const postgres = engine === 'postgres' ? await needPostgres() : undefined
  const scratch = makeScratch()
  const receivers = await openReceivers()
  const address = (await postgres?.newDatabase()) ?? scratch.database
  const environment = {
    ...receivers.environment,
    DATABASE_URL: address,
    VARIANT: trade.id,
    LOG_LEVEL: 'debug',
    TRUST_PROXY: '1',
  }
  let server = await startServer(environment)
  try {
    const clients = await openClients(server)
    const slots = createSlotFinder(server, trade)
    for (let index = 0; index < others; index++)
      await simulateShortVisit(clients, trade, createOtherGuest(index), slots)
    const guestClients = clients.comingFrom(guestAddress)
    const codes = await simulateGuest(guestClients, trade, markedGuest, slots)
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
      callers: await countCallerHits(address, guestAddress),
      logs: search(JSON.stringify(currentClients.server.log) + currentClients.server.stderrText()),
      'desk and exports': search(await collectDeskOutput(currentClients, trade, codes)),
    })
    const before = await countHits(clients)
    const rowsBefore = await readAllRows(address)
    const errors = await checkRejectedErase(environment)
    const erased = await runLetan(
      ['guest', 'erase', '--cancel', markedGuest.phones[2]],
      environment,
    )
    if (erased.code !== 0 || search(erased.output) > 0) errors.push(erased.output)
    // A row with only this address cannot be linked to the guest, so it is erased separately, through the desk.
    await clients.desk('/guest-data/erase/now', { guest: rejectedMailAddress(markedGuest) })
    const othersChanged = countChangedRows(search, rowsBefore, await readAllRows(address))
    const after = await countHits(clients)

    await server.kill('SIGTERM')
    server = await startServer(environment)
    const afterRestart = await countHits(clients.reconnectTo(server))
    const verified = await runLetan(['verify'], environment)
    if (verified.code !== 0) errors.push(verified.output)
    const [mails, hooks] = [receivers.mails.length, receivers.hooks.length]
    const eraseMilliseconds = erased.milliseconds
    return {
      ...{ shop, before, after, afterRestart, othersChanged },
      ...{ mails, hooks, eraseMilliseconds, errors },
    }
  } finally {
    await server.kill('SIGTERM')
    await receivers.close()
    await postgres?.stop('SIGINT')
    scratch.remove()
  }
}

/** Upcoming bookings block the erasure unless --cancel is given. */
async function checkRejectedErase(environment: Record<string, string>): Promise<string[]> {
  const { code, output } = await runLetan(['guest', 'erase', markedGuest.phones[0]], environment)
  return code === 1 && /has an upcoming booking/.test(output) ? [] : [`not rejected: ${output}`]
}

export const eraseProof = defineProof({
  id: 'R13',
  name: 'erase',
  scenario:
    'A guest who has used every feature through every client is erased while the shop is running.',
  guarantee:
    'No byte of the guest’s data is left in the database, its files, the logs and the exports; ' +
    'data of other guests is unchanged.',
  short: { shops: 'sqlite/spa', others: 3 },
  long: {
    shops:
      'sqlite/spa sqlite/restaurant sqlite/salon postgres/spa postgres/restaurant postgres/salon',
    others: 150,
  },
  run: (options) => proveErase(options),
  summarize: ({ outcomes, skipped }) =>
    [
      ...outcomes.map(({ shop, before, after, afterRestart, othersChanged }) =>
        [
          `${shop}: ${formatCount(totalHits(before))} hits before, ${totalHits(after)} after`,
          `${totalHits(afterRestart)} after a restart, ${othersChanged} rows of other guests changed`,
        ].join(', '),
      ),
      ...skipped.map((shop) => `SKIPPED ${shop}`),
    ].join('; '),
})
