/**
 * Whether the server can be reached. Who finds that it cannot says so once; from then on we alone
 * look for it, and everybody else is told at once instead of waiting in turn.
 */
import pg, { type ClientConfig } from 'pg'
import { StoreUnavailable } from '../sql.ts'
import { patience } from './patience.ts'

/** One look does not wait for the other: a line that swallows everything is tried anew all the same. */
const between = 500

export type Reach = {
  /** Throws while the server is away. */
  check(): void
  /** Somebody got no answer. If it was he who asked too much, that is soon found out. */
  lost(error: unknown): void
  /** Connections that nobody uses are then as doubtful as the one that failed. */
  onLost(listener: () => void): void
  close(): void
}

/** While nobody is served yet, whoever tries finds out by himself. */
export const unwatched: Reach = { check() {}, lost() {}, onLost() {}, close() {} }

export function createReach(connection: ClientConfig): Reach {
  const listeners: (() => void)[] = []
  let away: StoreUnavailable | undefined
  let timer: NodeJS.Timeout | undefined

  const found = () => {
    clearInterval(timer)
    timer = undefined
    away = undefined
  }

  const look = async (error: unknown) => {
    try {
      await ask(connection)
      found()
    } catch {
      if (timer) away ??= new StoreUnavailable(error)
    }
  }

  return {
    check() {
      if (away) throw away
    },
    lost(error) {
      if (timer) return
      timer = setInterval(() => {
        away ??= new StoreUnavailable(error)
        void look(error)
      }, between).unref()
      void look(error)
      for (const listener of listeners) listener()
    },
    onLost(listener) {
      listeners.push(listener)
    },
    close: found,
  }
}

async function ask(connection: ClientConfig): Promise<void> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: patience.connection,
    query_timeout: patience.connection,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
  } finally {
    client.end().catch(() => {})
  }
}
