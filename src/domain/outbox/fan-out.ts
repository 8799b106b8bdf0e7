/** Fan-out: creates one delivery per destination for each new event, exactly once. */
import type { Clock } from '../../kernel/time.ts'
import { insertRows } from '../../store/insert-rows.ts'
import type { Sql, Store, Value } from '../../store/sql.ts'
import { valueList } from '../../store/value-list.ts'
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
    const routedEvents = await Promise.all(
      waiting.map(async (event): Promise<RoutedEvent> => ({ event, routes: await routes(event) })),
    )
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
  const { marks, values } = valueList(new Set(routedEvents.map(({ event: { id } }) => id)))
  const updated = await sql.all<{ id: string }>(
    `UPDATE outbox SET told_at = ? WHERE id IN (${marks}) AND told_at IS NULL RETURNING id`,
    nowMs,
    ...values,
  )
  const own = new Set(updated.map(({ id }) => id))
  const dispatched = routedEvents.filter(({ event: { id } }) => own.has(id))
  const rows = dispatched.flatMap(({ event, routes }) =>
    routes.map((route, index) => toDeliveryRow(event, index, route, nowMs)),
  )
  await insertRows(
    sql,
    `deliveries (id, news_id, channel, target, subject, state, tries, due_at, claimed_until,
      created_at, updated_at)`,
    rows,
    { values: "(?, ?, ?, ?, ?, 'waiting', 0, ?, 0, ?, ?)" },
  )
  return dispatched.map(({ event }) => event)
}

function toDeliveryRow(
  event: OutboxEvent,
  index: number,
  { channel, target, delayMs = 0 }: DeliveryRoute,
  nowMs: number,
): Value[] {
  // The order of deliveries is the position of their events; among those of one event it is this index.
  const id = `${event.id}-${String(index).padStart(3, '0')}`
  const dueAt = event.at + delayMs
  return [id, event.id, channel, target, event.subject, dueAt, nowMs, nowMs]
}
