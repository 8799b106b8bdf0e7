/** PostgreSQL, for several processes that behave as one. */

import { createGroupCommit } from './group-commit.ts'
import { isUpToDate, migrate } from './migrate.ts'
import { assertAdvisoryLocks } from './postgres/advisory-lock-check.ts'
import { createChangeNotifier } from './postgres/change-notifications.ts'
import { createCircuitBreaker, noCircuitBreaker } from './postgres/circuit-breaker.ts'
import { type ConnectionSettings, parseConnectionUrl } from './postgres/connection-url.ts'
import { findPostgresIntegrityErrors, relationFiles, vacuum } from './postgres/maintenance.ts'
import { createReader } from './postgres/reader.ts'
import { startupTimeouts } from './postgres/timeouts.ts'
import { createWriter } from './postgres/writer.ts'
import { createReadiness } from './readiness.ts'
import type { Sql, Store } from './sql.ts'

export async function openPostgres(url: string, now: () => number): Promise<Store> {
  const settings = parseConnectionUrl(url)
  const circuitBreaker = createCircuitBreaker(settings.connection)
  const reader = createReader(settings, circuitBreaker)
  await migrateIfNeeded(settings, now, reader).catch(async (error: unknown) => {
    circuitBreaker.close()
    await reader.close()
    throw error
  })
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
    // A pooler that changes connections under us would listen for somebody else.
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

/** Almost always it is: a process that starts need not keep out those that write. */
async function migrateIfNeeded(
  settings: ConnectionSettings,
  now: () => number,
  reader: Sql,
): Promise<void> {
  if (!(await isUpToDate(reader))) {
    const writer = createWriter(settings, noCircuitBreaker, startupTimeouts)
    await migrate(writer, now).finally(writer.close)
  }
  await assertAdvisoryLocks(settings, reader)
}
