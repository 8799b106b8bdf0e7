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

/**
 * What the events after this position are about, and the position of the newest; without one, only that. The subjects
 * are undefined if there are too many events.
 */
export async function readEventsSince(
  sql: Sql,
  after: number | undefined,
  max: number,
): Promise<{ position: number; subjects: readonly string[] | undefined }> {
  if (after === undefined) {
    const row = await sql.get<{ last: number | null }>('SELECT MAX(position) AS last FROM outbox')
    return { position: row?.last ?? 0, subjects: undefined }
  }
  const events = await sql.all<{ position: number; subject: string }>(
    'SELECT position, subject FROM outbox WHERE position > ? ORDER BY position LIMIT ?',
    after,
    max + 1,
  )
  if (events.length > max) return readEventsSince(sql, undefined, max)
  return {
    position: events.at(-1)?.position ?? after,
    subjects: events.map(({ subject }) => subject),
  }
}
