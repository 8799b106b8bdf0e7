/** Forgets guests by itself, as soon as they were promised when they agreed. */
import { idAt } from '../../kernel/id.ts'
import { type Clock, day } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'
import { anonymizeRow, erasedName } from './anonymize.ts'
import { anonymizeOldRequesters } from './data-request-actions.ts'

/** So many days after the visit, or after the last word about an order or a call. */
export type RetentionPolicy = { guest_days: number; health_days: number }

/** So many in one transaction, and a rest: years of history make nobody wait. */
const batchSize = 50
const pauseMs = 100

/** What is left when `signal` ends it is done the next time. */
export async function applyRetention(
  store: Store,
  policy: RetentionPolicy,
  now: Clock,
  signal?: AbortSignal,
): Promise<void> {
  const before = (days: number) => now() - days * day
  await store.write((sql) =>
    sql.run(
      `DELETE FROM booking_health WHERE EXISTS (
        SELECT 1 FROM bookings WHERE bookings.id = booking_id AND starts_at < ?)`,
      before(policy.health_days),
    ),
  )
  await anonymizeDue(store, 'booking', pastVisits, before(policy.guest_days), now, signal)
  await anonymizeDue(store, 'order', oldOrders, before(policy.guest_days), now, signal)
  await store.write((sql) =>
    sql.run('DELETE FROM leads WHERE created_at < ?', before(policy.guest_days)),
  )
  await store.write((sql) => anonymizeOldRequesters(sql, before(policy.guest_days), now()))
}

/** Those that are due, the first to be made first, after one that was found before. */
type FindDue = (sql: Sql, due: number, after: string) => Promise<{ id: string }[]>

/** Whose visit is over was made before, and its id says when. */
const pastVisits: FindDue = (sql, due, after) =>
  sql.all<{ id: string }>(
    `SELECT booking_id AS id FROM booking_guests
     WHERE name <> '${erasedName}' AND booking_id > ? AND booking_id < ? AND EXISTS (
      SELECT 1 FROM bookings WHERE bookings.id = booking_id AND starts_at < ?)
     ORDER BY booking_id LIMIT ${batchSize}`,
    after,
    idAt(due),
    due,
  )

/** A card that is paid for is owed to somebody, however long ago. */
const oldOrders: FindDue = (sql, due, after) =>
  sql.all<{ id: string }>(
    `SELECT order_id AS id FROM order_guests
     WHERE name <> '${erasedName}' AND order_id > ? AND order_id < ? AND EXISTS (
      SELECT 1 FROM orders WHERE orders.id = order_id AND updated_at < ? AND status <> 'paid')
     ORDER BY order_id LIMIT ${batchSize}`,
    after,
    idAt(due),
    due,
  )

async function anonymizeDue(
  { write }: Store,
  noun: 'booking' | 'order',
  findDue: FindDue,
  dueBefore: number,
  now: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  let last = ''
  while (!signal?.aborted) {
    const after = last
    // Found where they are forgotten: another process may be at it too.
    const found = await write(async (sql) => {
      const due = await findDue(sql, dueBefore, after)
      for (const { id } of due) {
        await anonymizeRow(sql, noun, id)
        await recordAudit(sql, now(), 'clock', 'erased', `${noun}:${id}`)
      }
      return due
    })
    if (found.length < batchSize) return
    last = found.at(-1)?.id ?? last
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
