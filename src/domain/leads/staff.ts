/** Callback requests (leads) for the desk: list and mark as handled. */
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

const leadViewQuery = `SELECT id, name, phone, email, message, preferred_time, source, locale, created_at,
  handled_at, handled_by, consent_version, consent_text, created_at AS consented_at FROM leads`

export async function listLeads(sql: Sql): Promise<LeadView[]> {
  return sql.all<LeadView>(
    `${leadViewQuery}
     ORDER BY CASE WHEN handled_at IS NULL THEN 0 ELSE 1 END,
       CASE WHEN handled_at IS NULL THEN created_at ELSE -created_at END LIMIT ${maxListed}`,
  )
}

/** The callback requests of a guest, newest first. */
export async function findLeadsByPhone(sql: Sql, phone: string): Promise<LeadView[]> {
  return sql.all<LeadView>(
    `${leadViewQuery} WHERE phone = ? ORDER BY id DESC LIMIT ${maxListed}`,
    phone,
  )
}

/** Marks a lead as handled or reopens it; returns false if it already is in that state. */
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
