/** Simulates outages of PostgreSQL: stopped, killed, paused, unreachable, or with terminated connections. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Server as Postgres } from '../../test/support/postgres.ts'
import type { TcpProxy } from './tcp-proxy.ts'

export const outageKinds = [
  'fast',
  'immediate',
  'killed',
  'paused',
  'silent',
  'terminated',
] as const

export type OutageKind = (typeof outageKinds)[number]

type OutageTarget = { database: Postgres; proxy: TcpProxy; address: string }

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

/** Longer than the response timeout, because a silent connection is detected only by that timeout. */
const minSilenceMs = 5_500

/** Resolves when PostgreSQL is available again. */
export async function simulateOutage(
  kind: OutageKind,
  milliseconds: number,
  target: OutageTarget,
): Promise<void> {
  const { database, proxy, address } = target
  switch (kind) {
    case 'paused':
      database.pause()
      await pause(milliseconds)
      return database.resume()
    case 'silent':
      proxy.dropData()
      await pause(Math.max(milliseconds, minSilenceMs))
      return proxy.restore()
    case 'terminated':
      return terminateConnections(address, milliseconds)
    default:
      await database.stop(signals[kind])
      await pause(milliseconds)
      return database.start()
  }
}

/** Repeats, so that some connections are in a transaction. */
async function terminateConnections(address: string, milliseconds: number): Promise<void> {
  const operator = new pg.Client(address)
  await operator.connect()
  const endAtMs = performance.now() + milliseconds
  while (performance.now() < endAtMs) {
    await operator.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'letan'",
    )
    await pause(75)
  }
  await operator.end()
}
