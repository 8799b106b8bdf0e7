/** What happened, for the record and for those who must hear of it. Never who the guest is. */
import { newId } from '../../kernel/id.ts'
import type { Sql } from '../../store/sql.ts'

export type EventData = Readonly<Record<string, string | number | boolean | null>>

/** A row in the history of a subject, such as `booking:…`. */
export async function recordAudit(
  sql: Sql,
  now: number,
  actor: string,
  action: string,
  subject: string,
  facts: EventData = {},
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

/** News to be told, in the transaction that makes it true. */
export async function enqueueEvent(
  sql: Sql,
  now: number,
  kind: string,
  subject: string,
  facts: EventData = {},
): Promise<void> {
  await sql.run(
    'INSERT INTO outbox (id, kind, subject, facts, created_at) VALUES (?, ?, ?, ?, ?)',
    newId(now),
    kind,
    subject,
    JSON.stringify(facts),
    now,
  )
}
