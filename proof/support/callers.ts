/** Clients that read and book in a loop and never retry. */
import { setTimeout as pause } from 'node:timers/promises'
import { incrementCount } from './count-by.ts'
import { createHttpClient, type Send } from './http-client.ts'
import type { Random } from './random.ts'
import { openDays } from './scratch.ts'

/** Number of clients: busy ones send many requests a second, slow ones pause for up to three seconds. */
export type CallerLoad = { busy: number; slow: number; connectionMode?: ConnectionMode }

/** `new`: a new connection for each request. */
type ConnectionMode = 'keep-alive' | 'new'

export type CallStats = {
  requests: number
  acknowledged: number
  /** Number of failures by method and status or error. */
  failed: Record<string, number>
  /** Number of requests in progress in a process that was killed. */
  failedByKill: number
  lost: number
  duplicated: number
}

export function createCallStats(): CallStats {
  return { requests: 0, acknowledged: 0, failed: {}, failedByKill: 0, lost: 0, duplicated: 0 }
}

export function sumCounts(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, times) => total + times, 0)
}

type CallSpec = {
  method: string
  path: string
  expectedStatus: number
  body?: object
  key?: string
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1', party_size: 2 }
const starts = ['11:00', '13:00', '17:00', '19:00', '21:00']

/** Maximum time until a client notices that its connection was closed by a kill. */
const killGraceMs = 500

export function startCallers(port: number, load: CallerLoad, stats: CallStats, random: Random) {
  const days = openDays()
  const paths = ['/', '/menu', '/api/offers?limit=3', `/api/availability?date=${days[0]}`]
  const codes = new Set<string>()
  /** Bookings whose response was lost because the process was killed. */
  const unacknowledged = new Map<string, object>()
  let killedAt = Number.POSITIVE_INFINITY
  let isEnding = false
  let isStopping = false
  let bookingCount = 0

  const createRead = (): CallSpec => ({
    method: 'GET',
    path: random.pick(paths),
    expectedStatus: 200,
  })
  const createBooking = (): CallSpec => {
    const index = bookingCount++
    const time = starts[Math.floor(index / days.length) % starts.length]
    const body = { ...guest, date: days[index % days.length], time }
    return {
      method: 'POST',
      path: '/api/booking',
      body,
      key: `rolling-${index}`,
      expectedStatus: 202,
    }
  }

  /** Returns whether the server still accepts connections. */
  const sendCall = async (send: Send, { method, path, body, key, expectedStatus }: CallSpec) => {
    const began = performance.now()
    stats.requests++
    try {
      const { status, text } = await send(method, path, body, key ? { 'idempotency-key': key } : {})
      if (status !== expectedStatus)
        incrementCount(stats.failed, `${method} ${status} ${problemTitle(text)}`)
      else if (key) codes.add(bookingCode(text))
      return true
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (isEnding && code === 'ECONNREFUSED') {
        stats.requests--
        return false
      }
      if (began < killedAt + killGraceMs && performance.now() > killedAt) {
        stats.failedByKill++
        if (key && body) unacknowledged.set(key, body)
      } else incrementCount(stats.failed, `${method} ${code ?? message}`)
      return true
    }
  }

  const callLoop = async (index: number, maxPauseMs: number) => {
    const { send, close } = createHttpClient(port, 1, load.connectionMode !== 'new')
    const next = index % 3 === 0 ? createBooking : createRead
    while (!isStopping && (await sendCall(send, next()))) await pause(random.below(maxPauseMs))
    close()
  }

  return {
    /** Resolves when all clients have stopped. */
    ended: Promise.all([
      ...Array.from({ length: load.busy }, (_, index) => callLoop(index, 50)),
      ...Array.from({ length: load.slow }, (_, index) => callLoop(index, 3_000)),
    ]),
    kill(pid: number) {
      process.kill(pid, 'SIGKILL')
      killedAt = performance.now()
    },
    async sendAgain() {
      const { send, close } = createHttpClient(port, 1)
      for (const [key, body] of unacknowledged) {
        const { text } = await send('POST', '/api/booking', body, { 'idempotency-key': key })
        codes.add(bookingCode(text))
      }
      close()
    },
    /** From now on a refused connection stops a client and is not a failure. */
    expectShutdown() {
      isEnding = true
    },
    stop() {
      isStopping = true
    },
    /** Compares the acknowledged bookings with the database. */
    compare(storedCodes: readonly string[]) {
      const stored = new Set(storedCodes)
      stats.acknowledged = codes.size
      stats.lost = [...codes].filter((code) => !stored.has(code)).length
      stats.duplicated = storedCodes.filter((code) => !codes.has(code)).length
    },
  }
}

/** Letan responds with a problem that has a title; a load balancer does not. */
function problemTitle(text: string): string {
  return /"title":"([^"]*)"/.exec(text)?.[1] ?? 'not from Letan'
}

function bookingCode(text: string): string {
  return (JSON.parse(text) as { code: string }).code.replaceAll('-', '')
}
