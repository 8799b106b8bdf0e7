/** Answers that are kept for a day, to be given again: those that were given to this guest. */

import { formatCode } from '../../kernel/booking-code.ts'
import type { Sql } from '../../store/sql.ts'
import type { GuestRows } from './find-guest.ts'

export type StoredGuestResponse = { scope: string; key: string; body: string; created_at: number }

/** They name what was made by its code or id, and nothing else of the guest. */
export async function findStoredResponses(
  sql: Sql,
  { bookings, orders, leads }: GuestRows,
): Promise<StoredGuestResponse[]> {
  const names = [
    ...(await codesOf(sql, 'bookings', bookings)),
    ...(await codesOf(sql, 'orders', orders)),
    ...leads,
  ]
  const found = await Promise.all(
    names.map((name) =>
      sql.all<StoredGuestResponse>(
        'SELECT scope, key, body, created_at FROM answers WHERE body LIKE ?',
        `%${name}%`,
      ),
    ),
  )
  return found.flat()
}

/**
 * How many went. All who ask for the newsletter are told the same, so that whose answer it is cannot be
 * seen, while the key of it may be a name: those of all go. To ask for it again does no harm.
 */
export async function deleteStoredResponses(sql: Sql, guestRows: GuestRows): Promise<number> {
  let erased = await sql.run("DELETE FROM answers WHERE scope = 'subscribe'")
  for (const { scope, key } of await findStoredResponses(sql, guestRows)) {
    erased += await sql.run('DELETE FROM answers WHERE scope = ? AND key = ?', scope, key)
  }
  return erased
}

async function codesOf(
  sql: Sql,
  table: 'bookings' | 'orders',
  ids: readonly string[],
): Promise<string[]> {
  const codes: string[] = []
  for (const id of ids) {
    const row = await sql.get<{ code: string }>(`SELECT code FROM ${table} WHERE id = ?`, id)
    if (row) codes.push(formatCode(row.code))
  }
  return codes
}
