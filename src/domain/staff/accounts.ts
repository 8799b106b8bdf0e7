/** Accounts of staff members and their roles. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { type EventData, recordAudit } from '../outbox/events.ts'
import type { StaffContext } from './context.ts'
import { rethrowUniqueViolationAs, StaffAccessError } from './errors.ts'
import {
  findMember,
  lockMember,
  type Member,
  type MemberRow,
  memberColumns,
  type Role,
  staffSubject,
  toMember,
} from './member.ts'
import { parseName } from './name.ts'
import { notifyOwners } from './owner-notices.ts'
import { checkCanManage, checkIsOwner } from './permissions.ts'
import { rotateCalendarKey } from './revoke-devices.ts'

export type MemberWithLastSeen = Member & { lastSeenAt?: number }

export type Accounts = {
  /** All current and former members; owners first, revoked members last. */
  listMembers(): Promise<MemberWithLastSeen[]>
  /** Also finds revoked members, because audit entries refer to them. */
  findMember(id: string): Promise<Member | undefined>
  /** Finds a current member; case and diacritics do not matter. */
  findMemberByName(name: string): Promise<Member | undefined>
  hasOwner(): Promise<boolean>
  /** Deletes all sessions, passkeys, links and push subscriptions of the member. */
  revoke(id: string, actor: string): Promise<void>
  changeRole(id: string, role: Role, actor: string): Promise<void>
  rename(id: string, name: string, actor: string): Promise<void>
  setLocale(id: string, locale: Locale, actor: string): Promise<void>
  /** Invalidates the old URL of the calendar feed. */
  renewFeed(id: string, actor: string): Promise<void>
}

type Check = (sql: Sql, actor: string, id: string) => Promise<void>

export function createAccounts({ store, now }: StaffContext): Accounts {
  const change = (
    id: string,
    actor: string,
    action: string,
    check: Check,
    apply: (sql: Sql, member: Member, nowMs: number) => Promise<EventData | undefined>,
  ): Promise<void> =>
    store.write(async (sql) => {
      await check(sql, actor, id)
      const member = await lockMember(sql, id)
      const facts = await apply(sql, member, now())
      await recordAudit(sql, now(), actor, action, staffSubject(id), facts)
    })

  return {
    async listMembers() {
      const rows = await store.read.all<MemberRow & { last_seen_at: number | null }>(
        `SELECT ${memberColumns},
          (SELECT MAX(seen_at) FROM sessions WHERE sessions.staff_id = staff.id) AS last_seen_at
         FROM staff ORDER BY CASE WHEN revoked_at IS NULL THEN 0 ELSE 1 END,
          CASE WHEN role = 'owner' THEN 0 ELSE 1 END, folded, created_at`,
      )
      return rows.map((row) => ({
        ...toMember(row),
        ...(row.last_seen_at !== null && { lastSeenAt: row.last_seen_at }),
      }))
    },
    findMember: (id) => findMember(store.read, id),
    async findMemberByName(name) {
      const row = await store.read.get<MemberRow>(
        `SELECT ${memberColumns} FROM staff WHERE folded = ? AND revoked_at IS NULL`,
        foldDiacritics(name),
      )
      return row && toMember(row)
    },
    hasOwner: () => hasOwner(store.read),
    revoke: (id, actor) =>
      change(id, actor, 'revoked', lockOwnersAndCheck, async (sql, member, nowMs) => {
        await checkAnotherOwner(sql, member)
        for (const table of ['sessions', 'passkeys', 'push_subscriptions', 'owner_notices']) {
          await sql.run(`DELETE FROM ${table} WHERE staff_id = ?`, id)
        }
        await withdrawLinksMadeBy(sql, id)
        await sql.run('DELETE FROM staff_links WHERE staff_id = ? AND used_at IS NULL', id)
        await sql.run('UPDATE staff SET password = NULL, revoked_at = ? WHERE id = ?', nowMs, id)
        return { role: member.role }
      }),
    changeRole: (id, role, actor) =>
      change(id, actor, 'role_changed', lockOwnersAndCheck, async (sql, member, nowMs) => {
        if (role !== 'owner') {
          await checkAnotherOwner(sql, member)
          await withdrawLinksMadeBy(sql, id)
        }
        await sql.run('UPDATE staff SET role = ? WHERE id = ?', role, id)
        if (role === 'owner' && member.role !== 'owner') {
          await notifyOwners(sql, { kind: 'owner_promoted', actor, memberId: id }, nowMs)
        }
        return { was: member.role, role }
      }),
    rename: (id, text, actor) =>
      change(id, actor, 'renamed', checkCanManage, async (sql) => {
        const { name, folded } = parseName(text)
        await sql
          .run('UPDATE staff SET name = ?, folded = ? WHERE id = ?', name, folded, id)
          .catch(rethrowUniqueViolationAs('name_taken'))
        return undefined
      }),
    setLocale: (id, locale, actor) =>
      change(id, actor, 'locale_changed', checkCanManage, async (sql) => {
        await sql.run('UPDATE staff SET locale = ? WHERE id = ?', locale, id)
        return { locale }
      }),
    renewFeed: (id, actor) =>
      change(id, actor, 'feed_renewed', checkCanManage, async (sql) => {
        await rotateCalendarKey(sql, id)
        return undefined
      }),
  }
}

type NewAccount = { id: string; name: string; role: Role; locale: Locale }

export async function createAccount(sql: Sql, account: NewAccount, nowMs: number): Promise<void> {
  const { name, folded } = parseName(account.name)
  await sql
    .run(
      'INSERT INTO staff (id, name, folded, role, locale, feed, created_at) VALUES (?, ?, ?, ?, ?, 1, ?)',
      account.id,
      name,
      folded,
      account.role,
      account.locale,
      nowMs,
    )
    .catch(rethrowUniqueViolationAs('name_taken'))
}

export async function hasOwner(sql: Sql): Promise<boolean> {
  const owner = await sql.get(
    "SELECT id FROM staff WHERE role = 'owner' AND revoked_at IS NULL LIMIT 1",
  )
  return owner !== undefined
}

/** Locks all owners, so that two owners who revoke each other are serialized. */
async function lockOwnersAndCheck(sql: Sql, actor: string): Promise<void> {
  await sql.run("UPDATE staff SET role = role WHERE role = 'owner' AND revoked_at IS NULL")
  await checkIsOwner(sql, actor)
}

/** An owner without a sign-in method does not count: with the end of the session, no owner could sign in. */
async function checkAnotherOwner(sql: Sql, { id, role }: Member): Promise<void> {
  if (role !== 'owner') return
  const another = await sql.get(
    `SELECT id FROM staff WHERE role = 'owner' AND revoked_at IS NULL AND id <> ?
     AND (password IS NOT NULL OR EXISTS (SELECT 1 FROM passkeys WHERE staff_id = staff.id)) LIMIT 1`,
    id,
  )
  if (!another) throw new StaffAccessError('last_owner')
}

/** A link is only valid while its creator may invite. */
async function withdrawLinksMadeBy(sql: Sql, id: string): Promise<void> {
  await sql.run('DELETE FROM staff_links WHERE made_by = ? AND used_at IS NULL', staffSubject(id))
}
