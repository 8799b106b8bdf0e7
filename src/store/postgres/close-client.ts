import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

const mostForGoodbye = 1_000

/** Says goodbye, and does not wait long for the answer: the other side may be gone. */
export async function leave(client: Client | undefined): Promise<void> {
  if (!client) return
  const waiting = new AbortController()
  await Promise.race([
    client.end().catch(() => {}),
    pause(mostForGoodbye, undefined, waiting).catch(() => {}),
  ])
  waiting.abort()
}
