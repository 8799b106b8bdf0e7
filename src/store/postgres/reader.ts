/** Read side of the store: a read is repeated once on another connection when its own has ended. */
import type { QueryConfig } from 'pg'
import type { Sql } from '../sql.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { canRepeatRead, isStalePlan, isUnreachable, toStoreError } from './errors.ts'
import { createPreparedSql } from './prepared-statements.ts'
import { createReadPool } from './read-pool.ts'

type PostgresReader = Sql & { close(): Promise<void> }

export function createReader(
  settings: ConnectionSettings,
  circuitBreaker: CircuitBreaker,
): PostgresReader {
  let pool = createReadPool(settings)
  const replacePool = () => {
    pool.close().catch(() => {})
    pool = createReadPool(settings)
  }
  circuitBreaker.onOpen(replacePool)

  const query = async (queryConfig: QueryConfig) => {
    for (let isRepeated = false; ; isRepeated = true) {
      await circuitBreaker.assertClosed()
      const usedPool = pool
      try {
        return await usedPool.query(queryConfig)
      } catch (error) {
        if (isStalePlan(error) && usedPool === pool) replacePool()
        const isReplaced = usedPool !== pool
        if (!isRepeated && (isReplaced || canRepeatRead(error))) continue
        // An error on connections that were replaced since says nothing about the new ones.
        if (isUnreachable(error) && !isReplaced) circuitBreaker.reportFailure(error)
        throw toStoreError(error)
      }
    }
  }

  return { ...createPreparedSql(query, !settings.isPooled), close: () => pool.close() }
}
