/** Audit entries and outbox events. Neither contains personal data of guests. */
import { newId } from '../../kernel/id.ts'
import type { ContactAction } from '../../kernel/lifecycle.ts'
import { insertRows } from '../../store/insert-rows.ts'
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
  | 'newsletter'
  | 'offer'
  | 'place'
  | 'online'
  | 'profile'
  | 'receipt'
  | 'request'
  | 'setup'
  | 'shift'
  | 'staff'
  | 'subscriber'
  | 'test'
  | 'transfer'

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

/**
 * Stores the audit entry and the event of an action, in the transaction that makes the change. Returns the event's
 * id.
 */
export async function recordAction<Table extends Actions>(
  sql: Sql,
  now: number,
  actor: string,
  actionOn: ActionOn<Table>,
  facts: EventData = {},
  eventData: EventData = {},
): Promise<string> {
  const eventId = newId(now)
  await recordActions(sql, now, [{ actor, on: actionOn, facts, eventData, eventId }])
  return eventId
}

/** The audit entries and the events of several actions, in this order. */
export async function recordActions<Table extends Actions>(
  sql: Sql,
  now: number,
  entries: readonly {
    actor: string
    on: ActionOn<Table>
    facts: EventData
    eventData: EventData
    eventId?: string
  }[],
): Promise<void> {
  const subjectOf = ({ lifecycle: { noun }, id }: ActionOn<Table>) => `${noun}:${id}`
  // Pipelined: neither statement needs the result of the other.
  await Promise.all([
    insertRows(
      sql,
      auditColumns,
      entries.map(({ actor, on, facts }) => {
        return [newId(now), now, actor, on.action, subjectOf(on), JSON.stringify(facts)]
      }),
    ),
    insertEvents(
      sql,
      now,
      entries.map(({ on, eventData, eventId = newId(now) }) => ({
        id: eventId,
        kind: `${on.lifecycle.noun}.${on.action}`,
        subject: subjectOf(on),
        facts: eventData,
      })),
    ),
  ])
}

/** The same for an action that every table has, on a subject such as "booking:…". */
export async function recordOnSubject(
  sql: Sql,
  now: number,
  actor: string,
  action: ContactAction,
  subject: string,
  facts: EventData,
): Promise<void> {
  const kind = `${subject.split(':')[0]}.${action}`
  await insertAudit(sql, now, actor, action, subject, facts)
  await insertEvent(sql, now, kind, subject, {})
}

const auditColumns = 'audit (id, at, actor, action, subject, facts)'

/** For code of the outbox, whose deliveries can be about anything. */
export async function insertAudit(
  sql: Sql,
  now: number,
  actor: string,
  action: string,
  subject: string,
  facts: EventData,
): Promise<void> {
  const row = [newId(now), now, actor, action, subject, JSON.stringify(facts)]
  await insertRows(sql, auditColumns, [row])
}

async function insertEvent(
  sql: Sql,
  now: number,
  kind: string,
  subject: string,
  facts: EventData,
  id: string = newId(now),
): Promise<void> {
  await insertEvents(sql, now, [{ id, kind, subject, facts }])
}

async function insertEvents(
  sql: Sql,
  now: number,
  events: readonly { id: string; kind: string; subject: string; facts: EventData }[],
): Promise<void> {
  await insertRows(
    sql,
    'outbox (id, kind, subject, facts, created_at, position)',
    events.map(({ id, kind, subject, facts }, index) => {
      return [id, kind, subject, JSON.stringify(facts), now, index]
    }),
    // Equal before this statement for all of its rows, so each row adds its index.
    { values: `(?, ?, ?, ?, ?, ${nextPosition} + CAST(? AS BIGINT))` },
  )
}
