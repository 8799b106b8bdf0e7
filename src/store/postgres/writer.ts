/** The write connection of a process. After a connection loss the next transaction opens a new one. */
import type { Client, QueryConfig } from 'pg'
import type { WriteConnection } from '../group-commit.ts'
import { CommitOutcomeUnknown, LockConflict, LockTimeout, StoreUnavailable } from '../sql.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { closeClient, onDisconnect, openClient } from './client.ts'
import type { ConnectionSettings } from './connection-url.ts'
import {
  isConnectionLost,
  isStandby,
  isTransactionAborted,
  isUnreachable,
  toStoreError,
} from './errors.ts'
import { createPreparedSql } from './prepared-statements.ts'
import { type PostgresTimeouts, timeouts } from './timeouts.ts'

/**
 * Serializes the write transactions of all processes, so that data read in a transaction is still current when it
 * writes. Each schema of a database has its own lock.
 */
const lock = 'SELECT pg_advisory_xact_lock(1818588270, hashtext(current_schema()))'

/** Each statement sees everything that was committed before the lock was granted. */
const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED'

/** A lock that is free is granted even then. */
const minLockMs = 5
const minStatementMs = 250
/** A COMMIT may end this long after the deadline of a write, as it cannot be revoked. */
const maxLateCommitMs = 2_000
/** Other processes hold the advisory lock for half a second. */
const longLockWaitMs = 1_000

type WriterOptions = {
  waitTimeouts?: PostgresTimeouts
  /** Called when a statement waits long for a lock, or did not get it. */
  onLockWait?(): void
}

type PostgresWriter = WriteConnection & { close(): Promise<void> }

export function createWriter(
  { connection, isPooled }: ConnectionSettings,
  circuitBreaker: CircuitBreaker,
  { waitTimeouts = timeouts, onLockWait = () => {} }: WriterOptions = {},
): PostgresWriter {
  const sessionTimeouts = {
    lock_timeout: waitTimeouts.lockMs,
    statement_timeout: waitTimeouts.statementMs,
    idle_in_transaction_session_timeout: waitTimeouts.idleInTransactionMs,
  }
  const setLocal = Object.entries(sessionTimeouts).map(
    ([name, milliseconds]) => `SET LOCAL ${name} = ${milliseconds}`,
  )
  const setLockTimeout = (milliseconds: number) => `SET LOCAL lock_timeout = ${milliseconds}`
  const beginStatements = (timeLeftMs: number) => {
    const statementMs = Math.max(minStatementMs, Math.ceil(timeLeftMs))
    const isShorter = statementMs < waitTimeouts.statementMs
    return [
      begin,
      ...(isPooled ? setLocal : []),
      lock,
      setLockTimeout(waitTimeouts.rowLockMs),
      ...(isShorter ? [`SET LOCAL statement_timeout = ${statementMs}`] : []),
    ].join('; ')
  }
  let client: Client | undefined
  /** Was connected when the circuit breaker opened, so its connection may be dead. */
  let suspectClient: Client | undefined
  let isInTransaction = false
  /** The first error of the transaction. Pipelined statements after it report it as their own. */
  let transactionError: unknown

  circuitBreaker.onOpen(() => {
    suspectClient = client
  })

  const connect = async (): Promise<Client> => {
    await circuitBreaker.assertClosed()
    const config = { ...connection, ...(!isPooled && sessionTimeouts), pipeline: true }
    const opened = await openClient(config, waitTimeouts).catch((error: unknown) => {
      if (isUnreachable(error)) circuitBreaker.reportFailure(error)
      throw new StoreUnavailable(error)
    })
    onDisconnect(opened, () => {
      if (client !== opened) return
      client = undefined
      isInTransaction = false
    })
    client = opened
    return opened
  }

  const query = async (queryConfig: QueryConfig) => {
    const activeClient = requireClient()
    try {
      return await activeClient.query(queryConfig)
    } catch (error) {
      if (isTransactionAborted(error)) throw transactionError ?? error
      const hasLostConnection = isConnectionLost(error)
      const storeError = hasLostConnection ? new LockConflict(error) : toStoreError(error)
      transactionError ??= storeError
      if (storeError instanceof LockTimeout) onLockWait()
      // The state of the server is unknown, so nothing of this transaction may be committed.
      if (hasLostConnection || isUnavailable(storeError)) abort(activeClient, error)
      throw storeError
    }
  }

  const requireClient = (): Client => {
    if (!client) throw new LockConflict('the connection was lost')
    return client
  }

  /** Discards a connection whose state is unknown. */
  const abort = (activeClient: Client, error: unknown) => {
    const isUnresponsive = isUnreachable(error) && !isConnectionLost(error)
    if (isUnresponsive || isStandby(error)) circuitBreaker.reportFailure(error)
    if (client === activeClient) discard(activeClient)
  }

  const discard = (activeClient: Client) => {
    client = undefined
    isInTransaction = false
    activeClient.end().catch(() => {})
  }

  return {
    ...createPreparedSql(query, !isPooled),
    async begin(timeLeftMs) {
      if (client && client === suspectClient) {
        // A graceful end would wait for a server that may not respond.
        client.connection.stream.destroy()
        discard(client)
      }
      suspectClient = undefined
      const activeClient = client ?? (await connect())
      const lockTimer = setTimeout(onLockWait, longLockWaitMs)
      await activeClient
        .query(beginStatements(timeLeftMs))
        .catch((error: unknown) => {
          abort(activeClient, error)
          // Only a lost connection is retried: a lock that was not granted has had its full timeout.
          throw isConnectionLost(error) ? new LockConflict(error) : new StoreUnavailable(error)
        })
        .finally(() => clearTimeout(lockTimer))
      isInTransaction = client === activeClient
      transactionError = undefined
    },
    async send(statement) {
      // If it fails, the statements after it fail too.
      client?.query(statement).catch(() => {})
      if (statement.startsWith('ROLLBACK')) transactionError = undefined
    },
    async stopWaitingForLocks() {
      client?.query(setLockTimeout(minLockMs)).catch(() => {})
    },
    async commit(timeLeftMs) {
      const activeClient = requireClient()
      const query_timeout = Math.min(waitTimeouts.responseMs, timeLeftMs + maxLateCommitMs)
      const commit = { text: 'COMMIT', query_timeout }
      const { command } = await activeClient.query(commit).catch((error: unknown) => {
        abort(activeClient, error)
        // Not retried, because it may have been committed. The client can repeat the request with its key.
        throw new CommitOutcomeUnknown(error)
      })
      isInTransaction = false
      if (command !== 'COMMIT') throw new LockConflict('the transaction was rolled back')
    },
    isInTransaction: () => isInTransaction,
    async close() {
      const activeClient = client
      client = undefined
      await closeClient(activeClient)
    },
  }
}

function isUnavailable(storeError: unknown): boolean {
  return storeError instanceof StoreUnavailable && !(storeError instanceof LockConflict)
}
