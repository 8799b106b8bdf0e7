/** How long it takes until nothing waits any more. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../src/store/sql.ts'
import type { Program } from './webhook-receiver.ts'

const longest = 90_000

/** How much is let pass at once by whoever is in a hurry, where nothing happened for a while. */
const step = 15_000
const still = 600

/** In seconds; what was let pass counts like what passed. */
export async function drain(store: Store, program: Program, hurry: boolean): Promise<number> {
  const began = Date.now()
  let letPass = 0
  let before = -1
  let since = Date.now()
  for (;;) {
    const waiting = await countWaiting(store)
    const took = Date.now() - began + letPass
    if (waiting === 0 || took > longest) return Math.round(took / 100) / 10
    if (waiting !== before || program.underWay() > 0) since = Date.now()
    before = waiting
    if (hurry && Date.now() - since > still) {
      await passTime(store, step)
      letPass += step
      since = Date.now()
    }
    await pause(100)
  }
}

async function countWaiting({ read }: Store): Promise<number> {
  const row = await read.get<{ untold: number; waiting: number }>(
    `SELECT (SELECT COUNT(*) FROM outbox WHERE told_at IS NULL) AS untold,
      (SELECT COUNT(*) FROM deliveries WHERE state = 'waiting') AS waiting`,
  )
  return Number(row?.untold ?? 0) + Number(row?.waiting ?? 0)
}

/** All deadlines of the courier stand in the book: to move them is to let time pass. */
async function passTime(store: Store, milliseconds: number): Promise<void> {
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
