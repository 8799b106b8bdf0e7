/** Guests who write without pause and others who read, and how all of them were answered. */
import { setTimeout as pause } from 'node:timers/promises'
import { tally } from './count-by.ts'
import type { Guests } from './guests.ts'
import type { Answer, Server } from './server.ts'

export type Answers = {
  writes: Record<string, number>
  reads: Record<string, number>
  /** What nobody should have been answered. */
  wrong: Record<string, number>
}

export type Traffic = {
  /** When somebody was last told that he has a table, and when to come back. */
  acceptedAt(): number
  refusedAt(): number
  stop(): Promise<void>
}

export function startTraffic(
  server: Server,
  guests: Guests,
  { writers, paths }: { writers: number; paths: readonly string[] },
  { writes, reads, wrong }: Answers,
): Traffic {
  let running = true
  let [acceptedAt, refusedAt] = [0, 0]

  const writeOnce = async (key: string) => {
    const answer = await guests.ask(server, key)
    tally(writes, said(answer))
    if (answer?.status === 202) acceptedAt = performance.now()
    else if (answer?.status === 503) refusedAt = performance.now()
    if (answer?.status === 503 && answer.headers['retry-after'] === undefined) {
      tally(wrong, '503 without Retry-After')
    }
    if (answer?.status !== 202) await pause(25)
    return answer?.status === 503
  }
  const write = async () => {
    while (running) {
      const key = guests.newWish()
      while ((await writeOnce(key)) && running);
    }
  }
  const read = async (path: string) => {
    while (running) {
      const answer = await server.send('GET', path).catch(() => undefined)
      tally(reads, said(answer))
      if (answer?.status !== 200) tally(wrong, `${said(answer)} to ${path}`)
      await pause(25)
    }
  }

  const loops = [...Array.from({ length: writers }, write), ...paths.map(read)]
  return {
    acceptedAt: () => acceptedAt,
    refusedAt: () => refusedAt,
    async stop() {
      running = false
      await Promise.all(loops)
    },
  }
}

const said = (answer: Answer | undefined) => answer?.status ?? 'no answer'
