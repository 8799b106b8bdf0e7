/**
 * Notices to owners when another person creates or uses a link for an owner, or makes a member an owner: a message
 * through the channels of staff, and a line on the desk of each other owner until they have seen it.
 */
import { newId } from '../../kernel/id.ts'
import { day } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { enqueueEvent } from '../outbox/events.ts'
import type { StaffContext } from './context.ts'
import { staffSubject } from './member.ts'

export const ownerEventKinds = ['owner_link_created', 'owner_link_used', 'owner_promoted'] as const

export type OwnerEventKind = (typeof ownerEventKinds)[number]

/** `memberId` is the member that is or becomes an owner; `actor` did it and is not notified. */
export type OwnerEvent = { kind: OwnerEventKind; actor: string; memberId: string }

type OwnerNotice = { id: string; kind: OwnerEventKind; actor: string; subject: string; at: number }

export type OwnerNotices = {
  /** What the owner has not seen yet, oldest first. */
  listOwnerNotices(staffId: string): Promise<OwnerNotice[]>
  /** The notices that the page of the owner showed. */
  dismissOwnerNotices(staffId: string, ids: readonly string[]): Promise<void>
}

export const noticeRetentionMs = 90 * day

const maxListed = 10

export function createOwnerNotices({ store }: StaffContext): OwnerNotices {
  return {
    listOwnerNotices: (staffId) =>
      store.read.all<OwnerNotice>(
        `SELECT id, kind, actor, subject, created_at AS at FROM owner_notices
         WHERE staff_id = ? ORDER BY id LIMIT ${maxListed}`,
        staffId,
      ),
    async dismissOwnerNotices(staffId, ids) {
      await store.write(async (sql) => {
        for (const id of ids) {
          await sql.run('DELETE FROM owner_notices WHERE id = ? AND staff_id = ?', id, staffId)
        }
      })
    },
  }
}

/** In the transaction of the action. The first owner of a shop has no other owner to notify. */
export async function notifyOwners(
  sql: Sql,
  { kind, actor, memberId }: OwnerEvent,
  nowMs: number,
): Promise<void> {
  const owners = await sql.all<{ id: string }>(
    "SELECT id FROM staff WHERE role = 'owner' AND revoked_at IS NULL ORDER BY id",
  )
  const isOnlyOwner = owners.every(({ id }) => id === memberId)
  if (owners.length === 0 || (isOnlyOwner && kind === 'owner_link_used')) return
  for (const { id } of owners) {
    if (staffSubject(id) === actor) continue
    await sql.run(
      `INSERT INTO owner_notices (id, staff_id, kind, actor, subject, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      newId(nowMs),
      id,
      kind,
      actor,
      staffSubject(memberId),
      nowMs,
    )
  }
  await enqueueEvent(sql, nowMs, `staff.${kind}`, staffSubject(memberId), { actor })
}
