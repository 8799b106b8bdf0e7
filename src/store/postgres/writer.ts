/** The one connection of a process that writes; when it is lost, the next transaction opens another. */
import pg from 'pg'
import type { WriteConnection } from '../group-commit.ts'
import {
  CommitOutcomeUnknown,
  LockConflict,
  type Row,
  StoreUnavailable,
  type Value,
} from '../sql.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { closeClient } from './close-client.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { corkUntilNextTick } from './cork.ts'
import {
  isConnectionLost,
  isStandby,
  isTransactionAborted,
  isUnreachable,
  toStoreError,
} from './errors.ts'
import { createStatementPreparer } from './prepared-statements.ts'
import { type PostgresTimeouts, timeouts } from './timeouts.ts'

/**
 * Held by whoever writes, until it commits: writers of all processes come one after the other, and
 * what is read in a transaction is still true when it writes. One for each schema of a database.
 */
const lock = 'SELECT pg_advisory_xact_lock(1818588270, hashtext(current_schema()))'

/** So that each statement sees what was committed before the lock was given. */
const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED'

export type PostgresWriter = WriteConnection & { close(): Promise<void> }

export function createWriter(
  { connection, isPooled }: ConnectionSettings,
  circuitBreaker: CircuitBreaker,
  waitTimeouts: PostgresTimeouts = timeouts,
): PostgresWriter {
  const prepare = createStatementPreparer(!isPooled)
  const sessionTimeouts = {
    lock_timeout: waitTimeouts.lockMs,
    statement_timeout: waitTimeouts.statementMs,
    idle_in_transaction_session_timeout: waitTimeouts.idleInTransactionMs,
  }
  const setLocal = Object.entries(sessionTimeouts).map(
    ([name, milliseconds]) => `SET LOCAL ${name} = ${milliseconds}`,
  )
  const setRowLockTimeout = `SET LOCAL lock_timeout = ${waitTimeouts.rowLockMs}`
  const beginStatements = [begin, ...(isPooled ? setLocal : []), lock, setRowLockTimeout].join('; ')
  let client: pg.Client | undefined
  /** Was open when the server was found to be away: nobody may be at its other end. */
  let suspectClient: pg.Client | undefined
  let isInTransaction = false
  /** What has spoiled the transaction: of statements that are sent together each tells it. */
  let transactionError: unknown

  circuitBreaker.onOpen(() => {
    suspectClient = client
  })

  const connect = async (): Promise<pg.Client> => {
    await circuitBreaker.assertClosed()
    const newClient = new pg.Client({
      ...connection,
      ...(isPooled ? {} : sessionTimeouts),
      pipeline: true,
      connectionTimeoutMillis: waitTimeouts.connectMs,
      query_timeout: waitTimeouts.responseMs,
    })
    const onDisconnect = () => {
      if (client !== newClient) return
      client = undefined
      isInTransaction = false
    }
    newClient.on('error', onDisconnect)
    newClient.on('end', onDisconnect)
    try {
      await newClient.connect()
    } catch (error) {
      newClient.end().catch(() => {})
      if (isUnreachable(error)) circuitBreaker.reportFailure(error)
      throw new StoreUnavailable(error)
    }
    client = newClient
    return newClient
  }

  const query = async <ResultRow extends Row>(statement: string, values: Value[]) => {
    const activeClient = requireClient()
    corkUntilNextTick(activeClient)
    try {
      return await activeClient.query<ResultRow>(prepare(statement, values))
    } catch (error) {
      if (isTransactionAborted(error)) throw transactionError ?? error
      const hasLostConnection = isConnectionLost(error)
      const storeError = hasLostConnection ? new LockConflict(error) : toStoreError(error)
      transactionError ??= storeError
      // Whatever happens to the rest of it: nothing of this transaction may be kept.
      if (hasLostConnection || isUnavailable(storeError)) abort(activeClient, error)
      throw storeError
    }
  }

  const requireClient = (): pg.Client => {
    if (!client) throw new LockConflict('the connection was lost')
    return client
  }

  /** A connection of which we do not know in what state it is, is of no use. */
  const abort = (activeClient: pg.Client, error: unknown) => {
    if ((isUnreachable(error) && !isConnectionLost(error)) || isStandby(error))
      circuitBreaker.reportFailure(error)
    if (client !== activeClient) return
    discard(activeClient)
  }

  const discard = (activeClient: pg.Client) => {
    client = undefined
    isInTransaction = false
    activeClient.end().catch(() => {})
  }

  return {
    all: async <ResultRow extends Row>(statement: string, ...values: Value[]) =>
      (await query<ResultRow>(statement, values)).rows,
    get: async <ResultRow extends Row>(statement: string, ...values: Value[]) =>
      (await query<ResultRow>(statement, values)).rows[0],
    run: async (statement, ...values) => (await query(statement, values)).rowCount ?? 0,
    async begin() {
      if (client && client === suspectClient) {
        // Nobody may be there to take leave of.
        client.connection.stream.destroy()
        discard(client)
      }
      suspectClient = undefined
      const activeClient = client ?? (await connect())
      await activeClient.query(beginStatements).catch((error: unknown) => {
        abort(activeClient, error)
        // The lock was waited for already; a connection that ended is opened anew.
        throw isConnectionLost(error) ? new LockConflict(error) : new StoreUnavailable(error)
      })
      isInTransaction = client === activeClient
      transactionError = undefined
    },
    async send(statement) {
      // Its failure is the failure of whatever follows.
      if (client) corkUntilNextTick(client)
      client?.query(statement).catch(() => {})
      if (statement.startsWith('ROLLBACK')) transactionError = undefined
    },
    async commit() {
      const activeClient = requireClient()
      const { command } = await activeClient.query('COMMIT').catch((error: unknown) => {
        abort(activeClient, error)
        // It may have been kept, so it is not tried again: he who asked has his key for that.
        throw new CommitOutcomeUnknown(error)
      })
      isInTransaction = false
      if (command !== 'COMMIT') throw new LockConflict('the transaction was undone')
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
