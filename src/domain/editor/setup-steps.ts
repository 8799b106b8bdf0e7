/**
 * Which steps of the setup an owner has answered or skipped. They are entries of the audit log, of which the newest
 * counts, so that another owner, or another device, goes on where the first one stopped.
 */
import type { Sql, Store } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'

export type StepState = 'answered' | 'skipped'

export function recordSetupStep(
  store: Store,
  member: { id: string },
  { step, state }: { step: string; state: StepState },
  now: number,
): Promise<void> {
  return store.write((sql) => recordAudit(sql, now, `staff:${member.id}`, state, `setup:${step}`))
}

export async function loadSteps(
  sql: Sql,
  steps: readonly string[],
): Promise<ReadonlyMap<string, StepState>> {
  const rows = await sql.all<{ subject: string; action: string }>(
    `SELECT subject, action FROM audit WHERE subject IN (${steps.map(() => '?').join(', ')}) ORDER BY id`,
    ...steps.map((step) => `setup:${step}`),
  )
  return new Map(
    rows.map(({ subject, action }) => [
      subject.slice('setup:'.length),
      action === 'skipped' ? 'skipped' : 'answered',
    ]),
  )
}
