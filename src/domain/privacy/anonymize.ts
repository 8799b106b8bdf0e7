/** What is left of a row when the person is taken out of it. */
import type { Sql } from '../../store/sql.ts'

/** In place of a name. */
export const erasedName = '–'

/** How much he had told of his body. */
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
