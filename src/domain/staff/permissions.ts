/** Who may do what to whom. It is asked in the transaction of the act, so a demotion counts at once. */
import type { Sql } from '../../store/sql.ts'
import { StaffAccessError } from './errors.ts'
import { staffSubject } from './member.ts'

/** Whoever starts the program or sits at its terminal owns the machine. */
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

/** Everyone looks after themselves, and owners after everyone. */
export async function checkCanManage(sql: Sql, actor: string, id: string): Promise<void> {
  if (actor !== staffSubject(id)) await checkIsOwner(sql, actor)
}
