/** Finds the guest whom a code stands for, so that no phone number is part of a URL. */
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Sql } from '../../store/sql.ts'

/**
 * `reference`: the code of a booking, an order or an entry of the waitlist, or the id of a callback request or a
 * card. Undefined without a phone number.
 */
export async function findGuestPhone(sql: Sql, reference: string): Promise<string | undefined> {
  const code = normalizeCode(reference)
  const rows = await sql.all<{ phone: string }>(
    `SELECT phone FROM bookings JOIN booking_guests ON booking_id = bookings.id WHERE code = ?
     UNION ALL SELECT phone FROM orders JOIN order_guests ON order_id = orders.id WHERE code = ?
     UNION ALL SELECT phone FROM waitlist WHERE code = ?
     UNION ALL SELECT phone FROM leads WHERE id = ?
     UNION ALL SELECT phone FROM card_holders WHERE card_id = ?`,
    code,
    code,
    code,
    reference,
    reference,
  )
  return rows.map(({ phone }) => phone).find((phone) => phone !== '')
}
