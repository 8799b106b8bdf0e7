/**
 * Whether the server can be reached. Who finds that it cannot says so once; from then on we alone
 * look for it, and everybody else is told at once instead of waiting in turn.
 */
import pg, { type ClientConfig } from 'pg'
import { StoreUnavailable } from '../sql.ts'
import { patience } from './timeouts.ts'

/** After it said no, in milliseconds. */
const soon = 100
/** One look does not wait for the other: a line that swallows everything is tried anew all the same. */
const atLatest = 500

export type Reach = {
  /** Rejects while the server is away; in doubt it waits for what the first look finds. */
  check(): Promise<void>
  /** Somebody got no answer, or not from whom he should. If he asked too much, that is soon found out. */
  lost(error: unknown): void
  /** Other connections are then as doubtful as the one that failed: they are to be made anew. */
  onLost(listener: () => void): void
  close(): void
}

/** While nobody is served yet, whoever tries finds out by himself. */
export const unwatched: Reach = { async check() {}, lost() {}, onLost() {}, close() {} }

export function createReach(connection: ClientConfig): Reach {
  const listeners: (() => void)[] = []
  let verdict: PromiseWithResolvers<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const found = () => {
    clearTimeout(timer)
    verdict?.resolve()
    verdict = undefined
  }

  const lookUntilFound = (away: StoreUnavailable) => {
    const look = () => {
      lookAgain(atLatest)
      ask(connection).then(found, () => {
        verdict?.reject(away)
        lookAgain(soon)
      })
    }
    const lookAgain = (pause: number) => {
      clearTimeout(timer)
      if (!verdict) return
      timer = setTimeout(() => {
        verdict?.reject(away)
        look()
      }, pause).unref()
    }
    look()
  }

  return {
    check: async () => verdict?.promise,
    lost(error) {
      if (verdict) return
      verdict = Promise.withResolvers()
      // Whoever checks is told; nobody need be there to hear it.
      verdict.promise.catch(() => {})
      for (const listener of listeners) listener()
      lookUntilFound(new StoreUnavailable(error))
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
