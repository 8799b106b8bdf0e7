/** Audit entries and outbox events. Neither contains personal data of guests. */
import { newId } from '../../kernel/id.ts'
import type { Sql } from '../../store/sql.ts'
import { nextPosition } from './event-order.ts'

export type EventData = Readonly<Record<string, string | number | boolean | null>>

/**
 * What entries and events can be about without a table of actions. Bookings and orders have one: they are
 * recorded with `recordAction`, so that an action without a row does not compile.
 */
type Noun =
  | 'block'
  | 'content'
  | 'day'
  | 'declaration'
  | 'guest'
  | 'lead'
  | 'offer'
  | 'place'
  | 'online'
  | 'receipt'
  | 'request'
  | 'shift'
  | 'staff'
  | 'subscriber'
  | 'test'

type Subject = `${Noun}:${string}` | 'book' | 'bookings' | 'subscribers'

export function recordAudit(
  sql: Sql,
  now: number,
  actor: string,
  action: string,
  subject: Subject,
  facts: EventData = {},
): Promise<void> {
  return insertAudit(sql, now, actor, action, subject, facts)
}

/** Runs in the transaction that makes the change. */
export function enqueueEvent(
  sql: Sql,
  now: number,
  kind: `${Noun}.${string}` | 'test',
  subject: Subject,
  facts: EventData = {},
): Promise<void> {
  return insertEvent(sql, now, kind, subject, facts)
}

/** An action on something whose table has a row for it. */
type ActionOn<Table extends Actions> = {
  lifecycle: Table
  action: keyof NoInfer<Table>['transitions'] & string
  id: string
}

type Actions = { noun: string; transitions: object }

/** Stores the audit entry of an action that is no event of its own. */
export function auditAction<Table extends Actions>(
  sql: Sql,
  now: number,
  actor: string,
  { lifecycle: { noun }, action, id }: ActionOn<Table>,
  facts: EventData = {},
): Promise<void> {
  return insertAudit(sql, now, actor, action, `${noun}:${id}`, facts)
}

/** Stores the audit entry and the event of an action, in the transaction that makes the change. */
export async function recordAction<Table extends Actions>(
  sql: Sql,
  now: number,
  actor: string,
  actionOn: ActionOn<Table>,
  facts: EventData = {},
  eventData: EventData = {},
): Promise<void> {
  const { lifecycle, action, id } = actionOn
  const { noun } = lifecycle
  // Pipelined: neither statement needs the result of the other.
  await Promise.all([
    auditAction(sql, now, actor, actionOn, facts),
    insertEvent(sql, now, `${noun}.${action}`, `${noun}:${id}`, eventData),
  ])
}

/** For code of the outbox, whose deliveries can be about anything. */
export async function insertAudit(
  sql: Sql,
  now: number,
  actor: string,
  action: string,
  subject: string,
  facts: EventData,
): Promise<void> {
  await sql.run(
    'INSERT INTO audit (id, at, actor, action, subject, facts) VALUES (?, ?, ?, ?, ?, ?)',
    newId(now),
    now,
    actor,
    action,
    subject,
    JSON.stringify(facts),
  )
}

async function insertEvent(
  sql: Sql,
  now: number,
  kind: string,
  subject: string,
  facts: EventData,
): Promise<void> {
  await sql.run(
    `INSERT INTO outbox (id, kind, subject, facts, created_at, position)
     VALUES (?, ?, ?, ?, ?, ${nextPosition})`,
    newId(now),
    kind,
    subject,
    JSON.stringify(facts),
    now,
  )
}
