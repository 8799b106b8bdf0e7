/** A staff member: type, row mapper and row lock. */
import type { Locale } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { StaffAccessError } from './errors.ts'

export const roles = ['owner', 'host'] as const

export type Role = (typeof roles)[number]

export type Member = {
  id: string
  name: string
  role: Role
  locale: Locale
  /** Incremented to change the URL of the calendar feed. */
  feed: number
  hasPassword: boolean
  passkeys: number
  createdAt: number
  revokedAt?: number
}

export type MemberRow = {
  id: string
  name: string
  role: Role
  locale: Locale
  feed: number
  has_password: number
  passkeys: number
  created_at: number
  revoked_at: number | null
}

export const memberColumns = `staff.id, staff.name, staff.role, staff.locale, staff.feed,
  CASE WHEN staff.password IS NULL THEN 0 ELSE 1 END AS has_password,
  (SELECT COUNT(*) FROM passkeys WHERE passkeys.staff_id = staff.id) AS passkeys,
  staff.created_at, staff.revoked_at`

export function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    locale: row.locale,
    feed: row.feed,
    hasPassword: row.has_password === 1,
    passkeys: row.passkeys,
    createdAt: row.created_at,
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  }
}

/** Subject and actor in the audit log. */
export function staffSubject(id: string): `staff:${string}` {
  return `staff:${id}`
}

/** Also finds revoked members. */
export async function findMember(sql: Sql, id: string): Promise<Member | undefined> {
  const row = await sql.get<MemberRow>(`SELECT ${memberColumns} FROM staff WHERE id = ?`, id)
  return row && toMember(row)
}

/**
 * Locks the row of a current member until the end of the transaction. The no-op UPDATE locks it on both
 * SQLite and PostgreSQL.
 */
export async function lockMember(sql: Sql, id: string): Promise<Member> {
  const locked = await sql.run(
    'UPDATE staff SET role = role WHERE id = ? AND revoked_at IS NULL',
    id,
  )
  const member = locked === 1 ? await findMember(sql, id) : undefined
  if (!member) throw new StaffAccessError('not_found')
  return member
}
