/**
 * The order of events: a position that counts up in the order of the commits. Only one transaction writes at a time, so
 * an event with a lower position never becomes visible later, and no clock is needed.
 */
import type { Sql, Store } from '../../store/sql.ts'

/** An expression for INSERT and UPDATE. The newest event is never deleted, so no position is used twice. */
export const nextPosition = '(SELECT COALESCE(MAX(position), 0) + 1 FROM outbox)'

/** During a rolling restart the previous version stores events without a position. They follow the others. */
export async function positionEventsOfPreviousVersion(store: Store): Promise<void> {
  const isMissing = await store.read.get(
    'SELECT 1 AS found FROM outbox WHERE position IS NULL LIMIT 1',
  )
  if (isMissing) await store.write(assignPositions)
}

async function assignPositions(sql: Sql): Promise<void> {
  const events = await sql.all<{ id: string }>(
    'SELECT id FROM outbox WHERE position IS NULL ORDER BY id LIMIT 500',
  )
  for (const { id } of events) {
    await sql.run(`UPDATE outbox SET position = ${nextPosition} WHERE id = ?`, id)
  }
}
