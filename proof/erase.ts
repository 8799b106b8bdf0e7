/**
 * R13. A guest who has done everything that can be done is erased while the shop is open: not a byte of
 * him is left in the book, its files, the logs or what the desk hands out, and nobody else is touched.
 */

import { type Doors, openDoors } from './erase/clients.ts'
import {
  type Guest,
  liveThrough,
  refusedAddress,
  type Trade,
  trades,
} from './erase/guest-activity.ts'
import { other, slotsAt, visitOnce } from './erase/other-guests.ts'
import { openReceivers } from './erase/receivers.ts'
import { analyse, rowsOf, searchFor } from './erase/search.ts'
import { type Hits, handedOut, hitsInBook, lostRows } from './erase/search-scope.ts'
import { letan } from './support/command.ts'
import { needPostgres } from './support/postgres.ts'
import { CannotTry, count, defineProof } from './support/proof.ts'
import { makeScratch } from './support/scratch.ts'
import { startServer } from './support/server.ts'
import { until } from './support/wait-until.ts'

export type Erase = {
  /** "sqlite/spa", "postgres/restaurant", with a blank between them. */
  shops: string
  /** Guests who stay. */
  others: number
}

export type Found = {
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

export type EraseResult = Erase & {
  found: Found[]
  /** Shops that could not be tried here, and why. */
  skipped: string[]
  holds: boolean
}

const marked = {
  mark: 'zyxqmark',
  name: 'Đỗ Zyxqmark Quỳnh',
  phones: ['0987 123 654', '+84987123654', '84.987.123.654', '(+84) 987-123-654', '0987123654'],
  email: 'Zyxqmark.Do@example.com',
} as const satisfies Guest

export async function erase(given: Erase): Promise<EraseResult> {
  const found: Found[] = []
  const skipped: string[] = []
  for (const shop of given.shops.split(' ')) {
    try {
      found.push(await eraseAt(shop, given.others))
    } catch (error) {
      if (!(error instanceof CannotTry)) throw error
      skipped.push(`${shop}: ${error.message}`)
    }
  }
  return { ...given, found, skipped, holds: found.length > 0 && found.every(fulfils) }
}

function fulfils({ before, after, afterRestart, othersChanged, faults }: Found): boolean {
  const searched = Object.entries(before).every(([place, hits]) => place === 'logs' || hits > 0)
  return searched && allOf(after) + allOf(afterRestart) + othersChanged + faults.length === 0
}

function allOf(hits: Hits): number {
  return Object.values(hits).reduce((sum, one) => sum + one, 0)
}

async function eraseAt(shop: string, others: number): Promise<Found> {
  const [engine, variant = ''] = shop.split('/')
  const trade = trades[variant as Trade['variant']]
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
    const doors = await openDoors(server)
    const slots = slotsAt(server, trade)
    for (let place = 0; place < others; place++) await visitOnce(doors, trade, other(place), slots)
    const codes = await liveThrough(doors, trade, marked, slots)
    const { date } = await slots()
    await doors.desk('/closed/block', {
      ...{ resource: trade.resource, date, from: '20:00', to: '20:15', next: 'timeline' },
      reason: `Giữ cho ${marked.phones[0]}, ${marked.email}`,
    })
    await until(() => receivers.mails.length > 0 && receivers.hooks.length >= codes.length)
    if (postgres) await analyse(address)

    const search = searchFor(marked, trade)
    const look = async (open: Doors) => ({
      ...(await hitsInBook(search, address, scratch)),
      logs: search(JSON.stringify(open.server.log) + open.server.said()),
      'desk and exports': search(await handedOut(open, trade, codes)),
    })
    const before = await look(doors)
    const kept = await rowsOf(address)
    const faults = await refusedAtFirst(environment)
    const erased = await letan(['guest', 'erase', '--cancel', marked.phones[2]], environment)
    if (erased.code !== 0 || search(erased.said) > 0) faults.push(erased.said)
    // Where he left nothing but an address, nobody can know that it is his; this time by the desk.
    await doors.desk('/guest-data/erase/now', { guest: refusedAddress(marked) })
    const othersChanged = lostRows(search, kept, await rowsOf(address))
    const after = await look(doors)

    await server.kill('SIGTERM')
    server = await startServer(environment)
    const afterRestart = await look(doors.movedTo(server))
    const verified = await letan(['verify'], environment)
    if (verified.code !== 0) faults.push(verified.said)
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
async function refusedAtFirst(environment: Record<string, string>): Promise<string[]> {
  const { code, said } = await letan(['guest', 'erase', marked.phones[0]], environment)
  return code === 1 && /still has a booking to come/.test(said) ? [] : [`not refused: ${said}`]
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
  run: (given) => erase(given),
  say: ({ found, skipped }) =>
    [
      ...found.map(
        ({ shop, before, after, afterRestart, othersChanged }) =>
          `${shop}: ${count(allOf(before))} hits before, ${allOf(after)} after, ${allOf(afterRestart)} after a restart, ${othersChanged} rows of others changed`,
      ),
      ...skipped.map((shop) => `SKIPPED ${shop}`),
    ].join('; '),
})
