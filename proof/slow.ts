/**
 * R10. Thousands of slow and silent connections: other requests are served as usual, and slow connections are closed
 * within 15 seconds.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { AttackOptions, AttackReport } from './slow/attackers.ts'
import { createGuestRequests, type GuestRequest, startGuestLoad } from './slow/guests.ts'
import {
  countServed,
  measureEventDelay,
  openEventStreams,
  openIdle,
  openSilent,
} from './slow/sockets.ts'
import { joinAsOwner } from './support/desk.ts'
import { megabytesOf } from './support/memory.ts'
import { defineProof, formatCount, ProofSkipped } from './support/proof.ts'
import { makeScratch } from './support/scratch.ts'
import { freePort, type Server, startServer } from './support/server.ts'

type SlowOptions = {
  /** Number of slow connections, and of connections that are idle after one response. */
  connections: number
  idle: number
  /** Number of desks with an event stream that they do not read. */
  nonReadingDesks: number
  /** Number of silent connections at the end of the run, more than the connection limit of a listener. */
  silentConnections: number
  /** Limits for the response time of guests (p99) and for the duration of a slow connection. */
  maxWaitMs: number
  maxConnectionMs: number
  maxGrowthMb: number
}

type SlowResult = {
  attackers: AttackReport
  p99Milliseconds: number
  slowest: Record<string, number>
  p99AtLimit: number
  requests: number
  statuses: Record<string, number>
  /** Number of idle connections that were still open and got another response. */
  idleServed: number
  eventDelayMs: number
  megabytes: { before: number; max: number; after: number }
  files: { before: number; after: number }
  holds: boolean
}

async function proveSlowClients(options: SlowOptions): Promise<SlowResult> {
  assertFileLimit(Math.max(options.connections + options.idle, options.silentConnections) + 500)
  const scratch = makeScratch()
  const deskPort = await freePort()
  const environment = {
    DATABASE_URL: scratch.database,
    DESK_PORT: String(deskPort),
    DESK_URL: `http://127.0.0.1:${deskPort}`,
  }
  const server = await startServer(environment)
  const { pid } = server.process
  const held: Socket[] = []
  let memoryTimer: NodeJS.Timeout | undefined
  let maxMegabytes = 0
  try {
    const cookie = await joinAsOwner(environment, 'Mai')
    const guestRequests = createGuestRequests(server.port, deskPort, cookie)
    const warm = startGuestLoad(guestRequests, 8)
    await pause(1_000)
    await warm.stop()
    const before = megabytesOf(pid)
    const filesBefore = countOpenFiles(pid)

    const idle = await openIdle(server.port, options.idle)
    held.push(...idle)
    const [listening, ...nonReading] = await openEventStreams(
      deskPort,
      cookie,
      options.nonReadingDesks + 1,
    )
    for (const desk of nonReading) held.push(desk.pause())
    if (!listening) throw new Error('The event stream of the desk did not open.')
    held.push(listening)

    memoryTimer = setInterval(() => {
      maxMegabytes = Math.max(maxMegabytes, megabytesOf(pid))
    }, 250)
    const guests = startGuestLoad(guestRequests, 8)
    const eventDelay = pause(3_000).then(() => measureEventDelay(listening, server))
    const seconds = options.maxConnectionMs / 1000 + 2
    const attackers = await runAttackers({
      port: server.port,
      connections: options.connections,
      seconds,
    })
    const { times, statuses, slowest } = await guests.stop()
    const eventDelayMs = await eventDelay
    const idleServed = await countServed(idle)
    const p99AtLimit = await measureAtConnectionLimit(
      options.silentConnections,
      server,
      guestRequests,
    )
    for (const socket of held) socket.destroy()
    await pause(1_000)

    times.sort((one, other) => one - other)
    const result: SlowResult = {
      attackers,
      p99Milliseconds: percentile(times, 0.99),
      slowest,
      p99AtLimit,
      requests: times.length,
      statuses,
      idleServed,
      eventDelayMs,
      megabytes: { before, max: maxMegabytes, after: megabytesOf(pid) },
      files: { before: filesBefore, after: countOpenFiles(pid) },
      holds: false,
    }
    result.holds = isFulfilled(options, result)
    return result
  } finally {
    clearInterval(memoryTimer)
    for (const socket of held) socket.destroy()
    await server.kill('SIGTERM')
    scratch.remove()
  }
}

