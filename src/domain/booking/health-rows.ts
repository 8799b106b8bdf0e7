/**
 * Moves what a process of the previous version stores in `booking_health` during a rolling restart. To be removed one
 * version later, together with the table.
 */
import type { Store } from '../../store/sql.ts'

export async function moveHealthRows({
  read,
  write,
}: Pick<Store, 'read' | 'write'>): Promise<void> {
  const row = await read.get('SELECT booking_id FROM booking_health LIMIT 1')
  if (!row) return
  await write(async (sql) => {
    await sql.run(
      `INSERT INTO booking_answers (booking_id, question, answer, sensitive)
       SELECT booking_id, CASE WHEN code LIKE 'BAN%' THEN 'allergens' ELSE 'health' END, marks, 1
       FROM booking_health JOIN bookings ON bookings.id = booking_id WHERE marks <> '[]'
       ON CONFLICT DO NOTHING`,
    )
    await sql.run(
      `UPDATE bookings SET call_first = 1 WHERE call_first = 0 AND id IN (
        SELECT booking_id FROM booking_health WHERE needs_attention = 1)`,
    )
    await sql.run('DELETE FROM booking_health')
  })
}
