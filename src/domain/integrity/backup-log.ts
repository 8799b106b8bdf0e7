/** Log of backups and exports, so that staff know which copies still contain erased data. */
import type { Sql } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'
import { withFacts } from '../outbox/rows.ts'

const subject = 'book'
const action = 'backed_up'

type Backup = { at: number; file: string }

export function recordBackup(sql: Sql, { at, file }: Backup, actor: string): Promise<void> {
  return recordAudit(sql, at, actor, action, subject, { file })
}

/** Newest first. */
export async function listBackups(sql: Sql): Promise<Backup[]> {
  const rows = await sql.all<{ at: number; facts: string }>(
    'SELECT at, facts FROM audit WHERE subject = ? AND action = ? ORDER BY at DESC',
    subject,
    action,
  )
  return rows.map(withFacts).map(({ at, facts }) => ({ at, file: String(facts.file) }))
}

/** Number and last time of CSV exports from the desk. */
export async function countExports(sql: Sql): Promise<{ times: number; last: number | null }> {
  const row = await sql.get<{ times: number; last: number | null }>(
    "SELECT COUNT(*) AS times, MAX(at) AS last FROM audit WHERE action = 'exported'",
  )
  return row ?? { times: 0, last: null }
}
