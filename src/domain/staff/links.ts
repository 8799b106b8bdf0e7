/** One-time sign-in links: an invitation with a role, or account recovery for a known member. */
import { createHash } from 'node:crypto'
import { day } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'
import { hasOwner } from './accounts.ts'
import type { StaffContext } from './context.ts'
import { StaffAccessError } from './errors.ts'
import { findMember, lockMember, type Member, type Role, staffSubject } from './member.ts'
import { notifyOwners } from './owner-notices.ts'
import { checkIsOwner } from './permissions.ts'
import { createToken, hashToken } from './tokens.ts'

/** With `staffId` the link recovers that account; otherwise it creates one with the role. */
type NewLink = { madeBy: string; lifetimeMs?: number } & (
  | { role: Role; staffId?: undefined }
  | { staffId: string; role?: Role }
)

export type Link =
  | { kind: 'joining'; role: Role; expiresAt: number }
  | { kind: 'returning'; member: Member; expiresAt: number }

/** `id` is the member's id; for an invitation, the future one. */
export type FoundLink = Link & { hash: string; id: string }

/** An unused link in the list of the owner. */
type OpenLink = {
  hash: string
  role: Role
  /** Set for account recovery. */
  staffId?: string
  madeBy: string
  createdAt: number
  expiresAt: number
}

export type Links = {
  /** Returns the token. It is not stored, so it cannot be shown again. */
  createLink(link: NewLink): Promise<string>
  /** Does not use up the link. */
  readLink(token: string): Promise<Link | undefined>
  /** Returns the token of an invitation for an owner, or undefined if there is an owner. */
  createFirstOwnerLink(): Promise<string | undefined>
  listOpenLinks(): Promise<OpenLink[]>
  withdrawLink(hash: string, actor: string): Promise<void>
}

type LinkRow = {
  hash: string
  staff_id: string | null
  role: Role
  made_by: string
  created_at: number
  lapses_at: number
}

const invitationLifetimeMs = 7 * day

/** For links with more access than an invitation; they are meant for immediate use. */
export const shortLinkLifetimeMs = day

export function createLinks({ store, now }: StaffContext): Links {
  const insertLink = async (sql: Sql, link: NewLink): Promise<string> => {
    const { madeBy, staffId } = link
    const { lifetimeMs = staffId === undefined ? invitationLifetimeMs : shortLinkLifetimeMs } = link
    await checkIsOwner(sql, madeBy)
    const role = link.staffId === undefined ? link.role : (await lockMember(sql, link.staffId)).role
    const [token, nowMs] = [createToken(), now()]
    await sql.run(
      `INSERT INTO staff_links (hash, staff_id, role, made_by, created_at, lapses_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      hashToken(token),
      staffId ?? null,
      role,
      madeBy,
      nowMs,
      nowMs + lifetimeMs,
    )
    const kind = staffId === undefined ? 'joining' : 'returning'
    const memberId = staffId ?? newMemberId(hashToken(token))
    await recordAudit(sql, nowMs, madeBy, 'link_made', staffSubject(memberId), { kind, role })
    if (role === 'owner') {
      await notifyOwners(sql, { kind: 'owner_link_created', actor: madeBy, memberId }, nowMs)
    }
    return token
  }

  return {
    createLink: (link) => store.write((sql) => insertLink(sql, link)),
    async readLink(token) {
      const found = await findLink(store.read, token, now())
      if (!found) return undefined
      const { hash: _hash, id: _id, ...link } = found
      return link
    },
    createFirstOwnerLink: () =>
      store.write(async (sql) => {
        if (await hasOwner(sql)) return undefined
        return insertLink(sql, { role: 'owner', madeBy: 'start', lifetimeMs: shortLinkLifetimeMs })
      }),
    async listOpenLinks() {
      const rows = await store.read.all<LinkRow>(
        'SELECT * FROM staff_links WHERE used_at IS NULL AND lapses_at > ? ORDER BY created_at',
        now(),
      )
      return rows.map((row) => ({
        hash: row.hash,
        role: row.role,
        ...(row.staff_id !== null && { staffId: row.staff_id }),
        madeBy: row.made_by,
        createdAt: row.created_at,
        expiresAt: row.lapses_at,
      }))
    },
    withdrawLink: (hash, actor) =>
      store.write(async (sql) => {
        await checkIsOwner(sql, actor)
        const row = await sql.get<LinkRow>('SELECT * FROM staff_links WHERE hash = ?', hash)
        const deleted = await sql.run(
          'DELETE FROM staff_links WHERE hash = ? AND used_at IS NULL',
          hash,
        )
        if (!row || deleted !== 1) throw new StaffAccessError('not_found')
        const memberId = row.staff_id ?? newMemberId(hash)
        await recordAudit(sql, now(), actor, 'link_withdrawn', staffSubject(memberId), {
          role: row.role,
        })
      }),
  }
}

/** Undefined if the link was used or has expired, or if the member was revoked. */
export async function findLink(
  sql: Sql,
  token: string,
  nowMs: number,
): Promise<FoundLink | undefined> {
  const hash = hashToken(token)
  const row = await sql.get<LinkRow>(
    'SELECT * FROM staff_links WHERE hash = ? AND used_at IS NULL AND lapses_at > ?',
    hash,
    nowMs,
  )
  if (!row) return undefined
  const { role, staff_id: id, lapses_at: expiresAt } = row
  if (id === null) return { kind: 'joining', role, expiresAt, hash, id: newMemberId(hash) }
  const member = await findMember(sql, id)
  if (!member || member.revokedAt !== undefined) return undefined
  return { kind: 'returning', member, expiresAt, hash, id }
}

/** Of two concurrent uses, the second is rejected. */
export async function consumeLink(sql: Sql, token: string, nowMs: number): Promise<FoundLink> {
  const link = await findLink(sql, token, nowMs)
  const used = await sql.run(
    'UPDATE staff_links SET used_at = ? WHERE hash = ? AND used_at IS NULL',
    nowMs,
    hashToken(token),
  )
  if (!link || used !== 1) throw new StaffAccessError('link_gone')
  return link
}

/** The link printed at the start is only for the first owner. */
export async function withdrawStartupLinks(sql: Sql): Promise<void> {
  await sql.run("DELETE FROM staff_links WHERE made_by = 'start' AND used_at IS NULL")
}

/** Using one of several recovery links invalidates the others. */
export async function withdrawLinksFor(sql: Sql, staffId: string): Promise<void> {
  await sql.run('DELETE FROM staff_links WHERE staff_id = ? AND used_at IS NULL', staffId)
}

/**
 * Id of the member that an invitation will create. It is derived from the link, because a passkey needs it
 * before the account exists, and because the audit entries of a member start with the invitation.
 */
function newMemberId(linkHash: string): string {
  return createHash('sha256').update(`newcomer ${linkHash}`).digest('hex').slice(0, 34)
}