function isFulfilled(options: SlowOptions, result: SlowResult): boolean {
  const { attackers, megabytes, files } = result
  const areAllClosed = Object.values(attackers).every(
    ({ open, maxDurationMs }) => open === 0 && maxDurationMs <= options.maxConnectionMs,
  )
  const areAllServed = Object.keys(result.statuses).every((status) =>
    ['200', '202', '409'].includes(status),
  )
  return (
    areAllClosed &&
    areAllServed &&
    result.requests > 100 &&
    result.p99Milliseconds <= options.maxWaitMs &&
    result.p99AtLimit <= options.maxWaitMs &&
    result.eventDelayMs <= 1_000 + options.maxWaitMs &&
    result.idleServed === options.idle &&
    megabytes.max - megabytes.before <= options.maxGrowthMb &&
    files.after - files.before <= 16
  )
}

async function runAttackers(workerData: AttackOptions): Promise<AttackReport> {
  const worker = new Worker(new URL('./slow/attackers.ts', import.meta.url), { workerData })
  for (;;) {
    const [message] = (await once(worker, 'message')) as [AttackReport | string]
    if (typeof message !== 'string') return message
  }
}

/** Response times of new connections while the connection limit is reached. */
async function measureAtConnectionLimit(
  connections: number,
  { port }: Server,
  guestRequests: readonly GuestRequest[],
): Promise<number> {
  if (connections === 0) return 0
  const silent = await openSilent(port, connections)
  const guests = startGuestLoad(guestRequests, 8)
  await pause(5_000)
  const { times, statuses } = await guests.stop()
  for (const socket of silent) socket.destroy()
  const hasFailures = Object.keys(statuses).some(
    (status) => !['200', '202', '409'].includes(status),
  )
  times.sort((one, other) => one - other)
  return hasFailures ? Number.POSITIVE_INFINITY : percentile(times, 0.99)
}

function percentile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

function countOpenFiles(pid: number | undefined): number {
  const folder = `/proc/${pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : 0
}

/** Every connection needs a file descriptor in the server and in this process. */
function assertFileLimit(files: number): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  if (limit !== 'unlimited' && Number(limit) < files) {
    throw new ProofSkipped(`the limit of open files is ${limit}, and ${files} are needed`)
  }
}

export const slowProof = defineProof({
  id: 'R10',
  name: 'slow',
  scenario:
    'Thousands of connections that send nothing, send one byte a second or never read, on the ' +
    'API, /mcp and the desk.',
  guarantee:
    'Other requests get a response within 100 ms (p99), slow connections are closed within 15 ' +
    's, and memory is bounded.',
  short: {
    connections: 280,
    idle: 20,
    nonReadingDesks: 5,
    silentConnections: 0,
    maxWaitMs: 3_000,
    maxConnectionMs: 30_000,
    maxGrowthMb: 200,
  },
  long: {
    connections: 2_000,
    idle: 200,
    nonReadingDesks: 50,
    silentConnections: 6_000,
    maxWaitMs: 100,
    maxConnectionMs: 15_000,
    maxGrowthMb: 300,
  },
  run: proveSlowClients,
  summarize: ({ attackers, p99Milliseconds, p99AtLimit, requests, megabytes }) => {
    const all = Object.values(attackers)
    const slowest = Math.max(...all.map((one) => one.maxDurationMs))
    const held = all.reduce((sum, one) => sum + one.count, 0)
    return [
      `${formatCount(held)} slow connections, the last closed after ${(slowest / 1000).toFixed(1)} s`,
      `${formatCount(requests)} other requests, p99 ${p99Milliseconds} ms (${p99AtLimit} ms at the connection limit)`,
      `at most ${megabytes.max - megabytes.before} MB more memory`,
    ].join('; ')
  },
})
