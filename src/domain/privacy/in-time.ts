/** Forgets guests by itself, as soon as they were promised when they agreed. */
import { type Clock, day } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { record } from '../outbox/news.ts'
import { nobody, takeGuestOut } from './take-out.ts'

/** So many days after the visit, or after the last word about an order or a call. */
export type KeptFor = { guest_days: number; health_days: number }

/** So many in one transaction, and a rest: years of history make nobody wait. */
const atOnce = 50
const rest = 100

/** What is left when `signal` ends it is done the next time. */
export async function forgetInTime(
  store: Store,
  kept: KeptFor,
  now: Clock,
  signal?: AbortSignal,
): Promise<void> {
  const before = (days: number) => now() - days * day
  await store.write((sql) =>
    sql.run(
      `DELETE FROM booking_health WHERE EXISTS (
        SELECT 1 FROM bookings WHERE bookings.id = booking_id AND starts_at < ?)`,
      before(kept.health_days),
    ),
  )
  await forgetEach(store, 'booking', pastVisits, before(kept.guest_days), now, signal)
  await forgetEach(store, 'order', oldOrders, before(kept.guest_days), now, signal)
  await store.write((sql) =>
    sql.run('DELETE FROM leads WHERE created_at < ?', before(kept.guest_days)),
  )
}

type Old = { id: string; at: number }

/** The oldest first, from a moment on. */
type FindOld = (sql: Sql, from: number, to: number) => Promise<Old[]>

const pastVisits: FindOld = (sql, from, to) =>
  sql.all<Old>(
    `SELECT bookings.id AS id, starts_at AS at FROM bookings
     JOIN booking_guests ON booking_id = bookings.id
     WHERE starts_at >= ? AND starts_at < ? AND name <> ? ORDER BY starts_at LIMIT ${atOnce}`,
    from,
    to,
    nobody,
  )

/** A card that is paid for is owed to somebody, however long ago. */
const oldOrders: FindOld = (sql, from, to) =>
  sql.all<Old>(
    `SELECT orders.id AS id, updated_at AS at FROM orders
     JOIN order_guests ON order_id = orders.id
     WHERE updated_at >= ? AND updated_at < ? AND status <> 'paid' AND name <> ?
     ORDER BY updated_at LIMIT ${atOnce}`,
    from,
    to,
    nobody,
  )

async function forgetEach(
  { read, write }: Store,
  noun: 'booking' | 'order',
  find: FindOld,
  to: number,
  now: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  let from = 0
  while (!signal?.aborted) {
    const old = await find(read, from, to)
    const last = old.at(-1)
    if (!last) return
    from = last.at
    await write(async (sql) => {
      for (const { id } of old) {
        await takeGuestOut(sql, noun, id)
        await record(sql, now(), 'clock', 'erased', `${noun}:${id}`)
      }
    })
    if (old.length < atOnce) return
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
}
