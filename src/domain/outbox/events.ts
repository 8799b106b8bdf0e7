/** Audit entries and outbox events. Neither contains personal data of guests. */
import { newId } from '../../kernel/id.ts'
import type { Sql } from '../../store/sql.ts'

export type EventData = Readonly<Record<string, string | number | boolean | null>>

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

/** Runs in the transaction that makes the change. */
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
