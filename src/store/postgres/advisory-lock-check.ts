/** Some engines that speak like PostgreSQL take its lock for a word without a meaning. */
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { type Sql, StoreUnavailable } from '../sql.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { ConnectionUrlError } from './connection-url-error.ts'
import { startupTimeouts } from './timeouts.ts'

/** Tried with a key that nobody else uses: those who write must not wait for one who starts. */
export async function assertAdvisoryLocks(
  { connection }: ConnectionSettings,
  reader: Sql,
): Promise<void> {
  const key = `1818588271, ${randomInt(2 ** 31)}`
  const holder = new pg.Client({
    ...connection,
    connectionTimeoutMillis: startupTimeouts.connectMs,
    query_timeout: startupTimeouts.responseMs,
  })
  holder.on('error', () => {})
  try {
    await holder.connect()
    await holder.query(`BEGIN; SELECT pg_advisory_xact_lock(${key})`)
  } catch (error) {
    holder.end().catch(() => {})
    throw new StoreUnavailable(error)
  }
  try {
    const tryLock = `SELECT pg_try_advisory_xact_lock(${key}) AS free`
    const row = await reader.get<{ free: number }>(tryLock)
    if (row?.free === 1) throw new ConnectionUrlError(locksNotEnforced)
    await holder.query('ROLLBACK')
  } finally {
    holder.end().catch(() => {})
  }
}

const locksNotEnforced =
  'names an engine that does not keep the lock pg_advisory_xact_lock, so several processes cannot share it; docs/scale.md names engines that do.'
