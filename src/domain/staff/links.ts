/** Links that let somebody in once: a new person with a role, or one we know who lost the way. */
import { createHash } from 'node:crypto'
import { day } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { record } from '../outbox/events.ts'
import { hasOwner } from './accounts.ts'
import type { Ground } from './context.ts'
import { StaffRefusal } from './errors.ts'
import { findMember, holdMember, type Member, nameInHistory, type Role } from './member.ts'
import { checkIsOwner } from './permissions.ts'
import { hashOf, newToken } from './tokens.ts'

/** With `staffId` it lets that member in again; otherwise it makes a new one with the role. */
export type NewLink = { madeBy: string; lasts?: number } & (
  | { role: Role; staffId?: undefined }
  | { staffId: string; role?: Role }
)

/** What a link would do. */
export type Link =
  | { kind: 'joining'; role: Role; lapsesAt: number }
  | { kind: 'returning'; member: Member; lapsesAt: number }

/** `id` is whom it lets in: for a newcomer, who they will be. */
export type FoundLink = Link & { hash: string; id: string }

/** A link that nobody has used yet, as owners see it. */
export type OpenLink = {
  hash: string
  role: Role
  /** Whom it lets in again. */
  staffId?: string
  madeBy: string
  createdAt: number
  lapsesAt: number
}

export type Links = {
  /** The token of the link; it is not kept and cannot be told again. */
  makeLink(link: NewLink): Promise<string>
  /** Looking uses nothing up. */
  readLink(token: string): Promise<Link | undefined>
  /** The token of a link that makes an owner, as long as there is none. */
  ownerLinkAtStart(): Promise<string | undefined>
  openLinks(): Promise<OpenLink[]>
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

const invitationLasts = 7 * day

/** An owner's first link and a link back open more than an invitation does, and are used at once. */
export const shortLinkLasts = day

export function createLinks({ store, now }: Ground): Links {
  const keepLink = async (sql: Sql, link: NewLink): Promise<string> => {
    const { madeBy, staffId } = link
    const { lasts = staffId === undefined ? invitationLasts : shortLinkLasts } = link
    await checkIsOwner(sql, madeBy)
    const role = link.staffId === undefined ? link.role : (await holdMember(sql, link.staffId)).role
    const [token, moment] = [newToken(), now()]
    await sql.run(
      'INSERT INTO staff_links (hash, staff_id, role, made_by, created_at, lapses_at) VALUES (?, ?, ?, ?, ?, ?)',
      hashOf(token),
      staffId ?? null,
      role,
      madeBy,
      moment,
      moment + lasts,
    )
    const kind = staffId === undefined ? 'joining' : 'returning'
    const whom = staffId ?? newcomerOf(hashOf(token))
    await record(sql, moment, madeBy, 'link_made', nameInHistory(whom), { kind, role })
    return token
  }

  return {
    makeLink: (link) => store.write((sql) => keepLink(sql, link)),
    async readLink(token) {
      const found = await findLink(store.read, token, now())
      if (!found) return undefined
      const { hash: _hash, id: _id, ...link } = found
      return link
    },
    ownerLinkAtStart: () =>
      store.write(async (sql) => {
        if (await hasOwner(sql)) return undefined
        return keepLink(sql, { role: 'owner', madeBy: 'start', lasts: shortLinkLasts })
      }),
    async openLinks() {
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
        lapsesAt: row.lapses_at,
      }))
    },
    withdrawLink: (hash, actor) =>
      store.write(async (sql) => {
        await checkIsOwner(sql, actor)
        const row = await sql.get<LinkRow>('SELECT * FROM staff_links WHERE hash = ?', hash)
        const gone = await sql.run(
          'DELETE FROM staff_links WHERE hash = ? AND used_at IS NULL',
          hash,
        )
        if (!row || gone !== 1) throw new StaffRefusal('not_found')
        const whom = row.staff_id ?? newcomerOf(hash)
        await record(sql, now(), actor, 'link_withdrawn', nameInHistory(whom), { role: row.role })
      }),
  }
}

/** The link, if it is still good and whom it lets in may still come. */
export async function findLink(
  sql: Sql,
  token: string,
  moment: number,
): Promise<FoundLink | undefined> {
  const hash = hashOf(token)
  const row = await sql.get<LinkRow>(
    'SELECT * FROM staff_links WHERE hash = ? AND used_at IS NULL AND lapses_at > ?',
    hash,
    moment,
  )
  if (!row) return undefined
  const { role, staff_id: id, lapses_at: lapsesAt } = row
  if (id === null) return { kind: 'joining', role, lapsesAt, hash, id: newcomerOf(hash) }
  const member = await findMember(sql, id)
  if (!member || member.revokedAt !== undefined) return undefined
  return { kind: 'returning', member, lapsesAt, hash, id }
}

/** Uses the link up; of two who come with it at once, the second is refused. */
export async function useLink(sql: Sql, token: string, moment: number): Promise<FoundLink> {
  const link = await findLink(sql, token, moment)
  const used = await sql.run(
    'UPDATE staff_links SET used_at = ? WHERE hash = ? AND used_at IS NULL',
    moment,
    hashOf(token),
  )
  if (!link || used !== 1) throw new StaffRefusal('link_gone')
  return link
}

/** With an owner at the desk, what the program printed at its start has no purpose any more. */
export async function withdrawLinksOfStart(sql: Sql): Promise<void> {
  await sql.run("DELETE FROM staff_links WHERE made_by = 'start' AND used_at IS NULL")
}

/** Of several links for one member, the first that is used makes the others worthless. */
export async function withdrawLinksFor(sql: Sql, staffId: string): Promise<void> {
  await sql.run('DELETE FROM staff_links WHERE staff_id = ? AND used_at IS NULL', staffId)
}

/**
 * Whom a joining link makes. It follows from the link, because a passkey must be told whose it is
 * before there is an account, and because the history of a member begins with the invitation.
 */
function newcomerOf(linkHash: string): string {
  return createHash('sha256').update(`newcomer ${linkHash}`).digest('hex').slice(0, 34)
}
