/**
 * R1. Many concurrent requests for one slot of known capacity, through the API and MCP: exactly as many as fit are
 * accepted, and all others are rejected with alternatives that are free.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type BookingCall,
  type ClientKind,
  createBookingCall,
  expandClientKind,
} from './support/clients.ts'
import { incrementCount } from './support/count-by.ts'
import { needPostgres } from './support/postgres.ts'
import { openProber, type Prober } from './support/prober.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { type Server, startServer } from './support/server.ts'

type HotSlotOptions = {
  rounds: number
  requests: number
  capacity: number
  connections: number
  /** Number of processes that share the database. */
  processes: number
  client: ClientKind
  /** URL of an empty database; by default a new SQLite file. */
  database?: string
  /** How often a request is sent again after a 503, as on a machine that is busy with other tests; none by default. */
  unavailableRetries?: number
  onRound?(): void
}

type HotSlotResult = {
  accepted: number[]
  rejected: number[]
  otherOutcomes: Record<string, number>
  unavailableAlternatives: number
  requestsPerSecond: number
  p50Milliseconds: number
  p95Milliseconds: number
  holds: boolean
}

export async function proveHotSlot(options: HotSlotOptions): Promise<HotSlotResult> {
  const { rounds, requests, capacity, connections, processes } = options
  const scratch = makeScratch()
  const environment = {
    DATABASE_URL: options.database ?? scratch.database,
    CONTENT_DIR: restaurantOfTwos(scratch, capacity),
    TRUST_PROXY: '1',
  }
  const servers: Server[] = []
  const result: HotSlotResult = {
    accepted: [],
    rejected: [],
    otherOutcomes: {},
    unavailableAlternatives: 0,
    requestsPerSecond: 0,
    p50Milliseconds: 0,
    p95Milliseconds: 0,
    holds: false,
  }
  const times: number[] = []
  let busy = 0
  try {
    for (let index = 0; index < processes; index++) servers.push(await startServer(environment))
    for (const date of openDays().slice(0, rounds)) {
      // Each from another guest: a repeated request would get the first response.
      const kinds = expandClientKind(options.client)
      const bookingCalls = Array.from({ length: requests }, (_, caller) =>
        createBookingCall(kinds[caller % kinds.length] ?? 'http', date, '19:00', caller),
      )
      // New ones for each round: the server closes connections that are idle between two rounds.
      const probers = Array.from({ length: connections }, (_, index) =>
        openProber((servers[index % processes] as Server).port),
      )
      const sending = sendRound(probers, bookingCalls, options, times, result)
      const round = await sending.finally(() => {
        for (const prober of probers) prober.close()
      })
      busy += round.milliseconds
      result.unavailableAlternatives += await countTaken(servers[0] as Server, round.alternatives)
      options.onRound?.()
    }
  } finally {
    for (const server of servers) await server.kill('SIGTERM')
    scratch.remove()
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  result.requestsPerSecond = Math.round((times.length / busy) * 1000)
  result.p50Milliseconds = at(0.5)
  result.p95Milliseconds = at(0.95)
  result.holds =
    result.accepted.length === rounds &&
    result.accepted.every((number) => number === capacity) &&
    result.rejected.every((number) => number === requests - capacity) &&
    Object.keys(result.otherOutcomes).length === 0 &&
    result.unavailableAlternatives === 0
  return result
}

/** The code in the result of a tool, or the status of the API. */
const isUnavailable = (outcome: string | string[]) =>
  outcome === 'store-unavailable' || outcome === '503'

/** Sends the requests of one round and collects the alternatives of the rejected ones. */
async function sendRound(
  probers: readonly Prober[],
  bookingCalls: readonly BookingCall[],
  { requests, unavailableRetries = 0 }: HotSlotOptions,
  times: number[],
  result: HotSlotResult,
): Promise<{ milliseconds: number; alternatives: Set<string> }> {
  const alternatives = new Set<string>()
  let [accepted, rejected, sent] = [0, 0, 0]
  const sendRequests = async (prober: Prober) => {
    while (sent < requests) {
      const bookingCall = bookingCalls[sent++ % bookingCalls.length] as BookingCall
      const sendOnce = async () => {
        const sentAt = performance.now()
        const response = await prober.send(bookingCall.request)
        times.push(performance.now() - sentAt)
        return bookingCall.readOutcome(response)
      }
      let outcome = await sendOnce()
      for (let tries = 0; isUnavailable(outcome) && tries < unavailableRetries; tries++) {
        await pause(500)
        outcome = await sendOnce()
      }
      if (outcome === 'accepted') accepted++
      else if (typeof outcome === 'string') incrementCount(result.otherOutcomes, outcome)
      else {
        rejected++
        if (outcome.length === 0) result.unavailableAlternatives++
        for (const one of outcome) alternatives.add(one)
      }
    }
  }
  const started = performance.now()
  await Promise.all(probers.map(sendRequests))
  result.accepted.push(accepted)
  result.rejected.push(rejected)
  return { milliseconds: performance.now() - started, alternatives }
}

/** The number of alternatives that are not free. */
async function countTaken(server: Server, alternatives: ReadonlySet<string>): Promise<number> {
  let taken = 0
  for (const one of alternatives) {
    const [day = '', time = ''] = one.split(' ')
    const { text } = await server.send('GET', `/api/availability?date=${day}&party_size=2`)
    const { slots } = JSON.parse(text) as { slots: { time: string }[] }
    if (!slots.some((slot) => slot.time === time)) taken++
  }
  return taken
}

type Engine = 'sqlite' | 'postgres'

type HotSlotProofOptions = Omit<HotSlotOptions, 'client' | 'processes' | 'database' | 'onRound'> & {
  engine: Engine | 'both'
  client: ClientKind | 'each'
  /** Number of processes on PostgreSQL; SQLite has one. */
  processes: number
}

/** Each kind of client on each engine. */
async function proveOnAllEngines(
  { engine, client, processes, ...roundOptions }: HotSlotProofOptions,
  _seed: number,
  report: ReportProgress,
) {
  const runs: Record<string, HotSlotResult> = {}
  const clientKinds: ClientKind[] = client === 'each' ? ['http', 'mcp', 'mixed'] : [client]
  const totalRounds = roundOptions.rounds * clientKinds.length * (engine === 'both' ? 2 : 1)
  let finishedRounds = 0
  const slotOptions = { ...roundOptions, onRound: () => report(++finishedRounds, totalRounds) }
  if (engine !== 'postgres') {
    for (const clientKind of clientKinds) {
      runs[`SQLite, ${clientKind}`] = await proveHotSlot({
        ...slotOptions,
        client: clientKind,
        processes: 1,
      })
    }
  }
  if (engine !== 'sqlite') {
    const server = await needPostgres()
    try {
      for (const clientKind of clientKinds) {
        const database = await server.newDatabase()
        const run = await proveHotSlot({ ...slotOptions, client: clientKind, processes, database })
        runs[`PostgreSQL with ${processes} processes, ${clientKind}`] = run
      }
    } finally {
      await server.stop('SIGINT')
    }
  }
  return { runs, holds: Object.values(runs).every(({ holds }) => holds) }
}

const slot = {
  capacity: 40,
  connections: 64,
  processes: 3,
  engine: 'both',
  client: 'each',
} as const

export const hotSlotProof = defineProof<
  HotSlotProofOptions,
  Awaited<ReturnType<typeof proveOnAllEngines>>
>({
  id: 'R1',
  name: 'hot-slot',
  scenario:
    '12,001 requests over 64 connections for one slot with 40 tables; 20 rounds for each kind ' +
    'of client.',
  guarantee:
    'Exactly 40 requests are accepted; all others are rejected with alternatives that are free.',
  short: { ...slot, client: 'mixed', rounds: 1, requests: 400, unavailableRetries: 20 },
  long: { ...slot, rounds: 20, requests: 12_001 },
  run: proveOnAllEngines,
  summarize: ({ runs }) =>
    Object.entries(runs)
      .map(([name, { accepted, requestsPerSecond, p95Milliseconds }]) => {
        const min = Math.min(...accepted)
        const max = Math.max(...accepted)
        const acceptedRange = min === max ? `${min}` : `${min} to ${max}`
        return [
          `${name}: ${acceptedRange} accepted in each of ${accepted.length} rounds`,
          `${formatCount(requestsPerSecond)} requests/s`,
          `p95 ${p95Milliseconds} ms`,
        ].join(', ')
      })
      .join('; '),
})
