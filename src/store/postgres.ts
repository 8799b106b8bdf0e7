/** Store in PostgreSQL, which several processes can share. */
import { randomInt } from 'node:crypto'
import { createGroupCommit } from './group-commit.ts'
import { isUpToDate, migrate } from './migrate.ts'
import { createChangeNotifier } from './postgres/change-notifications.ts'
import { createCircuitBreaker, noCircuitBreaker } from './postgres/circuit-breaker.ts'
import { openClient } from './postgres/client.ts'
import { type ConnectionSettings, parseConnectionUrl } from './postgres/connection-url.ts'
import { ConnectionUrlError } from './postgres/connection-url-error.ts'
import { findPostgresIntegrityErrors, relationFiles, vacuum } from './postgres/maintenance.ts'
import { createReader } from './postgres/reader.ts'
import { startupTimeouts } from './postgres/timeouts.ts'
import { createWriter } from './postgres/writer.ts'
import { createReadiness } from './readiness.ts'
import { type Sql, type Store, StoreUnavailable } from './sql.ts'

export async function openPostgres(url: string, now: () => number): Promise<Store> {
  const settings = parseConnectionUrl(url)
  const circuitBreaker = createCircuitBreaker(settings.connection)
  const reader = createReader(settings, circuitBreaker)
  try {
    await migrateIfNeeded(settings, now, reader)
    await assertAdvisoryLocks(settings, reader)
  } catch (error) {
    circuitBreaker.close()
    await reader.close()
    throw error
  }
  const writer = createWriter(settings, circuitBreaker)
  const changeNotifier = createChangeNotifier(settings, circuitBreaker, reader.run)
  const groupCommit = createGroupCommit({
    ...writer,
    async commit() {
      await writer.commit()
      changeNotifier.notify()
    },
  })

  return {
    read: reader,
    write: groupCommit.write,
    ready: createReadiness(reader, groupCommit),
    // A pooler would run LISTEN on a connection that it then assigns to another client.
    ...(!settings.isPooled && { onChange: changeNotifier.onChange }),
    findIntegrityErrors: () => findPostgresIntegrityErrors(reader),
    vacuum: (tables) => vacuum(settings, tables),
    relationFiles,
    metrics: groupCommit.metrics,
    async close() {
      await groupCommit.waitUntilIdle()
      await changeNotifier.close()
      await Promise.all([writer.close(), reader.close()])
      circuitBreaker.close()
    },
  }
}

/** Checks by reading first, so that a start does not block the writers of other processes. */
async function migrateIfNeeded(
  settings: ConnectionSettings,
  now: () => number,
  reader: Sql,
): Promise<void> {
  if (await isUpToDate(reader)) return
  const writer = createWriter(settings, noCircuitBreaker, startupTimeouts)
  await migrate(writer, now).finally(writer.close)
}

/**
 * Some PostgreSQL-compatible engines accept pg_advisory_xact_lock but do not enforce it. We refuse to start on them.
 * The check uses a random key, so that it does not block writers.
 */
async function assertAdvisoryLocks({ connection }: ConnectionSettings, reader: Sql): Promise<void> {
  const key = `1818588271, ${randomInt(2 ** 31)}`
  const holder = await openClient(connection, startupTimeouts).catch((error: unknown) => {
    throw new StoreUnavailable(error)
  })
  try {
    await holder.query(`BEGIN; SELECT pg_advisory_xact_lock(${key})`).catch((error: unknown) => {
      throw new StoreUnavailable(error)
    })
    const row = await reader.get<{ free: number }>(
      `SELECT pg_try_advisory_xact_lock(${key}) AS free`,
    )
    if (row?.free === 1) throw new ConnectionUrlError(locksNotEnforced)
    await holder.query('ROLLBACK')
  } finally {
    holder.end().catch(() => {})
  }
}

const locksNotEnforced =
  'names an engine that does not enforce pg_advisory_xact_lock, so several processes cannot share it; ' +
  'docs/scale.md lists engines that do.'
