/**
 * R1. Many requests for one slot of known capacity, all at once: exactly so many are accepted, every
 * other one is a 409 whose alternatives are really free.
 */

import { count, defineProof } from './support/proof.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { type Server, startServer } from './support/server.ts'
import { tally } from './support/tally.ts'

export type HotSlot = {
  rounds: number
  requests: number
  capacity: number
  connections: number
  /** How many processes share the one book. */
  processes: number
  /** The address of an empty book; otherwise a new file. */
  database?: string
}

export type HotSlotResult = HotSlot & {
  accepted: number[]
  refused: number[]
  otherStatuses: Record<string, number>
  falseAlternatives: number
  requestsPerSecond: number
  p95Milliseconds: number
  holds: boolean
}

export async function hotSlot(given: HotSlot): Promise<HotSlotResult> {
  const { rounds, requests, capacity, connections, processes } = given
  const scratch = makeScratch()
  const environment = {
    DATABASE_URL: given.database ?? scratch.database,
    CONTENT_DIR: restaurantOfTwos(scratch, capacity),
  }
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startServer(environment, connections)),
  )
  let turn = 0
  const send: Server['send'] = (...request) =>
    (servers[turn++ % processes] as Server).send(...request)
  const result: HotSlotResult = {
    ...given,
    accepted: [],
    refused: [],
    otherStatuses: {},
    falseAlternatives: 0,
    requestsPerSecond: 0,
    p95Milliseconds: 0,
    holds: false,
  }
  const times: number[] = []
  let busy = 0
  try {
    for (const date of openDays().slice(0, rounds)) {
      const alternatives = new Set<string>()
      let [accepted, refused] = [0, 0]
      const body = { ...guest, date, time: '19:00', party_size: 2 }
      const started = performance.now()
      let left = requests
      const knock = async () => {
        while (left-- > 0) {
          const asked = performance.now()
          const { status, text } = await send('POST', '/api/booking', body)
          times.push(performance.now() - asked)
          if (status === 202) accepted++
          else if (status === 409) {
            refused++
            const offered = alternativesIn(text)
            if (offered.length === 0) result.falseAlternatives++
            for (const one of offered) alternatives.add(one)
          } else tally(result.otherStatuses, status)
        }
      }
      await Promise.all(Array.from({ length: connections }, knock))
      busy += performance.now() - started
      result.accepted.push(accepted)
      result.refused.push(refused)
      for (const one of alternatives) {
        const [day = '', time = ''] = one.split(' ')
        const { text } = await send('GET', `/api/availability?date=${day}&party_size=2`)
        const { slots } = JSON.parse(text) as { slots: { time: string }[] }
        if (!slots.some((slot) => slot.time === time)) result.falseAlternatives++
      }
    }
  } finally {
    for (const server of servers) await server.kill('SIGTERM')
    scratch.remove()
  }
  times.sort((one, other) => one - other)
  result.requestsPerSecond = Math.round((times.length / busy) * 1000)
  result.holds =
    result.accepted.every((count) => count === capacity) &&
    Object.keys(result.otherStatuses).length === 0 &&
    result.falseAlternatives === 0
  result.p95Milliseconds = Math.round(times[Math.floor(times.length * 0.95)] ?? 0)
  return result
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }

function alternativesIn(text: string): string[] {
  const { alternatives } = JSON.parse(text) as { alternatives: { date: string; time: string }[] }
  return alternatives.map(({ date, time }) => `${date} ${time}`)
}

export const hotSlotProof = defineProof({
  id: 'R1',
  name: 'hot-slot',
  tried: 'Many requests at once for one slot that holds 40.',
  promised: 'Exactly 40 are accepted; all others are refused with times that are really free.',
  short: { rounds: 3, requests: 500, capacity: 40, connections: 64, processes: 1 },
  long: { rounds: 20, requests: 12_001, capacity: 40, connections: 64, processes: 1 },
  run: hotSlot,
  say: ({ accepted, requestsPerSecond, p95Milliseconds }) =>
    `${accepted.length} rounds, ${accepted.join(' ')} accepted; ${count(requestsPerSecond)} requests/s, p95 ${p95Milliseconds} ms`,
})
