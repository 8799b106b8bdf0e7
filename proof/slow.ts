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
import type { Given, Told } from './slow/attackers.ts'
import { sendGuests, type Wish, wishesOf } from './slow/guests.ts'
import { countServed, openIdle, openLive, openSilent, timeToNews } from './slow/sockets.ts'
import { joinAsOwner } from './support/desk.ts'
import { megabytesOf } from './support/memory.ts'
import { CannotTry, count, defineProof } from './support/proof.ts'
import { makeScratch } from './support/scratch.ts'
import { freePort, type Server, startServer } from './support/server.ts'

export type Slow = {
  /** Those who are slow, and those who were answered once and then keep silent. */
  connections: number
  idle: number
  /** Desks that listen and do not read. */
  deafDesks: number
  /** Still more connections in the end, all silent, than a listener lets in at once. */
  crowd: number
  /** How long a guest may wait (p99), and whoever is slow may stay. */
  mostMilliseconds: number
  longestStay: number
  mayGrow: number
}

export type SlowResult = {
  attackers: Told
  p99Milliseconds: number
  slowest: Record<string, number>
  p99InCrowd: number
  requests: number
  statuses: Record<string, number>
  /** Of those who were answered and kept silent, how many were still connected and answered again. */
  idleServed: number
  newsMilliseconds: number
  megabytes: { before: number; most: number; after: number }
  files: { before: number; after: number }
  holds: boolean
}

export async function slow(given: Slow): Promise<SlowResult> {
  needFiles(Math.max(given.connections + given.idle, given.crowd) + 500)
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
  let watch: NodeJS.Timeout | undefined
  let most = 0
  try {
    const cookie = await joinAsOwner(environment, 'Mai')
    const wishes = wishesOf(server.port, deskPort, cookie)
    const warm = sendGuests(wishes, 8)
    await pause(1_000)
    await warm.stop()
    const before = megabytesOf(pid)
    const filesBefore = openFiles(pid)

    const idle = await openIdle(server.port, given.idle)
    held.push(...idle)
    const [listening, ...deaf] = await openLive(deskPort, cookie, given.deafDesks + 1)
    for (const desk of deaf) held.push(desk.pause())
    if (!listening) throw new Error('no desk listens')
    held.push(listening)

    watch = setInterval(() => {
      most = Math.max(most, megabytesOf(pid))
    }, 250)
    const guests = sendGuests(wishes, 8)
    const news = pause(3_000).then(() => timeToNews(listening, server))
    const seconds = given.longestStay / 1000 + 2
    const attackers = await attack({ port: server.port, connections: given.connections, seconds })
    const { times, statuses, slowest } = await guests.stop()
    const newsMilliseconds = await news
    const idleServed = await countServed(idle)
    const p99InCrowd = await amongCrowd(given.crowd, server, wishes)
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
      newsMilliseconds,
      megabytes: { before, most, after: megabytesOf(pid) },
      files: { before: filesBefore, after: openFiles(pid) },
      holds: false,
    }
    result.holds = holds(given, result)
    return result
  } finally {
    clearInterval(watch)
    for (const socket of held) socket.destroy()
    await server.kill('SIGTERM')
    scratch.remove()
  }
}

function holds(given: Slow, found: SlowResult): boolean {
  const { attackers, megabytes, files } = found
  const gone = Object.values(attackers).every(
    ({ left, stayedMilliseconds }) => left === 0 && stayedMilliseconds <= given.longestStay,
  )
  const served = Object.keys(found.statuses).every((status) =>
    ['200', '202', '409'].includes(status),
  )
  return (
    gone &&
    served &&
    found.requests > 100 &&
    found.p99Milliseconds <= given.mostMilliseconds &&
    found.p99InCrowd <= given.mostMilliseconds &&
    found.newsMilliseconds <= 1_000 + given.mostMilliseconds &&
    found.idleServed === given.idle &&
    megabytes.most - megabytes.before <= given.mayGrow &&
    files.after - files.before <= 16
  )
}

async function attack(workerData: Given): Promise<Told> {
  const worker = new Worker(new URL('./slow/attackers.ts', import.meta.url), { workerData })
  for (;;) {
    const [told] = (await once(worker, 'message')) as [Told | string]
    if (typeof told !== 'string') return told
  }
}

/** Guests on new connections while more are there than are let in. */
async function amongCrowd(
  connections: number,
  { port }: Server,
  wishes: readonly Wish[],
): Promise<number> {
  if (connections === 0) return 0
  const crowd = await openSilent(port, connections)
  const guests = sendGuests(wishes, 8)
  await pause(5_000)
  const { times, statuses } = await guests.stop()
  for (const socket of crowd) socket.destroy()
  const refused = Object.keys(statuses).some((status) => !['200', '202', '409'].includes(status))
  times.sort((one, other) => one - other)
  return refused ? Number.POSITIVE_INFINITY : percentile(times, 0.99)
}

function percentile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

function openFiles(pid: number | undefined): number {
  const folder = `/proc/${pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : 0
}

/** Every connection is an open file at both its ends. */
function needFiles(files: number): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  if (limit !== 'unlimited' && Number(limit) < files) {
    throw new CannotTry(`a process may open ${limit} files here, and ${files} are needed`)
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
    deafDesks: 5,
    crowd: 0,
    mostMilliseconds: 3_000,
    longestStay: 30_000,
    mayGrow: 200,
  },
  long: {
    connections: 2_000,
    idle: 200,
    deafDesks: 50,
    crowd: 6_000,
    mostMilliseconds: 100,
    longestStay: 15_000,
    mayGrow: 300,
  },
  run: slow,
  say: ({ attackers, p99Milliseconds, p99InCrowd, requests, megabytes }) => {
    const all = Object.values(attackers)
    const slowest = Math.max(...all.map((one) => one.stayedMilliseconds))
    const held = all.reduce((sum, one) => sum + one.count, 0)
    return `${count(held)} slow connections, the last gone after ${(slowest / 1000).toFixed(1)} s; ${count(requests)} requests of guests meanwhile, p99 ${p99Milliseconds} ms (${p99InCrowd} ms in a crowd); ${megabytes.most - megabytes.before} MB more at most`
  },
})
