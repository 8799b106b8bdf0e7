/**
 * R6. PostgreSQL becomes unavailable under load in every way that can happen: no acknowledged booking is lost, requests
 * that need the database get 503, all others are served, and the shop recovers together with the database.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { sumCounts } from './support/callers.ts'
import { incrementCount } from './support/count-by.ts'
import { createGuests, keyPrefix } from './support/guests.ts'
import { needPostgres } from './support/postgres.ts'
import { type OutageKind, outageKinds, simulateOutage } from './support/postgres-outages.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { type ClientResponse, type Server, startServer } from './support/server.ts'
import { type CommitCut, commitCuts, openTcpProxy } from './support/tcp-proxy.ts'

type OutageOptions = {
  seed: number
  rounds: number
  /** Number of processes that share the database. */
  processes: number
  /** For each process. */
  writers: number
  tables: number
  /** Duration of each outage. */
  milliseconds: number
  /** Number of connections that are cut just before or just after the COMMIT of a booking. */
  cuts: number
  /** Longer beside other tests on the same machine. */
  maxRecoveryMs: number
}

type OutageResult = {
  acknowledged: number
  lost: number
  duplicated: number
  /** Number of responses during the outages by status: bookings, catalogue reads, availability reads. */
  writes: Record<string, number>
  catalogue: Record<string, number>
  availability: Record<string, number>
  slowestDuringOutageMs: number
  /** Time from the end of an outage until every process has accepted a booking. */
  recoveries: { kind: OutageKind | CommitCut; milliseconds: number }[]
  /** Number of cuts that met the COMMIT of a booking. */
  cutCounts: Record<string, number>
  /** Number of processes that ended or were not ready after an outage. */
  down: number
  holds: boolean
}

const recoveryTimeoutMs = 40_000

/** Under load a booking is committed every few milliseconds, and on a busy machine within seconds. */
const cutTimeoutMs = 30_000

async function proveOutage(options: OutageOptions): Promise<OutageResult> {
  const database = await needPostgres()
  const address = await database.newDatabase()
  const proxy = await openTcpProxy(database.socket)
  const scratch = makeScratch()
  const environment = {
    DATABASE_URL: proxy.rewriteUrl(address),
    CONTENT_DIR: restaurantOfTwos(scratch, options.tables),
  }
  const servers: Server[] = []
  const result: OutageResult = {
    acknowledged: 0,
    lost: 0,
    duplicated: 0,
    writes: {},
    catalogue: {},
    availability: {},
    slowestDuringOutageMs: 0,
    recoveries: [],
    cutCounts: {},
    down: 0,
    holds: false,
  }
  const guests = createGuests(randomFrom(options.seed))
  /** Time of the last acknowledged booking of each process. */
  const lastAcknowledged = new Map<Server, number>()
  let isOutage = false
  let running = true

  const recordStatus = async (
    pendingResponse: Promise<ClientResponse | undefined>,
    counts: Record<string, number>,
  ) => {
    const [began, wasOutage] = [performance.now(), isOutage]
    const response = await pendingResponse.catch(() => undefined)
    if (!wasOutage) return response
    incrementCount(counts, response?.status ?? 'no response')
    const took = Math.round(performance.now() - began)
    result.slowestDuringOutageMs = Math.max(result.slowestDuringOutageMs, took)
    return response
  }

  const write = async (server: Server) => {
    while (running) {
      const key = guests.newBookingKey()
      while (running && guests.codeOf(key) === undefined) {
        const response = await recordStatus(guests.sendBooking(server, key), result.writes)
        if (response?.status === 202) lastAcknowledged.set(server, performance.now())
        else await pause(100)
      }
    }
  }

  const read = async (server: Server, path: string, counts: Record<string, number>) => {
    while (running) {
      await recordStatus(server.send('GET', path), counts)
      await pause(25)
    }
  }

  const waitForAllSince = async (sinceMs: number): Promise<number> => {
    const late = () => servers.filter((server) => (lastAcknowledged.get(server) ?? 0) < sinceMs)
    while (late().length > 0 && performance.now() - sinceMs < recoveryTimeoutMs) await pause(5)
    return late().length > 0
      ? recoveryTimeoutMs
      : Math.round(Math.max(...lastAcknowledged.values()) - sinceMs)
  }

  /** Runs while the outage lasts, then measures the recovery. */
  const duringOutage = async (kind: OutageKind | CommitCut, outage: () => Promise<void>) => {
    await waitForAllSince(performance.now())
    isOutage = true
    await outage()
    isOutage = false
    result.recoveries.push({ kind, milliseconds: await waitForAllSince(performance.now()) })
    for (const server of servers) if (!(await isUp(server))) result.down++
  }

  const cutAtCommit = (cut: CommitCut) => async () => {
    const hit = proxy.cutCommit(cut, Buffer.from(keyPrefix)).then(() => true)
    if (await Promise.race([hit, pause(cutTimeoutMs, false)])) incrementCount(result.cutCounts, cut)
  }

  try {
    for (let index = 0; index < options.processes; index++) {
      servers.push(await startServer(environment, { connections: options.writers + 8 }))
    }
    const loops = servers.flatMap((server) => [
      ...Array.from({ length: options.writers }, () => write(server)),
      read(server, '/api/offers?limit=3', result.catalogue),
      read(server, '/menu', result.catalogue),
      read(server, `/api/availability?date=${openDays()[0]}`, result.availability),
    ])
    for (let round = 0; round < options.rounds; round++) {
      for (const kind of outageKinds) {
        await duringOutage(kind, () =>
          simulateOutage(kind, options.milliseconds, { database, proxy, address }),
        )
      }
    }
    for (let index = 0; index < options.cuts; index++) {
      const cut = commitCuts[index % commitCuts.length] as CommitCut
      await duringOutage(cut, cutAtCommit(cut))
    }
    running = false
    await Promise.all(loops)
    // Rejected bookings are retried, and acknowledged ones must exist.
    const [first] = servers
    if (first) await guests.verifyBookings(first)
    result.acknowledged = guests.countAcknowledged()
    result.lost = guests.errors.lost
    result.duplicated =
      guests.errors.duplicated + (await countBookings(address)) - guests.countAcknowledged()
  } finally {
    running = false
    for (const server of servers) await server.kill('SIGTERM')
    await proxy.close()
    await database.stop('SIGINT')
    scratch.remove()
  }
  const hasOnly = (statuses: Record<string, number>, ...allowed: string[]) =>
    Object.keys(statuses).every((status) => allowed.includes(status))
  result.holds =
    result.acknowledged > options.writers &&
    result.lost === 0 &&
    result.duplicated === 0 &&
    result.down === 0 &&
    sumCounts(result.cutCounts) === options.cuts &&
    hasOnly(result.writes, '202', '503') &&
    hasOnly(result.catalogue, '200') &&
    hasOnly(result.availability, '200', '503') &&
    result.recoveries.every(({ milliseconds }) => milliseconds < options.maxRecoveryMs)
  return result
}

