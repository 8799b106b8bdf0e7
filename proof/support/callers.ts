/** Guests who ask and book until nobody is there any more. They try nothing twice. */
import { setTimeout as pause } from 'node:timers/promises'
import { incrementCount } from './count-by.ts'
import { createHttpClient, type Send } from './http-client.ts'
import type { Random } from './random.ts'
import { openDays } from './scratch.ts'

/** How many there are: some ask many times a second, others are silent for up to three seconds. */
export type CallerLoad = { busy: number; slow: number; connectionMode?: ConnectionMode }

/** Whether they keep their connections, or come anew with every question. */
export type ConnectionMode = 'kept' | 'anew'

/** What became of all they asked. */
export type CallStats = {
  requests: number
  acknowledged: number
  /** What came instead of the answer that was due, and how often. */
  failed: Record<string, number>
  /** Requests that were under way in a process that was killed. */
  failedByKill: number
  lost: number
  doubled: number
}

export function createCallStats(): CallStats {
  return { requests: 0, acknowledged: 0, failed: {}, failedByKill: 0, lost: 0, doubled: 0 }
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

/** So long a client may not have noticed that its connection was killed with a process. */
const killGraceMs = 500

export function startCallers(port: number, load: CallerLoad, stats: CallStats, random: Random) {
  const days = openDays()
  const paths = ['/', '/menu', '/api/offers?limit=3', `/api/availability?date=${days[0]}`]
  const codes = new Set<string>()
  /** Bookings whose answer was lost with the process that was killed. */
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

  /** Whether somebody is still there. */
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
    const { send, close } = createHttpClient(port, 1, load.connectionMode !== 'anew')
    const next = index % 3 === 0 ? createBooking : createRead
    while (!isStopping && (await sendCall(send, next()))) await pause(random.below(maxPauseMs))
    close()
  }

  return {
    /** Resolves when the last of them has left, or found that nobody is there. */
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
    /** Whoever finds the door closed from now on leaves without a word. */
    expectShutdown() {
      isEnding = true
    },
    /** Nobody asks anything more. */
    stop() {
      isStopping = true
    },
    /** What they were told against what is in the book. */
    compare(storedCodes: readonly string[]) {
      const stored = new Set(storedCodes)
      stats.acknowledged = codes.size
      stats.lost = [...codes].filter((code) => !stored.has(code)).length
      stats.doubled = storedCodes.filter((code) => !codes.has(code)).length
    },
  }
}

/** Ours is a problem with a title; what stands between us says something else, or nothing. */
function problemTitle(text: string): string {
  return /"title":"([^"]*)"/.exec(text)?.[1] ?? 'not of our making'
}

function bookingCode(text: string): string {
  return (JSON.parse(text) as { code: string }).code.replaceAll('-', '')
}
