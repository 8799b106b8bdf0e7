/** Retention: erases guests after the period that the consent text promises. */
import { idAt } from '../../kernel/id.ts'
import { type Clock, day } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { erasedName } from '../guest/fields.ts'
import { columnsWith, personalTableEntries } from '../guest/personal-tables.ts'
import { eraseOldTransfers } from '../payment/bank-transfers.ts'
import { eraseOldRequesters } from './data-request-actions.ts'
import { eraseInBatches, type FindBatch } from './erase-batches.ts'
import { eraseRecord } from './erase-record.ts'
import { auditErasure } from './erasure-events.ts'

/** Days after the visit, or after the last change of an order or callback request. */
type RetentionPolicy = { guest_days: number; health_days: number }

/** Can be aborted between batches; the next run continues. */
export async function applyRetention(
  store: Store,
  policy: RetentionPolicy,
  now: Clock,
  signal?: AbortSignal,
): Promise<void> {
  const before = (days: number) => now() - days * day
  await store.write((sql) => eraseHealthData(sql, before(policy.health_days)))
  const due = before(policy.guest_days)
  for (const [kind, findDue] of [
    ['bookings', pastVisits(due)],
    ['orders', oldOrders(due)],
    ['cards', oldCards(due)],
    ['leads', oldLeads(due)],
    ['waitlist', oldEntries(due)],
    // After the records, because the last one of a guest may just have been erased.
    ['profiles', profilesWithoutGuest],
  ] as const) {
    const erase = async (sql: Sql, id: string) => {
      await eraseRecord(sql, kind, id)
      await auditErasure(sql, { kind, id, actor: 'clock', now: now() })
    }
    await eraseInBatches(store, findDue, erase, signal)
  }
  await store.write((sql) => eraseOldRequesters(sql, due, now()))
  await store.write((sql) => eraseOldTransfers(sql, due, now()))
  // The owner of the address is asked to confirm it again with the next email.
  await store.write((sql) => sql.run('DELETE FROM confirmed_addresses WHERE confirmed_at < ?', due))
}

/** Deletes rows with health data, and erases the columns that follow from it. */
async function eraseHealthData(sql: Sql, due: number): Promise<void> {
  for (const [name, table] of personalTableEntries) {
    if (table.record !== 'bookings') continue
    const isDue = `EXISTS (
      SELECT 1 FROM bookings AS visits WHERE visits.id = ${name}.${table.key} AND visits.starts_at < ?)`
    if (table.sensitive !== undefined)
      await sql.run(`DELETE FROM ${name} WHERE ${table.sensitive} AND ${isDue}`, due)
    for (const [column, { sensitive, erasedTo = null }] of columnsWith(table, 'sensitive'))
      await sql.run(
        `UPDATE ${name} SET ${column} = ? WHERE ${sensitive} AND ${isDue}`,
        erasedTo,
        due,
      )
  }
}

/** A visit that is over was booked before `due`, and ids are ordered by creation time. */
const pastVisits =
  (due: number): FindBatch =>
  (sql, after, limit) =>
    sql.all<{ id: string }>(
      `SELECT booking_id AS id FROM booking_guests
       WHERE name <> '${erasedName}' AND booking_id > ? AND booking_id < ? AND EXISTS (
        SELECT 1 FROM bookings WHERE bookings.id = booking_id AND starts_at < ?)
       ORDER BY booking_id LIMIT ${limit}`,
      after,
      idAt(due),
      due,
    )

/** A paid order is still owed to the guest, so it is kept regardless of its age. */
const oldOrders =
  (due: number): FindBatch =>
  (sql, after, limit) =>
    sql.all<{ id: string }>(
      `SELECT order_id AS id FROM order_guests
       WHERE name <> '${erasedName}' AND order_id > ? AND order_id < ? AND EXISTS (
        SELECT 1 FROM orders WHERE orders.id = order_id AND updated_at < ? AND status <> 'paid')
       ORDER BY order_id LIMIT ${limit}`,
      after,
      idAt(due),
      due,
    )

/** A balance is still owed to the holder, so a valid card with one is kept regardless of its age. */
const oldCards =
  (due: number): FindBatch =>
  (sql, after, limit) =>
    sql.all<{ id: string }>(
      `SELECT card_id AS id FROM card_holders
       WHERE name <> '${erasedName}' AND card_id > ? AND EXISTS (
        SELECT 1 FROM cards WHERE cards.id = card_id AND updated_at < ?
          AND (balance = 0 OR valid_until < ?))
       ORDER BY card_id LIMIT ${limit}`,
      ...[after, due, due],
    )

/** Counted from the time that the guest waited for. */
const oldEntries =
  (due: number): FindBatch =>
  (sql, after, limit) =>
    sql.all<{ id: string }>(
      `SELECT id FROM waitlist WHERE name <> '${erasedName}' AND starts_until < ? AND id > ?
       ORDER BY id LIMIT ${limit}`,
      due,
      after,
    )

const oldLeads =
  (due: number): FindBatch =>
  (sql, after, limit) =>
    sql.all<{ id: string }>(
      `SELECT id FROM leads WHERE created_at < ? AND id > ? ORDER BY id LIMIT ${limit}`,
      due,
      after,
    )

const knownFrom = ['booking_guests', 'order_guests', 'card_holders', 'leads', 'waitlist']

/**
 * The notes about a guest are kept as long as a booking, order, card, callback request or waitlist entry of the
 * guest.
 */
const profilesWithoutGuest: FindBatch = (sql, after, limit) => {
  const isKnownFrom = (table: string) =>
    `EXISTS (SELECT 1 FROM ${table} WHERE ${table}.phone = guest_profiles.phone)`
  return sql.all<{ id: string }>(
    `SELECT id FROM guest_profiles WHERE id > ?
       AND NOT (${knownFrom.map(isKnownFrom).join(' OR ')})
     ORDER BY id LIMIT ${limit}`,
    after,
  )
}
