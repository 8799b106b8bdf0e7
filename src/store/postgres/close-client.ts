import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

const closeTimeoutMs = 1_000

/** Says goodbye, and does not wait long for the answer: the other side may be gone. */
export async function closeClient(client: Client | undefined): Promise<void> {
  if (!client) return
  const timeout = new AbortController()
  await Promise.race([
    client.end().catch(() => {}),
    pause(closeTimeoutMs, undefined, timeout).catch(() => {}),
  ])
  timeout.abort()
}
