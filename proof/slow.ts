/**
 * R10. Many hold connections and are slow on purpose: guests are served meanwhile as always, and
 * whoever is slow is gone within 15 seconds.
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

export type SlowOptions = {
  /** Those who are slow, and those who were answered once and then keep silent. */
  connections: number
  idle: number
  /** Desks that listen and do not read. */
  nonReadingDesks: number
  /** Still more connections in the end, all silent, than a listener lets in at once. */
  crowd: number
  /** How long a guest may wait (p99), and whoever is slow may stay. */
  maxWaitMs: number
  maxConnectionMs: number
  maxGrowthMb: number
}

export type SlowResult = {
  attackers: AttackReport
  p99Milliseconds: number
  slowest: Record<string, number>
  p99InCrowd: number
  requests: number
  statuses: Record<string, number>
  /** Of those who were answered and kept silent, how many were still connected and answered again. */
  idleServed: number
  eventDelayMs: number
  megabytes: { before: number; most: number; after: number }
  files: { before: number; after: number }
  holds: boolean
}

export async function proveSlowClients(options: SlowOptions): Promise<SlowResult> {
  assertFileLimit(Math.max(options.connections + options.idle, options.crowd) + 500)
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
  let most = 0
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
    if (!listening) throw new Error('no desk listens')
    held.push(listening)

    memoryTimer = setInterval(() => {
      most = Math.max(most, megabytesOf(pid))
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
    const p99InCrowd = await measureInCrowd(options.crowd, server, guestRequests)
    for (const socket of held) socket.destroy()
    await pause(1_000)

    times.sort((one, other) => one - other)
    const result: SlowResult = {
      attackers,
      p99Milliseconds: percentile(times, 0.99),
      slowest,
      p99InCrowd,
      requests: times.length,
      statuses,
      idleServed,
      eventDelayMs,
      megabytes: { before, most, after: megabytesOf(pid) },
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

function isFulfilled(options: SlowOptions, found: SlowResult): boolean {
  const { attackers, megabytes, files } = found
  const areAllClosed = Object.values(attackers).every(
    ({ left, stayedMilliseconds }) => left === 0 && stayedMilliseconds <= options.maxConnectionMs,
  )
  const areAllServed = Object.keys(found.statuses).every((status) =>
    ['200', '202', '409'].includes(status),
  )
  return (
    areAllClosed &&
    areAllServed &&
    found.requests > 100 &&
    found.p99Milliseconds <= options.maxWaitMs &&
    found.p99InCrowd <= options.maxWaitMs &&
    found.eventDelayMs <= 1_000 + options.maxWaitMs &&
    found.idleServed === options.idle &&
    megabytes.most - megabytes.before <= options.maxGrowthMb &&
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

/** Guests on new connections while more are there than are let in. */
async function measureInCrowd(
  connections: number,
  { port }: Server,
  guestRequests: readonly GuestRequest[],
): Promise<number> {
  if (connections === 0) return 0
  const crowd = await openSilent(port, connections)
  const guests = startGuestLoad(guestRequests, 8)
  await pause(5_000)
  const { times, statuses } = await guests.stop()
  for (const socket of crowd) socket.destroy()
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

/** Every connection is an open file at both its ends. */
function assertFileLimit(files: number): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  if (limit !== 'unlimited' && Number(limit) < files) {
    throw new ProofSkipped(`a process may open ${limit} files here, and ${files} are needed`)
  }
}

export const slowProof = defineProof({
  id: 'R10',
  name: 'slow',
  tried:
    'Thousands of connections that say nothing, send a byte a second or never read, on the API, /mcp and the desk.',
  promised:
    'Guests are answered within 100 ms (p99) meanwhile, whoever is slow is gone within 15 s, memory is bounded.',
  short: {
    connections: 280,
    idle: 20,
    nonReadingDesks: 5,
    crowd: 0,
    maxWaitMs: 3_000,
    maxConnectionMs: 30_000,
    maxGrowthMb: 200,
  },
  long: {
    connections: 2_000,
    idle: 200,
    nonReadingDesks: 50,
    crowd: 6_000,
    maxWaitMs: 100,
    maxConnectionMs: 15_000,
    maxGrowthMb: 300,
  },
  run: proveSlowClients,
  summarize: ({ attackers, p99Milliseconds, p99InCrowd, requests, megabytes }) => {
    const all = Object.values(attackers)
    const slowest = Math.max(...all.map((one) => one.stayedMilliseconds))
    const held = all.reduce((sum, one) => sum + one.count, 0)
    return `${formatCount(held)} slow connections, the last gone after ${(slowest / 1000).toFixed(1)} s; ${formatCount(requests)} requests of guests meanwhile, p99 ${p99Milliseconds} ms (${p99InCrowd} ms in a crowd); ${megabytes.most - megabytes.before} MB more at most`
  },
})
