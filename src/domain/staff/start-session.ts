/** Coming in: a member, and the token of the session that begins. */
import type { Sql } from '../../store/sql.ts'
import { type Facts, record } from '../outbox/events.ts'
import { holdMember, type Member, nameInHistory } from './member.ts'
import { openSession } from './sessions.ts'

/** Where somebody comes from: the caller as a hash, and the browser in words for the list of sessions. */
export type Arrival = { client: string; device: string }

export type Entered = { member: Member; token: string }

export async function enter(
  sql: Sql,
  staffId: string,
  device: string,
  action: 'joined' | 'came_back' | 'signed_in',
  facts: Facts,
  moment: number,
): Promise<Entered> {
  const token = await openSession(sql, staffId, device, moment)
  const who = nameInHistory(staffId)
  await record(sql, moment, who, action, who, facts)
  return { member: await holdMember(sql, staffId), token }
}
