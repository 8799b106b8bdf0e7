/**
 * Moves what a process of the previous version stores in `booking_health` during a rolling restart. To be removed one
 * version later, together with the table.
 */
import type { Store } from '../../store/sql.ts'

export async function moveHealthRows({
  read,
  write,
}: Pick<Store, 'read' | 'write'>): Promise<void> {
  const rows = await read.all<{ id: string }>('SELECT booking_id AS id FROM booking_health')
  // Row by row: a statement for all of them would delete rows that were stored after the others were copied.
  for (const { id } of rows) {
    await write(async (sql) => {
      const answers = await sql.run(
        `INSERT INTO booking_answers (booking_id, question, answer, sensitive)
         SELECT booking_id, CASE WHEN code LIKE 'BAN%' THEN 'allergens' ELSE 'health' END, marks, 1
         FROM booking_health JOIN bookings ON bookings.id = booking_id
         WHERE booking_id = ? AND marks <> '[]' ON CONFLICT DO NOTHING`,
        id,
      )
      const calls = await sql.run(
        `UPDATE bookings SET call_first = 1 WHERE id = ? AND call_first = 0 AND EXISTS (
          SELECT 1 FROM booking_health WHERE booking_id = ? AND needs_attention = 1)`,
        id,
        id,
      )
      // What the migration has copied before is no change.
      if (answers + calls > 0)
        await sql.run('UPDATE bookings SET version = version + 1 WHERE id = ?', id)
      await sql.run('DELETE FROM booking_health WHERE booking_id = ?', id)
    })
  }
}
