/** Waits until all events are delivered and measures the time. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../src/store/sql.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** How far stored deadlines are moved when there was no activity for a while. */
const skipStepMs = 15_000
const idleMs = 600

/** Returns seconds, including the skipped time. */
export async function waitUntilDrained(
  store: Store,
  receiver: WebhookReceiver,
  { skipWaiting, maxDrainSeconds }: { skipWaiting: number; maxDrainSeconds: number },
): Promise<number> {
  const maxDrainMs = (maxDrainSeconds + 30) * 1_000
  const began = Date.now()
  let skippedMs = 0
  let before = -1
  let since = Date.now()
  for (;;) {
    const waiting = await countWaiting(store)
    const took = Date.now() - began + skippedMs
    if (waiting === 0 || took > maxDrainMs) return Math.round(took / 100) / 10
    if (waiting !== before || receiver.inFlight() > 0) since = Date.now()
    before = waiting
    if (skipWaiting > 0 && Date.now() - since > idleMs) {
      await advanceDeadlines(store, skipStepMs)
      skippedMs += skipStepMs
      since = Date.now()
    }
    await pause(100)
  }
}

async function countWaiting({ read }: Store): Promise<number> {
  const row = await read.get<{ undispatched: number; waiting: number }>(
    `SELECT (SELECT COUNT(*) FROM outbox WHERE told_at IS NULL) AS undispatched,
      (SELECT COUNT(*) FROM deliveries WHERE state = 'waiting') AS waiting`,
  )
  return Number(row?.undispatched ?? 0) + Number(row?.waiting ?? 0)
}

/** All deadlines of the dispatcher are in the database, so moving them simulates the passing of time. */
async function advanceDeadlines(store: Store, milliseconds: number): Promise<void> {
  await store.write((sql) =>
    sql.run(
      `UPDATE deliveries SET due_at = due_at - ?, claimed_until = claimed_until - ?,
        updated_at = updated_at - ?, created_at = created_at - ? WHERE state = 'waiting'`,
      milliseconds,
      milliseconds,
      milliseconds,
      milliseconds,
    ),
  )
}
