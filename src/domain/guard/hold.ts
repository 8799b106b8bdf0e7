/** Holds requests for a short time without blocking others. The number of held requests is limited. */
import { setTimeout } from 'node:timers/promises'

/** Returns false if the limit is reached, or if the client disconnects meanwhile. */
export type Hold = (
  client: string,
  durationMs: number,
  disconnected: AbortSignal | undefined,
) => Promise<boolean>

/** Of one process. A held request costs a connection, a timer and its body. */
const limits = { perClient: 8, total: 256 }

export function createHold({ perClient, total } = limits): Hold {
  const heldByClient = new Map<string, number>()
  let held = 0

  const release = (client: string) => {
    held--
    const remaining = (heldByClient.get(client) ?? 1) - 1
    if (remaining > 0) heldByClient.set(client, remaining)
    else heldByClient.delete(client)
  }

  return async (client, durationMs, disconnected) => {
    const heldOfClient = heldByClient.get(client) ?? 0
    if (held >= total || heldOfClient >= perClient) return false
    held++
    heldByClient.set(client, heldOfClient + 1)
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
