/**
 * Whether the server can be reached. Who finds that it cannot says so once; from then on we alone
 * look for it, and everybody else is told at once instead of waiting in turn.
 */
import pg, { type ClientConfig } from 'pg'
import { StoreUnavailable } from '../sql.ts'
import { timeouts } from './timeouts.ts'

/** After it said no, in milliseconds. */
const retryDelayMs = 100
/** One look does not wait for the other: a line that swallows everything is tried anew all the same. */
const maxProbeIntervalMs = 500

export type CircuitBreaker = {
  /** Rejects while the server is away; in doubt it waits for what the first look finds. */
  assertClosed(): Promise<void>
  /** Somebody got no answer, or not from whom he should. If he asked too much, that is soon found out. */
  reportFailure(error: unknown): void
  /** Other connections are then as doubtful as the one that failed: they are to be made anew. */
  onOpen(listener: () => void): void
  close(): void
}

/** While nobody is served yet, whoever tries finds out by himself. */
export const noCircuitBreaker: CircuitBreaker = {
  async assertClosed() {},
  reportFailure() {},
  onOpen() {},
  close() {},
}

export function createCircuitBreaker(connection: ClientConfig): CircuitBreaker {
  const listeners: (() => void)[] = []
  let firstProbe: PromiseWithResolvers<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const closeCircuit = () => {
    clearTimeout(timer)
    firstProbe?.resolve()
    firstProbe = undefined
  }

  const probeUntilReachable = (unavailable: StoreUnavailable) => {
    const probe = () => {
      scheduleProbe(maxProbeIntervalMs)
      probeServer(connection).then(closeCircuit, () => {
        firstProbe?.reject(unavailable)
        scheduleProbe(retryDelayMs)
      })
    }
    const scheduleProbe = (delayMs: number) => {
      clearTimeout(timer)
      if (!firstProbe) return
      timer = setTimeout(() => {
        firstProbe?.reject(unavailable)
        probe()
      }, delayMs).unref()
    }
    probe()
  }

  return {
    assertClosed: async () => firstProbe?.promise,
    reportFailure(error) {
      if (firstProbe) return
      firstProbe = Promise.withResolvers()
      // Whoever checks is told; nobody need be there to hear it.
      firstProbe.promise.catch(() => {})
      for (const listener of listeners) listener()
      probeUntilReachable(new StoreUnavailable(error))
    },
    onOpen(listener) {
      listeners.push(listener)
    },
    close: closeCircuit,
  }
}

async function probeServer(connection: ClientConfig): Promise<void> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: timeouts.connectMs,
    query_timeout: timeouts.connectMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
  } finally {
    client.end().catch(() => {})
  }
}