async function isUp(server: Server): Promise<boolean> {
  const response = await server.send('GET', '/readyz').catch(() => undefined)
  return server.process.exitCode === null && response?.status === 200
}

async function countBookings(address: string): Promise<number> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ stored: string }>('SELECT COUNT(*) AS stored FROM bookings')
  await client.end()
  return Number(rows[0]?.stored)
}

/** The slowest recovery from each kind of outage. */
function formatRecoveries(recoveries: OutageResult['recoveries']): string {
  return [...Map.groupBy(recoveries, ({ kind }) => kind)]
    .map(([kind, all]) => `${Math.max(...all.map((one) => one.milliseconds))} ms (${kind})`)
    .join(', ')
}

export const outageProof = defineProof({
  id: 'R6',
  name: 'outage',
  scenario:
    'Under load PostgreSQL is stopped (fast and immediate), killed and paused, the network ' +
    'drops all data, and connections are terminated during a transaction; two processes. Then ' +
    'connections are cut just before or just after the COMMIT of a booking, 50 times.',
  guarantee:
    'No acknowledged booking is lost, the processes keep running, the catalogue is always ' +
    'served, and bookings are accepted again within 2 s.',
  short: {
    rounds: 1,
    processes: 2,
    writers: 4,
    tables: 40,
    milliseconds: 300,
    cuts: 6,
    maxRecoveryMs: 30_000,
  },
  long: {
    rounds: 1,
    processes: 2,
    writers: 8,
    tables: 400,
    milliseconds: 30_000,
    cuts: 50,
    maxRecoveryMs: 2_000,
  },
  run: (options, seed) => proveOutage({ ...options, seed }),
  summarize: ({ acknowledged, lost, duplicated, recoveries, cutCounts, slowestDuringOutageMs }) =>
    [
      `${formatCount(acknowledged)} bookings acknowledged: ${lost} lost, ${duplicated} duplicated`,
      `slowest response during an outage ${formatCount(slowestDuringOutageMs)} ms`,
      ...Object.entries(cutCounts).map(([cut, times]) => `${times} connections cut ${cut}`),
      `recovered in ${formatRecoveries(recoveries)}`,
    ].join('; '),
})
