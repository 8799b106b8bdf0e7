/** Store in PostgreSQL, which several processes can share. */
import { randomInt } from 'node:crypto'
import type { LocalizedText } from '../kernel/locale.ts'
import { createGroupCommit } from './group-commit.ts'
import { type AssertUsable, isUpToDate } from './migrate.ts'
import { createChangeNotifier } from './postgres/change-notifications.ts'
import { createCircuitBreaker } from './postgres/circuit-breaker.ts'
import { openClient, watchPrimary } from './postgres/client.ts'
import { type ConnectionSettings, parseConnectionUrl } from './postgres/connection-url.ts'
import { ConnectionUrlError } from './postgres/connection-url-error.ts'
import { createLockMonitor } from './postgres/lock-monitor.ts'
import {
  canReadDataVersion,
  findPostgresIntegrityErrors,
  readDataVersion,
  readServerClock,
  relationFiles,
  vacuum,
} from './postgres/maintenance.ts'
import { createReader } from './postgres/reader.ts'
import { runMigrations } from './postgres/run-migrations.ts'
import { startupTimeouts } from './postgres/timeouts.ts'
import { createWriter } from './postgres/writer.ts'
import { createReadiness } from './readiness.ts'
import { type ReportStoreEvent, type Sql, type Store, StoreUnavailable } from './sql.ts'

export async function openPostgres(
  url: string,
  now: () => number,
  {
    report = () => {},
    assertUsable,
  }: { report?: ReportStoreEvent; assertUsable?: AssertUsable } = {},
): Promise<Store> {
  const settings = parseConnectionUrl(url)
  const circuitBreaker = createCircuitBreaker(settings.connection)
  const lockMonitor = createLockMonitor(settings, report)
  const reader = createReader(settings, circuitBreaker, lockMonitor.observe)
  let hasDataVersion: boolean
  try {
    // Checks by reading first, so that a start does not block the writers of other processes.
    if (await isUpToDate(reader)) await assertUsable?.(reader)
    else await runMigrations(settings, now, lockMonitor, assertUsable)
    await assertAdvisoryLocks(settings, reader)
    hasDataVersion = await canReadDataVersion(reader)
  } catch (error) {
    circuitBreaker.close()
    await Promise.all([reader.close(), lockMonitor.close()])
    throw error
  }
  const stopWatching = watchPrimary(settings.connection, () =>
    circuitBreaker.reportFailure(new Error('another server was promoted')),
  )
  const writer = createWriter(settings, circuitBreaker, { onLockWait: lockMonitor.observe })
  const changeNotifier = createChangeNotifier(settings, circuitBreaker, reader.run)
  const groupCommit = createGroupCommit({
    ...writer,
    async commit(timeLeftMs) {
      await writer.commit(timeLeftMs)
      changeNotifier.notify()
    },
  })

  return {
    read: reader,
    write: groupCommit.write,
    ...(hasDataVersion && { dataVersion: () => readDataVersion(reader) }),
    ready: createReadiness(reader, groupCommit),
    // A pooler would run LISTEN on a connection that it then assigns to another client.
    ...(!settings.isPooled && { onChange: changeNotifier.onChange }),
    lockHolder: lockMonitor.holder,
    readClock: () => readServerClock(reader),
    findIntegrityErrors: () => findPostgresIntegrityErrors(reader),
    vacuum: (tables) => vacuum(settings, tables),
    relationFiles,
    metrics: groupCommit.metrics,
    async close() {
      stopWatching()
      await groupCommit.close()
      await changeNotifier.close()
      await Promise.all([writer.close(), reader.close(), lockMonitor.close()])
      circuitBreaker.close()
    },
  }
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

const locksNotEnforced: LocalizedText = {
  vi:
    'dẫn tới một hệ không giữ khoá pg_advisory_xact_lock, nên nhiều tiến trình không dùng chung được; ' +
    'docs/scale.md liệt kê các hệ giữ khoá này.',
  en:
    'names an engine that does not enforce pg_advisory_xact_lock, so several processes cannot share it; ' +
    'docs/scale.md lists engines that do.',
}
