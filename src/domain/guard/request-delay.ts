/** Delays requests for a short time without blocking others. The number of delayed requests is limited. */
import { setTimeout } from 'node:timers/promises'

/** Returns false if the limit is reached, or if the client disconnects meanwhile. */
export type RequestDelay = (
  client: string,
  durationMs: number,
  disconnected: AbortSignal | undefined,
) => Promise<boolean>

/** Of one process. A delayed request costs a connection, a timer and its body. */
const limits = { perClient: 8, total: 256 }

export function createRequestDelay({ perClient, total } = limits): RequestDelay {
  const delayedByClient = new Map<string, number>()
  let delayed = 0

  const release = (client: string) => {
    delayed--
    const remaining = (delayedByClient.get(client) ?? 1) - 1
    if (remaining > 0) delayedByClient.set(client, remaining)
    else delayedByClient.delete(client)
  }

  return async (client, durationMs, disconnected) => {
    const delayedOfClient = delayedByClient.get(client) ?? 0
    if (delayed >= total || delayedOfClient >= perClient) return false
    delayed++
    delayedByClient.set(client, delayedOfClient + 1)
    try {
      await setTimeout(durationMs, undefined, disconnected && { signal: disconnected })
      return true
    } catch (error) {
      if (disconnected?.aborted) return false
      throw error
    } finally {
      release(client)
    }
  }
}
