/** People who asked to be called: who waits, and who was called. */
import type { Locale } from '../../kernel/locale.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'

export type LeadView = {
  id: string
  name: string
  phone: string
  email: string | null
  message: string | null
  preferred_time: string | null
  source: string
  locale: Locale
  created_at: number
  handled_at: number | null
  handled_by: string | null
  consent_version: string
  consent_text: string
  consented_at: number
}

const maxListed = 200

export async function listLeads(sql: Sql): Promise<LeadView[]> {
  return sql.all<LeadView>(
    `SELECT id, name, phone, email, message, preferred_time, source, locale, created_at, handled_at,
      handled_by, consent_version, consent_text, created_at AS consented_at FROM leads
     ORDER BY CASE WHEN handled_at IS NULL THEN 0 ELSE 1 END,
       CASE WHEN handled_at IS NULL THEN created_at ELSE -created_at END LIMIT ${maxListed}`,
  )
}

export async function countOpenLeads(sql: Sql): Promise<number> {
  const row = await sql.get<{ waiting: number }>(
    'SELECT COUNT(*) AS waiting FROM leads WHERE handled_at IS NULL',
  )
  return row?.waiting ?? 0
}

/** Marks somebody as called, or as not called after all; false if somebody else just did. */
export function setLeadHandled(
  store: Store,
  id: string,
  handled: boolean,
  actor: string,
  now: number,
): Promise<boolean> {
  return store.write(async (sql) => {
    const changed = await sql.run(
      `UPDATE leads SET handled_at = ?, handled_by = ? WHERE id = ?
       AND handled_at IS ${handled ? 'NULL' : 'NOT NULL'}`,
      handled ? now : null,
      handled ? actor : null,
      id,
    )
    if (changed === 0) return false
    await recordAudit(sql, now, actor, handled ? 'handled' : 'reopened', `lead:${id}`)
    await enqueueEvent(sql, now, handled ? 'lead.handled' : 'lead.reopened', `lead:${id}`)
    return true
  })
}
