/** Role checks. They run in the transaction of the action, so that a demotion is effective immediately. */
import type { Sql } from '../../store/sql.ts'
import { StaffAccessError } from './errors.ts'
import { staffSubject } from './member.ts'

/** The terminal and the start of the program have owner permissions: they control the machine. */
const localActors = ['terminal', 'start']

export async function checkIsOwner(sql: Sql, actor: string): Promise<void> {
  if (localActors.includes(actor)) return
  const [, id = ''] = /^staff:(.+)$/.exec(actor) ?? []
  const owner = await sql.get(
    "SELECT id FROM staff WHERE id = ? AND role = 'owner' AND revoked_at IS NULL",
    id,
  )
  if (!owner) throw new StaffAccessError('not_allowed')
}

/** Members manage themselves, owners manage everyone. */
export async function checkCanManage(sql: Sql, actor: string, id: string): Promise<void> {
  if (actor !== staffSubject(id)) await checkIsOwner(sql, actor)
}
