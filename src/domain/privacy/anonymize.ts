/** Overwrites the personal columns of a booking or an order. */
import type { Sql } from '../../store/sql.ts'
import { erasedName } from '../guest/fields.ts'

/** Returns the number of deleted rows with allergies or health data. */
export async function anonymizeRow(
  sql: Sql,
  noun: 'booking' | 'order',
  id: string,
): Promise<number> {
  if (noun === 'order') {
    await sql.run(
      `UPDATE order_guests SET name = ?, phone = '', email = NULL, recipient = NULL,
        message = NULL, client = '' WHERE order_id = ?`,
      erasedName,
      id,
    )
    return 0
  }
  await sql.run(
    `UPDATE booking_guests SET name = ?, folded = '', phone = '', email = NULL, note = NULL,
      staff_note = NULL, desk_note = NULL, client = '' WHERE booking_id = ?`,
    erasedName,
    id,
  )
  await sql.run('UPDATE booking_changes SET note = NULL WHERE booking_id = ?', id)
  return sql.run('DELETE FROM booking_health WHERE booking_id = ?', id)
}
