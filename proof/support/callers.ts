/** Guests who ask and book until nobody is there any more. They try nothing twice. */
import { setTimeout as pause } from 'node:timers/promises'
import { tally } from './count-by.ts'
import { createSender, type Send } from './http-client.ts'
import type { Random } from './random.ts'
import { openDays } from './scratch.ts'

/** How many there are: some ask many times a second, others are silent for up to three seconds. */
export type Crowd = { busy: number; slow: number; manner?: Manner }

/** Whether they keep their connections, or come anew with every question. */
export type Manner = 'kept' | 'anew'

/** What became of all they asked. */
export type Calls = {
  requests: number
  acknowledged: number
  /** What came instead of the answer that was due, and how often. */
  failed: Record<string, number>
  /** Requests that were under way in a process that was killed. */
  failedByKill: number
  lost: number
  doubled: number
}

export function noCalls(): Calls {
  return { requests: 0, acknowledged: 0, failed: {}, failedByKill: 0, lost: 0, doubled: 0 }
}

export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, times) => total + times, 0)
}

type Question = { method: string; path: string; due: number; body?: object; key?: string }

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1', party_size: 2 }
const starts = ['11:00', '13:00', '17:00', '19:00', '21:00']

/** So long a client may not have noticed that its connection was killed with a process. */
const unnoticed = 500

export function callWithoutEnd(port: number, crowd: Crowd, calls: Calls, random: Random) {
  const days = openDays()
  const paths = ['/', '/menu', '/api/offers?limit=3', `/api/availability?date=${days[0]}`]
  const codes = new Set<string>()
  /** Bookings whose answer was lost with the process that was killed. */
  const unsure = new Map<string, object>()
  let killedAt = Number.POSITIVE_INFINITY
  let ending = false
  let leaving = false
  let booked = 0

  const read = (): Question => ({ method: 'GET', path: random.pick(paths), due: 200 })
  const book = (): Question => {
    const place = booked++
    const time = starts[Math.floor(place / days.length) % starts.length]
    const body = { ...guest, date: days[place % days.length], time }
    return { method: 'POST', path: '/api/booking', body, key: `rolling-${place}`, due: 202 }
  }

  /** Whether somebody is still there. */
  const ask = async (send: Send, { method, path, body, key, due }: Question) => {
    const began = performance.now()
    calls.requests++
    try {
      const { status, text } = await send(method, path, body, key ? { 'idempotency-key': key } : {})
      if (status !== due) tally(calls.failed, `${method} ${status} ${titleOf(text)}`)
      else if (key) codes.add(codeIn(text))
      return true
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (ending && code === 'ECONNREFUSED') {
        calls.requests--
        return false
      }
      if (began < killedAt + unnoticed && performance.now() > killedAt) {
        calls.failedByKill++
        if (key && body) unsure.set(key, body)
      } else tally(calls.failed, `${method} ${code ?? message}`)
      return true
    }
  }

  const keepAsking = async (place: number, silence: number) => {
    const { send, close } = createSender(port, 1, crowd.manner !== 'anew')
    const next = place % 3 === 0 ? book : read
    while (!leaving && (await ask(send, next()))) await pause(random.below(silence))
    close()
  }

  return {
    /** Resolves when the last of them has left, or found that nobody is there. */
    ended: Promise.all([
      ...Array.from({ length: crowd.busy }, (_, place) => keepAsking(place, 50)),
      ...Array.from({ length: crowd.slow }, (_, place) => keepAsking(place, 3_000)),
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
    /** Whoever finds the door closed from now on leaves without a word. */
    expectEnd() {
      ending = true
    },
    /** Nobody asks anything more. */
    leave() {
      leaving = true
    },
    /** What they were told against what is in the book. */
    compare(kept: readonly string[]) {
      const inBook = new Set(kept)
      calls.acknowledged = codes.size
      calls.lost = [...codes].filter((code) => !inBook.has(code)).length
      calls.doubled = kept.filter((code) => !codes.has(code)).length
    },
  }
}

/** Ours is a problem with a title; what stands between us says something else, or nothing. */
function titleOf(text: string): string {
  return /"title":"([^"]*)"/.exec(text)?.[1] ?? 'not of our making'
}

function codeIn(text: string): string {
  return (JSON.parse(text) as { code: string }).code.replaceAll('-', '')
}
