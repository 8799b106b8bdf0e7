/**
 * R6. PostgreSQL is away under load, in every way that it can be: no acknowledged booking is lost,
 * whoever asks is told to come back, what needs no book is served, and all goes on as soon as it is
 * there again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { tally } from './support/count-by.ts'
import { createGuests } from './support/guests.ts'
import { needPostgres } from './support/postgres.ts'
import { beAway, type WayAway, waysAway } from './support/postgres-outages.ts'
import { count, defineProof } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { type Answer, type Server, startServer } from './support/server.ts'
import { openLine } from './support/tcp-proxy.ts'

export type Outage = {
  seed: number
  rounds: number
  /** How many processes share the book. */
  processes: number
  /** For each of them. */
  writers: number
  tables: number
  /** How long PostgreSQL is away. */
  milliseconds: number
}

export type OutageResult = {
  acknowledged: number
  lost: number
  doubled: number
  /** Answers while it was away, by status; readings of the catalogue and of free times apart. */
  writes: Record<string, number>
  catalogue: Record<string, number>
  availability: Record<string, number>
  slowestWhileAway: number
  /** From the moment it is there again to the first booking of the last process to have one. */
  recoveries: { way: WayAway; milliseconds: number }[]
  /** Processes that ended, or could not be used after it. */
  down: number
  holds: boolean
}

const longestRecovery = 2_000
const hopeless = 20_000

export async function outage(given: Outage): Promise<OutageResult> {
  const database = await needPostgres()
  const address = await database.newDatabase()
  const line = await openLine(database.socket)
  const scratch = makeScratch()
  const environment = {
    DATABASE_URL: line.through(address),
    CONTENT_DIR: restaurantOfTwos(scratch, given.tables),
  }
  const servers: Server[] = []
  const result: OutageResult = {
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    writes: {},
    catalogue: {},
    availability: {},
    slowestWhileAway: 0,
    recoveries: [],
    down: 0,
    holds: false,
  }
  const guests = createGuests(randomFrom(given.seed))
  /** When each process acknowledged a booking for the last time. */
  const last = new Map<Server, number>()
  let away = false
  let running = true

  const noted = async (asked: Promise<Answer | undefined>, into: Record<string, number>) => {
    const [began, wasAway] = [performance.now(), away]
    const answer = await asked.catch(() => undefined)
    if (!wasAway) return answer
    tally(into, answer?.status ?? 'no answer')
    const took = Math.round(performance.now() - began)
    result.slowestWhileAway = Math.max(result.slowestWhileAway, took)
    return answer
  }

  const write = async (server: Server) => {
    while (running) {
      const key = guests.newWish()
      while (running && guests.codeOf(key) === undefined) {
        const answer = await noted(guests.ask(server, key), result.writes)
        if (answer?.status === 202) last.set(server, performance.now())
        else await pause(100)
      }
    }
  }

  const read = async (server: Server, path: string, into: Record<string, number>) => {
    while (running) {
      await noted(server.send('GET', path), into)
      await pause(25)
    }
  }

  const allSince = async (moment: number): Promise<number> => {
    const late = () => servers.filter((server) => (last.get(server) ?? 0) < moment)
    while (late().length > 0 && performance.now() - moment < hopeless) await pause(5)
    return late().length > 0 ? hopeless : Math.round(Math.max(...last.values()) - moment)
  }

  try {
    for (let place = 0; place < given.processes; place++) {
      servers.push(await startServer(environment, { connections: given.writers + 8 }))
    }
    const loops = servers.flatMap((server) => [
      ...Array.from({ length: given.writers }, () => write(server)),
      read(server, '/api/offers?limit=3', result.catalogue),
      read(server, '/menu', result.catalogue),
      read(server, `/api/availability?date=${openDays()[0]}`, result.availability),
    ])
    for (let round = 0; round < given.rounds; round++) {
      for (const way of waysAway) {
        await allSince(performance.now())
        away = true
        await beAway(way, given.milliseconds, { database, line, address })
        away = false
        result.recoveries.push({ way, milliseconds: await allSince(performance.now()) })
        for (const server of servers) if (!(await isUp(server))) result.down++
      }
    }
    running = false
    await Promise.all(loops)
    // Whoever was told to come back comes back; whoever was acknowledged looks for his booking.
    const [first] = servers
    if (first) await guests.holdTo(first)
    result.acknowledged = guests.told()
    result.lost = guests.found.lost
    result.doubled = guests.found.doubled + (await countKept(address)) - guests.told()
  } finally {
    running = false
    for (const server of servers) await server.kill('SIGTERM')
    await line.close()
    await database.stop('SIGINT')
    scratch.remove()
  }
  const only = (statuses: Record<string, number>, ...allowed: string[]) =>
    Object.keys(statuses).every((status) => allowed.includes(status))
  result.holds =
    result.acknowledged > given.writers &&
    result.lost === 0 &&
    result.doubled === 0 &&
    result.down === 0 &&
    only(result.writes, '202', '503') &&
    only(result.catalogue, '200') &&
    only(result.availability, '200', '503') &&
    result.recoveries.every(({ milliseconds }) => milliseconds < longestRecovery)
  return result
}

async function isUp(server: Server): Promise<boolean> {
  const answer = await server.send('GET', '/readyz').catch(() => undefined)
  return server.process.exitCode === null && answer?.status === 200
}

async function countKept(address: string): Promise<number> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ kept: string }>('SELECT COUNT(*) AS kept FROM bookings')
  await client.end()
  return Number(rows[0]?.kept)
}

export const outageProof = defineProof({
  id: 'R6',
  name: 'outage',
  tried:
    'PostgreSQL under load is stopped fast, stopped at once, killed, paused, behind a line that swallows everything, and its connections are ended in the middle; two processes.',
  promised:
    'No acknowledged booking is lost, the processes stay up, the catalogue is served throughout, the first booking after it follows within 2 s.',
  short: { rounds: 1, processes: 2, writers: 4, tables: 40, milliseconds: 300 },
  long: { rounds: 1, processes: 2, writers: 8, tables: 400, milliseconds: 30_000 },
  run: (given, seed) => outage({ ...given, seed }),
  say: ({ acknowledged, lost, doubled, recoveries, slowestWhileAway }) =>
    `${count(acknowledged)} bookings acknowledged: ${lost} lost, ${doubled} doubled; slowest answer while it was away ${count(slowestWhileAway)} ms; back in ${recoveries.map(({ way, milliseconds }) => `${milliseconds} ms (${way})`).join(', ')}`,
})
