/** Tells all processes that something was written, and hears it from them. */
import pg from 'pg'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { closeClient } from './close-client.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { timeouts } from './timeouts.ts'

/** The names of channels are one database's own. */
const channel = 'letan_written'

/** What is written meanwhile is told with it. */
const notifyDelayMs = 20

const reconnectDelayMs = 1_000

export type ChangeNotifier = {
  /** After a commit, never within: a transaction that notifies waits for all that do. */
  notify(): void
  onChange(listener: () => void): () => void
  close(): Promise<void>
}

export function createChangeNotifier(
  { connection }: ConnectionSettings,
  circuitBreaker: CircuitBreaker,
  send: (statement: string) => Promise<unknown>,
): ChangeNotifier {
  const listeners = new Set<() => void>()
  let listenerClient: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const emit = () => {
    for (const listener of listeners) listener()
  }

  const connectListener = async () => {
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: timeouts.connectMs,
      query_timeout: timeouts.responseMs,
    })
    listenerClient = client
    client.on('error', () => reconnectListener(client))
    client.on('end', () => reconnectListener(client))
    client.on('notification', emit)
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      // What was told while nobody heard it.
      emit()
    } catch {
      reconnectListener(client)
    }
  }

  const reconnectListener = (lostClient: pg.Client) => {
    if (listenerClient !== lostClient) return
    listenerClient = undefined
    lostClient.end().catch(() => {})
    if (closed) return
    retry = setTimeout(() => {
      retry = undefined
      void connectListener()
    }, reconnectDelayMs).unref()
  }

  circuitBreaker.onOpen(() => listenerClient && reconnectListener(listenerClient))

  return {
    notify() {
      timer ??= setTimeout(() => {
        timer = undefined
        // Whoever does not hear it looks by himself a little later.
        send(`NOTIFY ${channel}`).catch(() => {})
      }, notifyDelayMs).unref()
    },
    onChange(listener) {
      listeners.add(listener)
      if (!listenerClient && !retry) void connectListener()
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(retry)
      const client = listenerClient
      listenerClient = undefined
      await closeClient(client)
    },
  }
}
