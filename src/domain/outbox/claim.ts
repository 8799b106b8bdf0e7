/** Claims due deliveries with a lease, so that no other process sends them at the same time. */
import type { Sql } from '../../store/sql.ts'
import type { Destination, OutboxEvent } from './fan-out.ts'
import { withFacts } from './rows.ts'

export type Delivery = Destination & {
  /** The same for every attempt. */
  id: string
  news_id: string
  subject: string
  /** Includes the current attempt. */
  tries: number
  created_at: number
}

export type ClaimedDelivery = {
  delivery: Delivery
  /** Undefined if the event was purged. */
  event: OutboxEvent | undefined
  startedAtMs: number
}

type DueRow = Delivery & { kind: string | null; facts: string | null; at: number | null }

const maxClaims = 16

/** Longer than the send timeout: after it, the process that claimed the delivery has crashed. */
const claimLeaseMs = 30_000

/** A failing destination is probed at least this often, regardless of the retry delays. */
export const probeIntervalMs = 45_000

export function findPendingDestinations(sql: Sql): Promise<Destination[]> {
  return sql.all<Destination>(
    "SELECT DISTINCT channel, target FROM deliveries WHERE state = 'waiting'",
  )
}

/**
 * Due deliveries of a destination, and its oldest failed one as a probe. Deliveries of one subject stay in
 * order: a waiting one blocks those after it.
 */
export function findDueDeliveries(
  sql: Sql,
  { channel, target }: Destination,
  nowMs: number,
  limit = maxClaims,
): Promise<DueRow[]> {
  return sql.all<DueRow>(
    `SELECT one.id, one.news_id, one.channel, one.target, one.subject, one.tries, one.created_at,
       outbox.kind, outbox.facts, outbox.created_at AS at
     FROM deliveries one LEFT JOIN outbox ON outbox.id = one.news_id
     WHERE one.state = 'waiting' AND one.channel = ? AND one.target = ? AND one.claimed_until <= ?
       AND (one.due_at <= ? OR (one.updated_at <= ? AND one.id = (
         SELECT MIN(id) FROM deliveries
         WHERE state = 'waiting' AND channel = ? AND target = ? AND tries > 0)))
       AND NOT EXISTS (
         SELECT 1 FROM deliveries earlier JOIN outbox before ON before.id = earlier.news_id
         WHERE earlier.subject = one.subject AND earlier.channel = one.channel
           AND earlier.target = one.target AND earlier.state = 'waiting'
           AND (before.position < outbox.position
             OR (before.position = outbox.position AND earlier.id < one.id)))
     ORDER BY outbox.position, one.id LIMIT ?`,
    channel,
    target,
    nowMs,
    nowMs,
    nowMs - probeIntervalMs,
    channel,
    target,
    Math.min(limit, maxClaims),
  )
}

export async function claimDueDeliveries(
  sql: Sql,
  destination: Destination,
  nowMs: number,
  limit?: number,
): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = []
  for (const row of await findDueDeliveries(sql, destination, nowMs, limit)) {
    const updated = await sql.run(
      `UPDATE deliveries SET claimed_until = ?, tries = tries + 1, updated_at = ?
       WHERE id = ? AND state = 'waiting' AND claimed_until <= ?`,
      nowMs + claimLeaseMs,
      nowMs,
      row.id,
      nowMs,
    )
    if (updated === 1) claimed.push({ ...splitRow(row), startedAtMs: nowMs })
  }
  return claimed
}

function splitRow({ kind, facts, at, ...row }: DueRow): Omit<ClaimedDelivery, 'startedAtMs'> {
  const { news_id: id, subject } = row
  const delivery = { ...row, tries: row.tries + 1 }
  if (kind === null || facts === null || at === null) return { delivery, event: undefined }
  return { delivery, event: withFacts({ id, kind, subject, facts, at }) }
}
