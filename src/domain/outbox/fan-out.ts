/** Makes of each piece of news a delivery for every place that must hear of it, once. */
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { EventData } from './events.ts'

export type OutboxEvent = {
  id: string
  /** "booking.requested" */
  kind: string
  /** "booking:…" */
  subject: string
  facts: EventData
  /** When it happened. */
  at: number
}

/** Where a piece of news goes: by which channel, and to whom there. */
export type Destination = { channel: string; target: string }

export type DeliveryRoute = Destination & {
  /** How long after it happened it may be told, so that it can be taken back before. */
  delayMs?: number
}

export type Routes = (
  event: OutboxEvent,
) => readonly DeliveryRoute[] | Promise<readonly DeliveryRoute[]>

type RoutedEvent = { event: OutboxEvent; routes: readonly DeliveryRoute[] }

const batchSize = 100

/** The news that was spread now, in order; what another process spreads is not among it. */
export async function fanOut(store: Store, routes: Routes, now: Clock): Promise<OutboxEvent[]> {
  const dispatched: OutboxEvent[] = []
  for (;;) {
    const waiting = await findPendingEvents(store.read)
    if (waiting.length === 0) return dispatched
    // Asked before the transaction: a route may have to be looked up, and everybody waits for that.
    const routedEvents: RoutedEvent[] = []
    for (const event of waiting) routedEvents.push({ event, routes: await routes(event) })
    dispatched.push(...(await store.write((sql) => createDeliveries(sql, routedEvents, now()))))
    if (waiting.length < batchSize) return dispatched
  }
}

async function findPendingEvents(sql: Sql): Promise<OutboxEvent[]> {
  const rows = await sql.all<Omit<OutboxEvent, 'facts'> & { facts: string }>(
    `SELECT id, kind, subject, facts, created_at AS at FROM outbox
     WHERE told_at IS NULL ORDER BY id LIMIT ${batchSize}`,
  )
  return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) as EventData }))
}

async function createDeliveries(
  sql: Sql,
  routedEvents: readonly RoutedEvent[],
  nowMs: number,
): Promise<OutboxEvent[]> {
  const dispatched: OutboxEvent[] = []
  for (const { event, routes } of routedEvents) {
    const updated = await sql.run(
      'UPDATE outbox SET told_at = ? WHERE id = ? AND told_at IS NULL',
      nowMs,
      event.id,
    )
    if (updated !== 1) continue
    dispatched.push(event)
    for (const [index, route] of routes.entries()) {
      await insertDelivery(sql, event, index, route, nowMs)
    }
  }
  return dispatched
}

async function insertDelivery(
  sql: Sql,
  event: OutboxEvent,
  index: number,
  { channel, target, delayMs = 0 }: DeliveryRoute,
  nowMs: number,
): Promise<void> {
  await sql.run(
    `INSERT INTO deliveries (id, news_id, channel, target, subject, state, tries, due_at,
      claimed_until, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'waiting', 0, ?, 0, ?, ?)`,
    // Deliveries sort as their news do, whoever spread them and when.
    `${event.id}-${String(index).padStart(3, '0')}`,
    event.id,
    channel,
    target,
    event.subject,
    event.at + delayMs,
    nowMs,
    nowMs,
  )
}
