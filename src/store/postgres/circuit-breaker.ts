/**
 * Circuit breaker: after a connection failure one probe retries every 100 to 500 ms. Queries wait for the first probe,
 * then fail immediately until one succeeds.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '../sql.ts'
import { type ConnectionConfig, openClient } from './client.ts'
import { timeouts } from './timeouts.ts'

/** Delay after a probe that failed. */
const retryDelayMs = 100
/** A probe without a response does not delay the next one, as only its own connection may be dead. */
const maxProbeIntervalMs = 500

export type CircuitBreaker = {
  /** Rejects while the server is unreachable. Waits for the result of the first probe. */
  assertClosed(): Promise<void>
  /** Opens the circuit after a failed connection or a missing response, and starts to probe. */
  reportFailure(error: unknown): void
  /** The listener should replace its connections, as they may have failed in the same way. */
  onOpen(listener: () => void): void
  close(): void
}

/** For the start and for commands, where each connection reports its own error. */
export const noCircuitBreaker: CircuitBreaker = {
  async assertClosed() {},
  reportFailure() {},
  onOpen() {},
  close() {},
}

export function createCircuitBreaker(connection: ConnectionConfig): CircuitBreaker {
  const listeners: (() => void)[] = []
  /** Result of the first probe. Present while the circuit is open. */
  let firstProbe: PromiseWithResolvers<void> | undefined

  const closeCircuit = () => {
    firstProbe?.resolve()
    firstProbe = undefined
  }

  const probeUntilClosed = async (error: unknown) => {
    const circuit = firstProbe
    const rejectQueries = () => circuit?.reject(new StoreUnavailable(error))
    while (firstProbe && firstProbe === circuit) {
      const probe = probeServer(connection).then(closeCircuit, () => {
        rejectQueries()
        return pause(retryDelayMs, undefined, { ref: false })
      })
      await Promise.race([probe, pause(maxProbeIntervalMs, undefined, { ref: false })])
      rejectQueries()
    }
  }

  return {
    assertClosed: async () => firstProbe?.promise,
    reportFailure(error) {
      if (firstProbe) return
      firstProbe = Promise.withResolvers()
      // A rejection that no query awaits must not end the process.
      firstProbe.promise.catch(() => {})
      for (const listener of listeners) listener()
      void probeUntilClosed(error)
    },
    onOpen(listener) {
      listeners.push(listener)
    },
    close: closeCircuit,
  }
}

async function probeServer(connection: ConnectionConfig): Promise<void> {
  const { connectMs } = timeouts
  const client = await openClient(connection, { connectMs, responseMs: connectMs })
  await client.query('SELECT 1').finally(() => {
    client.end().catch(() => {})
  })
}
