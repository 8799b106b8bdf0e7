/** Continuous writes and reads, with the counts of their responses. */
import { setTimeout as pause } from 'node:timers/promises'
import { incrementCount } from './count-by.ts'
import type { Guests } from './guests.ts'
import type { ClientResponse, Server } from './server.ts'

export type TrafficCounts = {
  writes: Record<string, number>
  reads: Record<string, number>
  /** Responses that must not occur. */
  wrong: Record<string, number>
}

export type Traffic = {
  /** Time of the last accepted write, and of the last one that got 503. */
  acceptedAt(): number
  rejectedAt(): number
  stop(): Promise<void>
}

export function startTraffic(
  server: Server,
  guests: Guests,
  { writers, paths }: { writers: number; paths: readonly string[] },
  { writes, reads, wrong }: TrafficCounts,
): Traffic {
  let running = true
  let [acceptedAt, rejectedAt] = [0, 0]

  const writeOnce = async (key: string) => {
    const response = await guests.sendBooking(server, key)
    incrementCount(writes, statusOf(response))
    if (response?.status === 202) acceptedAt = performance.now()
    else if (response?.status === 503) rejectedAt = performance.now()
    if (response?.status === 503 && response.headers['retry-after'] === undefined) {
      incrementCount(wrong, '503 without Retry-After')
    }
    if (response?.status !== 202) await pause(25)
    return response?.status === 503
  }
  const write = async () => {
    while (running) {
      const key = guests.newBookingKey()
      while ((await writeOnce(key)) && running);
    }
  }
  const read = async (path: string) => {
    while (running) {
      const response = await server.send('GET', path).catch(() => undefined)
      incrementCount(reads, statusOf(response))
      if (response?.status !== 200) incrementCount(wrong, `${statusOf(response)} to ${path}`)
      await pause(25)
    }
  }

  const loops = [...Array.from({ length: writers }, write), ...paths.map(read)]
  return {
    acceptedAt: () => acceptedAt,
    rejectedAt: () => rejectedAt,
    async stop() {
      running = false
      await Promise.all(loops)
    },
  }
}

const statusOf = (response: ClientResponse | undefined) => response?.status ?? 'no response'
