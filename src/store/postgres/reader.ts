/**
 * Read side of the store: identical reads are coalesced, and a read is repeated once on another connection when its own
 * has ended.
 */
import type { QueryConfig, QueryResult } from 'pg'
import type { Sql } from '../sql.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { canRepeatRead, isLockTimeout, isStalePlan, isUnreachable, toStoreError } from './errors.ts'
import { createPreparedSql } from './prepared-statements.ts'
import { createReadPool } from './read-pool.ts'

type PostgresReader = Sql & { close(): Promise<void> }

export function createReader(
  settings: ConnectionSettings,
  circuitBreaker: CircuitBreaker,
  onLockWait = () => {},
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
        if (isLockTimeout(error)) onLockWait()
        const isReplaced = usedPool !== pool
        if (!isRepeated && (isReplaced || canRepeatRead(error))) continue
        // An error on connections that were replaced since says nothing about the new ones.
        if (isUnreachable(error) && !isReplaced) circuitBreaker.reportFailure(error)
        throw toStoreError(error)
      }
    }
  }

  return {
    ...createPreparedSql(coalesceQueries(query), !settings.isPooled),
    close: () => pool.close(),
  }
}

type SendQuery = (queryConfig: QueryConfig) => Promise<QueryResult>

/**
 * Queries that arrive while an identical one is in flight share the next one, never that one: it may have been executed
 * before they arrived, and a client must see what it has just written.
 */
function coalesceQueries(send: SendQuery): SendQuery {
  const inFlight = new Map<string, { result: Promise<QueryResult>; next?: Promise<QueryResult> }>()

  const sendNow = (key: string, queryConfig: QueryConfig): Promise<QueryResult> => {
    const entry = { result: send(queryConfig) }
    inFlight.set(key, entry)
    const removeEntry = () => {
      if (!('next' in entry)) inFlight.delete(key)
    }
    entry.result.then(removeEntry, removeEntry)
    return entry.result
  }

  return (queryConfig) => {
    const key = JSON.stringify([queryConfig.text, queryConfig.values])
    const entry = inFlight.get(key)
    if (!entry) return sendNow(key, queryConfig)
    const sendNext = () => sendNow(key, queryConfig)
    entry.next ??= entry.result.then(sendNext, sendNext)
    return entry.next
  }
}
