/** Some engines that speak like PostgreSQL take its lock for a word without a meaning. */
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { type Sql, StoreUnavailable } from '../sql.ts'
import type { Address } from './connection-url.ts'
import { AddressError } from './connection-url-error.ts'
import { patienceAtStart } from './timeouts.ts'

/** Tried with a key that nobody else uses: those who write must not wait for one who starts. */
export async function refusePretence({ connection }: Address, reading: Sql): Promise<void> {
  const key = `1818588271, ${randomInt(2 ** 31)}`
  const holder = new pg.Client({
    ...connection,
    connectionTimeoutMillis: patienceAtStart.connection,
    query_timeout: patienceAtStart.answer,
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
    const look = `SELECT pg_try_advisory_xact_lock(${key}) AS free`
    const found = await reading.get<{ free: number }>(look)
    if (found?.free === 1) throw new AddressError(withoutLock)
    await holder.query('ROLLBACK')
  } finally {
    holder.end().catch(() => {})
  }
}

const withoutLock =
  'names an engine that does not keep the lock pg_advisory_xact_lock, so several processes cannot share it; docs/scale.md names engines that do.'
