/** The ways in which PostgreSQL is away: stopped, killed, asleep, behind a dead line, or cut off. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Server as Postgres } from '../../test/support/postgres.ts'
import type { Line } from './tcp-proxy.ts'

export const waysAway = ['fast', 'immediate', 'killed', 'paused', 'silent', 'terminated'] as const

export type WayAway = (typeof waysAway)[number]

type Place = { database: Postgres; line: Line; address: string }

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

/** Longer than anybody waits for an answer: until then a line that swallows it is not found out. */
const leastOfSilence = 5_500

/** It is away for so long, and there again when this resolves. */
export async function beAway(way: WayAway, milliseconds: number, place: Place): Promise<void> {
  const { database, line, address } = place
  switch (way) {
    case 'paused':
      database.pause()
      await pause(milliseconds)
      return database.resume()
    case 'silent':
      line.swallow()
      await pause(Math.max(milliseconds, leastOfSilence))
      return line.restore()
    case 'terminated':
      return endConnections(address, milliseconds)
    default:
      await database.stop(signals[way])
      await pause(milliseconds)
      return database.start()
  }
}

/** Again and again, so that some are in the middle of whatever they do. */
async function endConnections(address: string, milliseconds: number): Promise<void> {
  const operator = new pg.Client(address)
  await operator.connect()
  const until = performance.now() + milliseconds
  while (performance.now() < until) {
    await operator.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'letan'",
    )
    await pause(75)
  }
  await operator.end()
}
