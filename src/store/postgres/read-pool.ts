/** Pool of read connections. A query is sent immediately on the least busy one, behind those in flight (pipelining). */
import type { Socket } from 'node:net'
import type { Client, QueryConfig, QueryResult } from 'pg'
import { type ConnectionConfig, closeClient, onDisconnect, openClient } from './client.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { isConnectionLost } from './errors.ts'
import { timeouts } from './timeouts.ts'

const maxConnections = 4
const idleTimeoutMs = 10_000
/** After a failover the host name may lead to another server. */
const maxLifetimeMs = 600_000

type ReadPool = {
  query(queryConfig: QueryConfig): Promise<QueryResult>
  close(): Promise<void>
}

type SendQuery = (queryConfig: QueryConfig) => Promise<QueryResult>

type ReadConnection = {
  client: Client
  send: SendQuery
  inFlight: number
  idleTimer: NodeJS.Timeout
  /** Gives it no further queries, and ends it. */
  retire(): void
}

export function createReadPool(settings: ConnectionSettings): ReadPool {
  const connections = new Set<ReadConnection>()
  let connecting: Promise<ReadConnection> | undefined
  let isClosed = false

  const connect = () => {
    connecting ??= addConnection().finally(() => {
      connecting = undefined
    })
    return connecting
  }

  const addConnection = async (): Promise<ReadConnection> => {
    const client = await openClient(clientConfig(settings))
    // An idle connection must not keep the process alive. A query does, by the timer of its timeout.
    const socket = client.connection.stream as Socket
    socket.unref()
    const retire = () => {
      if (connections.delete(connection)) client.end().catch(() => {})
    }
    const idleTimer = setTimeout(retire, idleTimeoutMs).unref()
    const lifetimeTimer = setTimeout(retire, maxLifetimeMs).unref()
    const send: SendQuery = settings.isPooled
      ? createBatchSender(client)
      : (queryConfig) => client.query(queryConfig)
    const connection = { client, send, inFlight: 0, idleTimer, retire }
    connections.add(connection)
    onDisconnect(client, () => {
      clearTimeout(idleTimer)
      clearTimeout(lifetimeTimer)
      connections.delete(connection)
    })
    if (isClosed) retire()
    return connection
  }

  /** While the pool grows, the open connections serve: at the connection limit of the server it cannot grow. */
  const choose = (): ReadConnection | Promise<ReadConnection> => {
    const [first, ...others] = connections
    if (!first) return connect()
    const leastBusy = others.reduce(
      (best, one) => (one.inFlight < best.inFlight ? one : best),
      first,
    )
    if (leastBusy.inFlight > 0 && connections.size < maxConnections) connect().catch(() => {})
    return leastBusy
  }

  return {
    async query(queryConfig) {
      if (isClosed) throw new Error('the pool is closed')
      const chosen = choose()
      const connection = chosen instanceof Promise ? await chosen : chosen
      connection.inFlight++
      connection.idleTimer.refresh()
      try {
        return await connection.send(queryConfig)
      } catch (error) {
        // The server reports the end before the socket closes. A repeated query needs another connection.
        if (isConnectionLost(error)) connection.retire()
        throw error
      } finally {
        connection.inFlight--
      }
    },
    async close() {
      isClosed = true
      await Promise.all([...connections].map(({ client }) => closeClient(client)))
    },
  }
}

function clientConfig({ connection, isPooled }: ConnectionSettings): ConnectionConfig {
  if (isPooled) return { ...connection, pipeline: true }
  const options = '-c default_transaction_read_only=on'
  const limits = { statement_timeout: timeouts.statementMs, lock_timeout: timeouts.readLockMs }
  return { ...connection, ...limits, pipeline: true, options }
}

/**
 * Sends the queries that arrive during a transaction together in the next one. A pooler allows no session settings, so
 * each transaction has its own, and it reassigns the connection only when no response is outstanding.
 */
function createBatchSender(client: Client): SendQuery {
  const queue: (PromiseWithResolvers<QueryResult> & { queryConfig: QueryConfig })[] = []
  let isSending = false

  const sendBatch = async () => {
    const begun = client.query(
      `BEGIN READ ONLY; SET LOCAL statement_timeout = ${timeouts.statementMs}; ` +
        `SET LOCAL lock_timeout = ${timeouts.readLockMs}`,
    )
    const results = queue.splice(0).map(({ queryConfig, resolve, reject }) => {
      const query = client.query(queryConfig)
      return Promise.all([query, begun]).then(([result]) => resolve(result), reject)
    })
    await Promise.allSettled([begun, ...results, client.query('COMMIT')])
  }

  const sendAll = async () => {
    isSending = true
    while (queue.length > 0) await sendBatch()
    isSending = false
  }

  return (queryConfig) => {
    const pending = { queryConfig, ...Promise.withResolvers<QueryResult>() }
    queue.push(pending)
    if (!isSending) void sendAll()
    return pending.promise
  }
}
