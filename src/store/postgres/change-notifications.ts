/** Notifies all processes of a write by LISTEN and NOTIFY. */
import type { Client } from 'pg'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { closeClient, onDisconnect, openClient } from './client.ts'
import type { ConnectionSettings } from './connection-url.ts'

/** Channel names are local to a database. */
const channel = 'letan_written'

/** Writes within this time share one notification. */
const notifyDelayMs = 20

const reconnectDelayMs = 1_000

type ChangeNotifier = {
  /** Called after a commit: NOTIFY inside a transaction serializes the commits of all processes. */
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
  let client: Client | undefined
  let notifyTimer: NodeJS.Timeout | undefined
  let reconnectTimer: NodeJS.Timeout | undefined
  let isStarted = false
  let isClosed = false

  const emit = () => {
    for (const listener of listeners) listener()
  }

  const listen = async () => {
    let opened: Client | undefined
    try {
      opened = await openClient(connection)
      if (isClosed) return await closeClient(opened)
      client = opened
      const own = opened
      onDisconnect(own, () => reconnect(own))
      opened.on('notification', emit)
      await opened.query(`LISTEN ${channel}`)
      // Notifications may have been missed before.
      emit()
    } catch {
      // Of this client, not of the present one: its end may have been reported already.
      reconnect(opened)
    }
  }

  const reconnect = (lost: Client | undefined) => {
    if (client !== lost) return
    client = undefined
    lost?.end().catch(() => {})
    if (!isClosed) reconnectTimer = setTimeout(listen, reconnectDelayMs).unref()
  }

  circuitBreaker.onOpen(() => client && reconnect(client))

  return {
    notify() {
      notifyTimer ??= setTimeout(() => {
        notifyTimer = undefined
        // Subscribers also poll, so a lost notification only delays them.
        send(`NOTIFY ${channel}`).catch(() => {})
      }, notifyDelayMs).unref()
    },
    onChange(listener) {
      listeners.add(listener)
      if (!isStarted) void listen()
      isStarted = true
      return () => listeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(notifyTimer)
      clearTimeout(reconnectTimer)
      await closeClient(client)
    },
  }
}
