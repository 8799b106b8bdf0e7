/** A few connections that only read what is committed. */
import pg, { type QueryConfig } from 'pg'
import { type Row, type Sql, StoreUnavailable, type Value } from '../sql.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { isConnectionLost, isStalePlan, isUnreachable, toStoreError } from './errors.ts'
import { createStatementPreparer } from './prepared-statements.ts'
import { BatchAborted, createReadPool, type SendQueries } from './read-pool.ts'
import { coalesceQueries } from './sharing.ts'
import { timeouts } from './timeouts.ts'
import { sendInTransaction } from './within.ts'

export type PostgresReader = Sql & { close(): Promise<void> }

export function createReader(
  settings: ConnectionSettings,
  circuitBreaker: CircuitBreaker,
): PostgresReader {
  const prepare = createStatementPreparer(!settings.isPooled)
  const openPool = () =>
    createReadPool(poolConfig(settings), settings.isPooled ? sendInTransaction : sendEach)
  let pool = openPool()
  const replacePool = () => {
    pool.close().catch(() => {})
    pool = openPool()
  }
  circuitBreaker.onOpen(replacePool)

  const query = async (queryConfig: QueryConfig) => {
    await circuitBreaker.assertClosed()
    let usedPool = pool
    try {
      return await usedPool.query(queryConfig).catch(async (error: unknown) => {
        const shouldRetry =
          error instanceof BatchAborted || isConnectionLost(error) || usedPool !== pool
        if (!shouldRetry || error instanceof StoreUnavailable) throw error
        if (isStalePlan(error) && usedPool === pool) replacePool()
        await circuitBreaker.assertClosed()
        usedPool = pool
        return usedPool.queryAlone(queryConfig)
      })
    } catch (error) {
      // Who waited on connections that were given up since then says nothing of the new ones.
      if (error instanceof StoreUnavailable) throw error
      if (isUnreachable(error) && usedPool === pool) circuitBreaker.reportFailure(error)
      throw toStoreError(error)
    }
  }

  const findRows = coalesceQueries(async (statement, values) => {
    const { rows } = await query(prepare(statement, values))
    return rows
  })

  return {
    all: async <ResultRow extends Row>(statement: string, ...values: Value[]) =>
      [...(await findRows(statement, values))] as ResultRow[],
    get: async <ResultRow extends Row>(statement: string, ...values: Value[]) =>
      (await findRows(statement, values))[0] as ResultRow | undefined,
    run: async (statement, ...values) => (await query(prepare(statement, values))).rowCount ?? 0,
    close: () => pool.close(),
  }
}

const sendEach: SendQueries = (client, queryConfigs) =>
  queryConfigs.map((queryConfig) => client.query(queryConfig))

function poolConfig({ connection, isPooled }: ConnectionSettings): pg.PoolConfig {
  return {
    ...connection,
    ...(!isPooled && {
      statement_timeout: timeouts.statementMs,
      options: '-c default_transaction_read_only=on',
    }),
    // In a crowd one waits longer for his turn than for a connection.
    connectionTimeoutMillis: timeouts.responseMs,
    Client: ReadClient,
    query_timeout: timeouts.responseMs,
    // The name of the host may lead elsewhere one day.
    maxLifetimeSeconds: 600,
    allowExitOnIdle: true,
  }
}

class ReadClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // The pool hides the password, so that it is not copied by chance.
    const { password } = config ?? {}
    super({ ...config, password, connectionTimeoutMillis: timeouts.connectMs })
    // What ends the connection also ends what was asked on it, and is told there. Heard from the first
    // moment to the last: it may end while it goes from one hand to another.
    this.on('error', () => {})
  }
}
