/** Idempotency responses of a guest, which are stored for a day. */
import { formatCode } from '../../kernel/booking-code.ts'
import type { Sql } from '../../store/sql.ts'
import type { GuestRows } from './find-guest.ts'

type StoredGuestResponse = { scope: string; key: string; body: string; created_at: number }

/** Responses refer to a guest only by the code or id of what was created. */
export async function findStoredResponses(
  sql: Sql,
  { bookings, orders, waitlist, leads }: GuestRows,
): Promise<StoredGuestResponse[]> {
  const identifiers = [
    ...(await codesOf(sql, 'bookings', bookings)),
    ...(await codesOf(sql, 'orders', orders)),
    ...(await codesOf(sql, 'waitlist', waitlist)),
    ...leads,
  ]
  const found = await Promise.all(
    identifiers.map((identifier) =>
      sql.all<StoredGuestResponse>(
        'SELECT scope, key, body, created_at FROM answers WHERE body LIKE ?',
        `%${identifier}%`,
      ),
    ),
  )
  return found.flat()
}

/**
 * Returns the number of deleted responses. Responses to newsletter subscriptions are identical, so the
 * guest's own cannot be found, but the idempotency key may contain a name: all of them are deleted. A
 * repeated subscription is harmless.
 */
export async function deleteStoredResponses(sql: Sql, guestRows: GuestRows): Promise<number> {
  let deleted = await sql.run("DELETE FROM answers WHERE scope = 'subscribe'")
  for (const { scope, key } of await findStoredResponses(sql, guestRows)) {
    deleted += await sql.run('DELETE FROM answers WHERE scope = ? AND key = ?', scope, key)
  }
  return deleted
}

async function codesOf(
  sql: Sql,
  table: 'bookings' | 'orders' | 'waitlist',
  ids: readonly string[],
): Promise<string[]> {
  const codes: string[] = []
  for (const id of ids) {
    const row = await sql.get<{ code: string }>(`SELECT code FROM ${table} WHERE id = ?`, id)
    if (row) codes.push(formatCode(row.code))
  }
  return codes
}
