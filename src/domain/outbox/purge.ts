/** Deletes old delivered events. Dead letters stay until staff have handled them. */
import { day } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

const retentionMs = 90 * day

export async function purgeEvents(sql: Sql, now: number): Promise<void> {
  await sql.run(
    "DELETE FROM deliveries WHERE state IN ('sent', 'dropped') AND updated_at < ?",
    now - retentionMs,
  )
  await sql.run(
    `DELETE FROM outbox WHERE told_at < ?
     AND position < (SELECT MAX(position) FROM outbox)
     AND NOT EXISTS (SELECT 1 FROM deliveries WHERE deliveries.news_id = outbox.id)`,
    now - retentionMs,
  )
}
