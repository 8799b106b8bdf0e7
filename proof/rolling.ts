/**
 * R16. Several processes share a port. Under load they are replaced one after the other, again and
 * again; then one is killed, and at last all are stopped. The clients keep their connections and try
 * nothing twice: no request fails but those that were under way in the process that was killed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, startCluster } from './support/cluster.ts'
import { keptCodes, needPostgres } from './support/postgres.ts'
import { count, defineProof } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { createSender, type Send } from './support/sender.ts'
import { tally } from './support/tally.ts'

export type Rolling = {
  processes: number
  restarts: number
  /** Connections on which something is asked many times a second. */
  busy: number
  /** Connections that are silent for up to three seconds between two requests. */
  slow: number
}

export type RollingResult = Rolling & {
  requests: number
  acknowledged: number
  /** What came instead of the answer that was due, and how often. */
  failed: Record<string, number>
  /** Requests that were under way in the process that was killed. */
  failedByKill: number
  lost: number
  doubled: number
  secondsOfRestart: number[]
  exitCode: number | null
  holds: boolean
}

export async function rolling(given: Rolling, seed: number): Promise<RollingResult> {
  const database = await needPostgres()
  const address = await database.newDatabase()
  const scratch = makeScratch()
  const environment = { DATABASE_URL: address, CONTENT_DIR: restaurantOfTwos(scratch, 80) }
  const cluster = await startCluster(environment, given.processes)
  const result: RollingResult = {
    ...given,
    requests: 0,
    acknowledged: 0,
    failed: {},
    failedByKill: 0,
    lost: 0,
    doubled: 0,
    secondsOfRestart: [],
    exitCode: null,
    holds: false,
  }
  const load = createLoad(cluster, given, result, randomFrom(seed))
  try {
    await pause(500)
    for (let turn = 0; turn < given.restarts; turn++) {
      const began = performance.now()
      await cluster.restart()
      result.secondsOfRestart.push(Math.round((performance.now() - began) / 100) / 10)
    }
    const starts = cluster.log.filter(({ event }) => event === 'started').length
    load.kill(cluster.members().at(-1) ?? 0)
    await cluster.told('started', starts + 1)
    await pause(500)
    await load.sendAgain()
    load.expectEnd()
    await cluster.kill('SIGTERM')
    result.exitCode = cluster.process.exitCode
  } finally {
    load.expectEnd()
    cluster.process.kill('SIGKILL')
    await load.ended
  }

  const kept = new Set(await keptCodes(address))
  result.acknowledged = load.codes.size
  result.lost = [...load.codes].filter((code) => !kept.has(code)).length
  result.doubled = [...kept].filter((code) => !load.codes.has(code)).length
  await database.stop('SIGINT')
  scratch.remove()
  result.holds =
    result.acknowledged > 10 * given.restarts &&
    Object.keys(result.failed).length === 0 &&
    result.failedByKill <= given.busy + given.slow &&
    result.lost + result.doubled === 0 &&
    result.exitCode === 0
  return result
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1', party_size: 2 }
const starts = ['11:00', '13:00', '17:00', '19:00', '21:00']

/** So long a client may not have noticed that its connection was killed with a process. */
const unnoticed = 500

/** Guests who ask and book until nobody is there any more. */
function createLoad(
  { port }: Cluster,
  { busy, slow }: Rolling,
  result: RollingResult,
  random: Random,
) {
  const days = openDays()
  const availability = `/api/availability?date=${days[0]}`
  const paths = ['/', '/menu', '/api/offers?limit=3', availability]
  const codes = new Set<string>()
  /** Bookings whose answer was lost with the process that was killed. */
  const unsure = new Map<string, object>()
  let killedAt = Number.POSITIVE_INFINITY
  let ending = false
  let booked = 0

  const read = () => {
    const path = random.pick(paths)
    return { method: 'GET', path, due: 200 }
  }
  const book = () => {
    const place = booked++
    const time = starts[Math.floor(place / days.length) % starts.length]
    const body = { ...guest, date: days[place % days.length], time }
    return { method: 'POST', path: '/api/booking', body, key: `rolling-${place}`, due: 202 }
  }
  type Question = ReturnType<typeof read> & Partial<ReturnType<typeof book>>

  /** Whether somebody is still there. */
  const ask = async (send: Send, question: Question) => {
    const { method, path, body, key, due } = question
    const began = performance.now()
    result.requests++
    try {
      const { status, text } = await send(method, path, body, key ? { 'idempotency-key': key } : {})
      if (status !== due) tally(result.failed, `${method} ${status}`)
      else if (key) codes.add(codeIn(text))
      return true
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (ending && code === 'ECONNREFUSED') {
        result.requests--
        return false
      }
      if (began < killedAt + unnoticed && performance.now() > killedAt) {
        result.failedByKill++
        if (key && body) unsure.set(key, body)
      } else tally(result.failed, `${method} ${code ?? message}`)
      return true
    }
  }

  const keepAsking = async (place: number, silence: number) => {
    const { send, close } = createSender(port, 1)
    const next = place % 3 === 0 ? book : read
    while (await ask(send, next())) await pause(random.below(silence))
    close()
  }

  return {
    codes,
    ended: Promise.all([
      ...Array.from({ length: busy }, (_, place) => keepAsking(place, 50)),
      ...Array.from({ length: slow }, (_, place) => keepAsking(place, 3_000)),
    ]),
    kill(pid: number) {
      process.kill(pid, 'SIGKILL')
      killedAt = performance.now()
    },
    async sendAgain() {
      const { send, close } = createSender(port, 1)
      for (const [key, body] of unsure) {
        const { text } = await send('POST', '/api/booking', body, { 'idempotency-key': key })
        codes.add(codeIn(text))
      }
      close()
    },
    expectEnd() {
      ending = true
    },
  }
}

function codeIn(text: string): string {
  return (JSON.parse(text) as { code: string }).code.replaceAll('-', '')
}

export const rollingProof = defineProof({
  id: 'R16',
  name: 'rolling',
  tried:
    'Several processes on one port are replaced one after the other under load, again and again; then one is killed, then all are stopped. No client tries anything twice.',
  promised:
    'No request fails but those under way in the process that was killed; no booking is lost or there twice.',
  short: { processes: 2, restarts: 1, busy: 8, slow: 4 },
  long: { processes: 3, restarts: 10, busy: 12, slow: 6 },
  run: rolling,
  say: ({ restarts, processes, requests, acknowledged, failed, failedByKill, lost, doubled }) => {
    const failures = Object.values(failed).reduce((sum, times) => sum + times, 0)
    return `${restarts} × ${processes} processes replaced: ${count(requests)} requests, ${failures} failed (and ${failedByKill} with the process that was killed); ${count(acknowledged)} bookings, ${lost} lost, ${doubled} doubled`
  },
})
