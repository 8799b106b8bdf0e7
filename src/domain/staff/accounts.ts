/** The people of the desk: who they are, and what owners decide about them. */
import { fold } from '../../kernel/fold-diacritics.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { type Facts, record } from '../outbox/events.ts'
import type { Ground } from './context.ts'
import { ifTaken, StaffRefusal } from './errors.ts'
import {
  findMember,
  holdMember,
  type Member,
  type MemberRow,
  memberColumns,
  memberOf,
  nameInHistory,
  type Role,
} from './member.ts'
import { readName } from './name.ts'
import { checkIsOwner, checkMayCareFor } from './permissions.ts'

export type Listed = Member & { lastSeenAt?: number }

export type Accounts = {
  /** Everyone who is or was here; owners first, who was revoked last. */
  members(): Promise<Listed[]>
  /** Also one who was revoked: the history names them. */
  member(id: string): Promise<Member | undefined>
  /** Somebody who may come, by the name as it is typed in a hurry. */
  memberNamed(name: string): Promise<Member | undefined>
  hasOwner(): Promise<boolean>
  /** Ends everything they hold, at once. */
  revoke(id: string, actor: string): Promise<void>
  changeRole(id: string, role: Role, actor: string): Promise<void>
  rename(id: string, name: string, actor: string): Promise<void>
  setLocale(id: string, locale: Locale, actor: string): Promise<void>
  /** The old address of their calendar feed stops answering. */
  renewFeed(id: string, actor: string): Promise<void>
}

type Check = (sql: Sql, actor: string, id: string) => Promise<void>

export function createAccounts({ store, now }: Ground): Accounts {
  const change = (
    id: string,
    actor: string,
    action: string,
    check: Check,
    make: (sql: Sql, member: Member, moment: number) => Promise<Facts | undefined>,
  ): Promise<void> =>
    store.write(async (sql) => {
      await check(sql, actor, id)
      const member = await holdMember(sql, id)
      const facts = await make(sql, member, now())
      await record(sql, now(), actor, action, nameInHistory(id), facts)
    })

  return {
    async members() {
      const rows = await store.read.all<MemberRow & { last_seen_at: number | null }>(
        `SELECT ${memberColumns},
          (SELECT MAX(seen_at) FROM sessions WHERE sessions.staff_id = staff.id) AS last_seen_at
         FROM staff ORDER BY CASE WHEN revoked_at IS NULL THEN 0 ELSE 1 END,
          CASE WHEN role = 'owner' THEN 0 ELSE 1 END, folded, created_at`,
      )
      return rows.map((row) => ({
        ...memberOf(row),
        ...(row.last_seen_at !== null && { lastSeenAt: row.last_seen_at }),
      }))
    },
    member: (id) => findMember(store.read, id),
    async memberNamed(name) {
      const row = await store.read.get<MemberRow>(
        `SELECT ${memberColumns} FROM staff WHERE folded = ? AND revoked_at IS NULL`,
        fold(name),
      )
      return row && memberOf(row)
    },
    hasOwner: () => hasOwner(store.read),
    revoke: (id, actor) =>
      change(id, actor, 'revoked', checkRules, async (sql, member, moment) => {
        await checkAnotherOwner(sql, member)
        for (const holding of ['sessions', 'passkeys', 'push_subscriptions']) {
          await sql.run(`DELETE FROM ${holding} WHERE staff_id = ?`, id)
        }
        await withdrawLinksMadeBy(sql, id)
        await sql.run('DELETE FROM staff_links WHERE staff_id = ? AND used_at IS NULL', id)
        await sql.run('UPDATE staff SET password = NULL, revoked_at = ? WHERE id = ?', moment, id)
        return { role: member.role }
      }),
    changeRole: (id, role, actor) =>
      change(id, actor, 'role_changed', checkRules, async (sql, member) => {
        if (role !== 'owner') {
          await checkAnotherOwner(sql, member)
          await withdrawLinksMadeBy(sql, id)
        }
        await sql.run('UPDATE staff SET role = ? WHERE id = ?', role, id)
        return { was: member.role, role }
      }),
    rename: (id, text, actor) =>
      change(id, actor, 'renamed', checkMayCareFor, async (sql) => {
        const { name, folded } = readName(text)
        await sql
          .run('UPDATE staff SET name = ?, folded = ? WHERE id = ?', name, folded, id)
          .catch(ifTaken('name_taken'))
        return undefined
      }),
    setLocale: (id, locale, actor) =>
      change(id, actor, 'locale_changed', checkMayCareFor, async (sql) => {
        await sql.run('UPDATE staff SET locale = ? WHERE id = ?', locale, id)
        return { locale }
      }),
    renewFeed: (id, actor) =>
      change(id, actor, 'feed_renewed', checkMayCareFor, async (sql) => {
        await sql.run('UPDATE staff SET feed = feed + 1 WHERE id = ?', id)
        return undefined
      }),
  }
}

type NewAccount = { id: string; name: string; role: Role; locale: Locale }

export async function openAccount(sql: Sql, account: NewAccount, moment: number): Promise<void> {
  const { name, folded } = readName(account.name)
  await sql
    .run(
      'INSERT INTO staff (id, name, folded, role, locale, feed, created_at) VALUES (?, ?, ?, ?, ?, 1, ?)',
      account.id,
      name,
      folded,
      account.role,
      account.locale,
      moment,
    )
    .catch(ifTaken('name_taken'))
}

export async function hasOwner(sql: Sql): Promise<boolean> {
  const owner = await sql.get(
    "SELECT id FROM staff WHERE role = 'owner' AND revoked_at IS NULL LIMIT 1",
  )
  return owner !== undefined
}

/** Owners decide one after the other: of two who remove each other, the second waits and sees. */
async function checkRules(sql: Sql, actor: string): Promise<void> {
  await sql.run("UPDATE staff SET role = role WHERE role = 'owner' AND revoked_at IS NULL")
  await checkIsOwner(sql, actor)
}

async function checkAnotherOwner(sql: Sql, { id, role }: Member): Promise<void> {
  if (role !== 'owner') return
  const another = await sql.get(
    "SELECT id FROM staff WHERE role = 'owner' AND revoked_at IS NULL AND id <> ? LIMIT 1",
    id,
  )
  if (!another) throw new StaffRefusal('last_owner')
}

/** An invitation is good only as long as who gave it may invite. */
async function withdrawLinksMadeBy(sql: Sql, id: string): Promise<void> {
  await sql.run('DELETE FROM staff_links WHERE made_by = ? AND used_at IS NULL', nameInHistory(id))
}
