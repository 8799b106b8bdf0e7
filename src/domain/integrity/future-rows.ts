/**
 * Rows that a process with a fast clock has written. Until the time that they name, they would lock clients out, hold
 * deliveries back or keep sessions valid, so they are deleted or dated now.
 */
import { type Clock, day, hour, maxClockSkewMs, minute } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'

type TimeColumn = {
  table: string
  column: string
  /** How far in the future the time may be at most. */
  maxAheadMs: number
  /** The row is deleted, gets the latest possible time, or is due now. */
  correction: 'delete' | 'latest' | 'now'
  /** Further condition. */
  where?: string
}

const timeColumns: readonly TimeColumn[] = [
  { table: 'writes', column: 'at', maxAheadMs: 0, correction: 'delete' },
  { table: 'request_counts', column: 'at', maxAheadMs: 0, correction: 'latest' },
  { table: 'mails', column: 'at', maxAheadMs: 0, correction: 'delete' },
  { table: 'first_emails', column: 'at', maxAheadMs: 0, correction: 'delete' },
  { table: 'failures', column: 'at', maxAheadMs: 0, correction: 'delete' },
  // A stored response prevents a second booking, and a used token a second submission.
  { table: 'answers', column: 'created_at', maxAheadMs: 0, correction: 'latest' },
  { table: 'form_tokens', column: 'lapses_at', maxAheadMs: 2 * hour, correction: 'latest' },
  { table: 'challenges', column: 'lapses_at', maxAheadMs: 5 * minute, correction: 'delete' },
  { table: 'staff_links', column: 'lapses_at', maxAheadMs: 7 * day, correction: 'latest' },
  { table: 'sessions', column: 'created_at', maxAheadMs: 0, correction: 'latest' },
  { table: 'sessions', column: 'seen_at', maxAheadMs: 0, correction: 'latest' },
  { table: 'sessions', column: 'lapses_at', maxAheadMs: 30 * day, correction: 'latest' },
  ...['created_at', 'updated_at', 'claimed_until', 'due_at'].map(
    (column): TimeColumn => ({
      table: 'deliveries',
      column,
      maxAheadMs: column === 'due_at' ? hour : minute,
      correction: 'now',
      where: "state = 'waiting'",
    }),
  ),
]

/** Returns the number of corrected rows. */
export async function correctFutureRows(store: Store, now: number): Promise<number> {
  const affected: TimeColumn[] = []
  for (const one of timeColumns) {
    const row = await store.read.get(
      `SELECT 1 AS found FROM ${conditionOf(one)} LIMIT 1`,
      lastOf(one),
    )
    if (row) affected.push(one)
  }
  if (affected.length === 0) return 0
  return store.write(async (sql) => {
    let corrected = 0
    for (const one of affected) corrected += await correct(sql, one)
    return corrected
  })

  function lastOf({ maxAheadMs }: TimeColumn): number {
    return now + maxAheadMs + maxClockSkewMs
  }

  function correct(sql: Sql, one: TimeColumn): Promise<number> {
    if (one.correction === 'delete') return sql.run(`DELETE FROM ${conditionOf(one)}`, lastOf(one))
    const { table, column, maxAheadMs, correction } = one
    const time = correction === 'now' ? now : now + maxAheadMs
    const condition = conditionOf(one).slice(table.length)
    return sql.run(`UPDATE ${table} SET ${column} = ?${condition}`, time, lastOf(one))
  }
}

function conditionOf({ table, column, where }: TimeColumn): string {
  return `${table} WHERE ${column} > ?${where ? ` AND ${where}` : ''}`
}

/** By how many milliseconds the clock is earlier than the newest row; 0 if it is not. */
export async function measureClockLag({ read }: Store, now: number): Promise<number> {
  // The ids are in the order of time.
  const newest = await read.get<{ at: number }>('SELECT at FROM audit ORDER BY id DESC LIMIT 1')
  const lag = (newest?.at ?? 0) - now
  return lag > maxClockSkewMs ? lag : 0
}

/** Larger differences delay notifications and move the limits of periods. */
export const maxClockDifferenceMs = 1_000

/** By how many milliseconds the clock is ahead of that of the database server; 0 if that has none of its own. */
export async function measureClockDifference(store: Store, now: Clock): Promise<number> {
  if (!store.readClock) return 0
  const sentAtMs = now()
  const serverMs = await store.readClock()
  const receivedAtMs = now()
  // The server has read its clock between both times.
  if (receivedAtMs < serverMs) return receivedAtMs - serverMs
  return Math.max(0, sentAtMs - serverMs)
}
