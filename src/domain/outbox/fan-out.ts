/** Fan-out: creates one delivery per destination for each new event, exactly once. */
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { positionEventsOfPreviousVersion } from './event-order.ts'
import type { EventData } from './events.ts'
import { withFacts } from './rows.ts'

export type OutboxEvent = {
  id: string
  /** "booking.requested" */
  kind: string
  /** "booking:…" */
  subject: string
  facts: EventData
  at: number
}

/** An address of a channel. */
export type Destination = { channel: string; target: string }

export type DeliveryRoute = Destination & {
  /** Delay after the event, so that staff can undo the action first. */
  delayMs?: number
}

export type Routes = (
  event: OutboxEvent,
) => readonly DeliveryRoute[] | Promise<readonly DeliveryRoute[]>

type RoutedEvent = { event: OutboxEvent; routes: readonly DeliveryRoute[] }

const batchSize = 100

/** Returns the events of this call in order, without those that another process fanned out. */
export async function fanOut(store: Store, routes: Routes, now: Clock): Promise<OutboxEvent[]> {
  const dispatched: OutboxEvent[] = []
  await positionEventsOfPreviousVersion(store)
  for (;;) {
    const waiting = await findPendingEvents(store.read)
    if (waiting.length === 0) return dispatched
    // Routes are resolved outside the transaction, because they may query the database.
    const routedEvents: RoutedEvent[] = []
    for (const event of waiting) routedEvents.push({ event, routes: await routes(event) })
    dispatched.push(...(await store.write((sql) => createDeliveries(sql, routedEvents, now()))))
    if (waiting.length < batchSize) return dispatched
  }
}

async function findPendingEvents(sql: Sql): Promise<OutboxEvent[]> {
  const rows = await sql.all<Omit<OutboxEvent, 'facts'> & { facts: string }>(
    `SELECT id, kind, subject, facts, created_at AS at FROM outbox
     WHERE told_at IS NULL ORDER BY position LIMIT ${batchSize}`,
  )
  return rows.map(withFacts)
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
    // The order of deliveries is the position of their events; among those of one event it is this index.
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
