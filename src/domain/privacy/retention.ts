/** Retention: anonymizes guests after the period that the consent text promises. */
import { idAt } from '../../kernel/id.ts'
import { type Clock, day } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { bookingLifecycle } from '../booking/actions.ts'
import { erasedName } from '../guest/fields.ts'
import { orderLifecycle } from '../orders/actions.ts'
import { auditAction } from '../outbox/events.ts'
import { anonymizeRow } from './anonymize.ts'
import { anonymizeOldRequesters } from './data-request-actions.ts'

/** Days after the visit, or after the last change of an order or callback request. */
type RetentionPolicy = { guest_days: number; health_days: number }

/** Small transactions with pauses, so that years of history do not block other writes. */
const batchSize = 50
const pauseMs = 100

/** Can be aborted between batches; the next run continues. */
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
  await anonymizeDue(store, bookingLifecycle, pastVisits, before(policy.guest_days), now, signal)
  await anonymizeDue(store, orderLifecycle, oldOrders, before(policy.guest_days), now, signal)
  await store.write((sql) =>
    sql.run('DELETE FROM leads WHERE created_at < ?', before(policy.guest_days)),
  )
  await store.write((sql) => anonymizeOldRequesters(sql, before(policy.guest_days), now()))
}

/** The next batch of due rows after an id, in id order. */
type FindDue = (sql: Sql, due: number, after: string) => Promise<{ id: string }[]>

/** A visit that is over was booked before `due`, and ids are ordered by creation time. */
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

/** A paid order is still owed to the guest, so it is kept regardless of its age. */
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
  lifecycle: typeof bookingLifecycle | typeof orderLifecycle,
  findDue: FindDue,
  dueBefore: number,
  now: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  let last = ''
  while (!signal?.aborted) {
    const after = last
    // Found and anonymized in one transaction, because other processes run the same job.
    const found = await write(async (sql) => {
      const due = await findDue(sql, dueBefore, after)
      for (const { id } of due) {
        await anonymizeRow(sql, lifecycle.noun, id)
        await auditAction(sql, now(), 'clock', { lifecycle, action: 'erased', id })
      }
      return due
    })
    if (found.length < batchSize) return
    last = found.at(-1)?.id ?? last
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
