/** A few connections that read: the questions that wait for one go together on the next that is free. */
import pg, { type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { StoreUnavailable } from '../sql.ts'
import { corkUntilNextTick } from './cork.ts'
import { timeouts } from './timeouts.ts'

const maxConnections = 8
const maxBatchSize = 32

export type ReadPool = {
  query(queryConfig: QueryConfig): Promise<QueryResult>
  /** With no other beside it that could fail. */
  queryAlone(queryConfig: QueryConfig): Promise<QueryResult>
  close(): Promise<void>
}

/** Sends some questions on a connection without waiting between them; each is answered by itself. */
export type SendQueries = (
  client: PoolClient,
  queryConfigs: readonly QueryConfig[],
) => Promise<QueryResult>[]

/** What went wrong was another's question, or began with it: alone this one may be answered. */
export class BatchAborted extends Error {}

type PendingQuery = PromiseWithResolvers<QueryResult> & {
  queryConfig: QueryConfig
  enqueuedAtMs: number
}

export function createReadPool(config: pg.PoolConfig, send: SendQueries): ReadPool {
  const pool = createPool(config)
  const queue: PendingQuery[] = []
  let activeCount = 0
  let connectingCount = 0

  const drainQueue = async () => {
    activeCount++
    try {
      while (queue.length > 0) await runBatch(await connect(), send, takeBatch())
    } catch (error) {
      // The others may still serve; the last one knows that nobody will.
      if (activeCount === 1) for (const { reject } of queue.splice(0)) reject(error)
    } finally {
      activeCount--
    }
  }

  const connect = async () => {
    connectingCount++
    try {
      return await pool.connect()
    } finally {
      connectingCount--
    }
  }

  /** As much as leaves the same for each lane that is about to come. */
  const takeBatch = (): PendingQuery[] => {
    const batchSize = Math.ceil(queue.length / (connectingCount + 1))
    const batch = queue.splice(0, Math.min(maxBatchSize, batchSize))
    const oldestAllowedMs = performance.now() - timeouts.responseMs
    for (const { enqueuedAtMs, reject } of batch) {
      if (enqueuedAtMs < oldestAllowedMs) reject(new StoreUnavailable('too many are asking'))
    }
    return batch.filter(({ enqueuedAtMs }) => enqueuedAtMs >= oldestAllowedMs)
  }

  return {
    query(queryConfig) {
      const pending = createPendingQuery(queryConfig)
      queue.push(pending)
      if (activeCount < maxConnections) drainQueue()
      return pending.promise
    },
    async queryAlone(queryConfig) {
      const pending = createPendingQuery(queryConfig)
      const client = await pool.connect()
      runBatch(client, send, [pending])
      return pending.promise
    },
    async close() {
      const closedError = new Error('the connections were closed')
      for (const { reject } of queue.splice(0)) reject(closedError)
      await pool.end()
    },
  }
}

function createPendingQuery(queryConfig: QueryConfig): PendingQuery {
  return { queryConfig, enqueuedAtMs: performance.now(), ...Promise.withResolvers<QueryResult>() }
}

/** Never rejects: each of those who asked is told by himself. */
async function runBatch(
  client: PoolClient,
  send: SendQueries,
  batch: readonly PendingQuery[],
): Promise<void> {
  if (batch.length === 0) {
    client.release()
    return
  }
  corkUntilNextTick(client)
  const results = send(
    client,
    batch.map(({ queryConfig }) => queryConfig),
  )
  let failed = false
  const settled = batch.map(async ({ resolve, reject }, index) => {
    try {
      resolve((await results[index]) as QueryResult)
    } catch (error) {
      reject(failed ? new BatchAborted(String(error), { cause: error }) : error)
      failed = true
    }
  })
  await Promise.all(settled)
  client.release(failed)
}

function createPool(config: pg.PoolConfig): Pool {
  const pool = new pg.Pool({ ...config, pipeline: true, max: maxConnections })
  // A connection that ends while nobody uses it is replaced when somebody does.
  pool.on('error', () => {})
  return pool
}
