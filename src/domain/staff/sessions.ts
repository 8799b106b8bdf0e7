/** Sessions: a token in the browser, of which the database stores only the hash. */
import { day, maxClockSkewMs, minute } from '../../kernel/time.ts'
import { type Sql, StoreUnavailable } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'
import type { StaffContext } from './context.ts'
import { StaffAccessError } from './errors.ts'
import { type Member, type MemberRow, memberColumns, staffSubject, toMember } from './member.ts'
import { checkCanManage } from './permissions.ts'
import { revokeDevice, revokeOtherDevices } from './revoke-devices.ts'
import { createToken, hashToken } from './tokens.ts'

export type Session = {
  hash: string
  device: string
  createdAt: number
  /** When the member last signed in or confirmed the sign-in. */
  signedInAt: number
  lastSeenAt: number
  expiresAt: number
}

type Authenticated = { member: Member; session: Session; sessionHash: string }

type SessionRow = {
  hash: string
  device: string
  created_at: number
  seen_at: number
  lapses_at: number
  signed_in_at: number | null
}

export type Sessions = {
  /** Runs before every request, so it is a single indexed read. */
  authenticate(token: string): Promise<Authenticated | undefined>
  signOut(token: string): Promise<void>
  /** Most recently used first. */
  listSessions(staffId: string): Promise<Session[]>
  /** Also ends what the device has: its push subscription, and the calendar address of the member. */
  endSession(hash: string, actor: string): Promise<void>
  /** Returns the number of ended sessions. */
  endOtherSessions(staffId: string, currentHash: string, actor: string): Promise<number>
}

const sessionLifetimeMs = 30 * day

/** A privileged action needs a sign-in that is at most this old. */
const freshSignInMs = 10 * minute

/** The last activity is stored at most this often, to save writes. */
const lastSeenPrecisionMs = 10 * minute

const maxDeviceLength = 100

export function createSessions({ store, now }: StaffContext): Sessions {
  const recordActivity = (hash: string, nowMs: number) =>
    store
      .write((sql) =>
        sql.run(
          'UPDATE sessions SET seen_at = ?, lapses_at = ? WHERE hash = ?',
          nowMs,
          nowMs + sessionLifetimeMs,
          hash,
        ),
      )
      // A full disk must not sign out staff who are signed in.
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error
      })

  return {
    async authenticate(token) {
      const [sessionHash, nowMs] = [hashToken(token), now()]
      const row = await store.read.get<MemberRow & SessionRow & { begun_at: number }>(
        `SELECT ${memberColumns}, hash, device, sessions.created_at AS begun_at, seen_at, lapses_at,
          signed_in_at
         FROM sessions JOIN staff ON staff.id = sessions.staff_id
         WHERE hash = ? AND lapses_at > ? AND revoked_at IS NULL`,
        sessionHash,
        nowMs,
      )
      if (!row) return undefined
      if (nowMs - row.seen_at >= lastSeenPrecisionMs) await recordActivity(sessionHash, nowMs)
      const session = toSession({ ...row, created_at: row.begun_at })
      return { member: toMember(row), session, sessionHash }
    },
    async signOut(token) {
      await store.write(async (sql) => {
        const staffId = await removeSession(sql, hashToken(token))
        if (staffId === undefined) return
        const who = staffSubject(staffId)
        await recordAudit(sql, now(), who, 'signed_out', who)
      })
    },
    async listSessions(staffId) {
      const rows = await store.read.all<SessionRow>(
        `SELECT * FROM sessions WHERE staff_id = ? AND lapses_at > ?
         ORDER BY seen_at DESC, created_at DESC`,
        staffId,
        now(),
      )
      return rows.map(toSession)
    },
    async endSession(hash, actor) {
      await store.write(async (sql) => {
        const staffId = await removeSession(sql, hash)
        if (staffId === undefined) throw new StaffAccessError('not_found')
        await checkCanManage(sql, actor, staffId)
        await revokeDevice(sql, staffId)
        await recordAudit(sql, now(), actor, 'session_ended', staffSubject(staffId))
      })
    },
    endOtherSessions: (staffId, currentHash, actor) =>
      store.write(async (sql) => {
        await checkCanManage(sql, actor, staffId)
        const ended = await revokeOtherDevices(sql, staffId, currentHash)
        await recordAudit(sql, now(), actor, 'sessions_ended', staffSubject(staffId), { ended })
        return ended
      }),
  }
}

/** Returns the token. */
export async function insertSession(
  sql: Sql,
  staffId: string,
  device: string,
  nowMs: number,
): Promise<string> {
  const token = createToken()
  await sql.run(
    'INSERT INTO sessions (hash, staff_id, device, created_at, seen_at, lapses_at) VALUES (?, ?, ?, ?, ?, ?)',
    hashToken(token),
    staffId,
    device.replace(/\p{C}/gu, ' ').trim().slice(0, maxDeviceLength),
    nowMs,
    nowMs,
    nowMs + sessionLifetimeMs,
  )
  return token
}

/** Whether a privileged action is allowed. A time in the future is that of a clock that was wrong. */
export function isFreshSignIn({ signedInAt }: Session, nowMs: number): boolean {
  const age = nowMs - signedInAt
  return age <= freshSignInMs && age >= -maxClockSkewMs
}

/**
 * After the member has proved again who they are: the same session with a new token, so that a copy of the old cookie
 * does not profit from it. Returns the token.
 */
export async function renewSession(
  sql: Sql,
  staffId: string,
  sessionHash: string,
  nowMs: number,
): Promise<string> {
  const token = createToken()
  const renewed = await sql.run(
    `UPDATE sessions SET hash = ?, signed_in_at = ?, seen_at = ?, lapses_at = ?
     WHERE hash = ? AND staff_id = ? AND lapses_at > ?`,
    hashToken(token),
    nowMs,
    nowMs,
    nowMs + sessionLifetimeMs,
    sessionHash,
    staffId,
    nowMs,
  )
  if (renewed !== 1) throw new StaffAccessError('not_found')
  return token
}

async function removeSession(sql: Sql, hash: string): Promise<string | undefined> {
  const row = await sql.get<{ staff_id: string }>(
    'SELECT staff_id FROM sessions WHERE hash = ?',
    hash,
  )
  await sql.run('DELETE FROM sessions WHERE hash = ?', hash)
  return row?.staff_id
}

function toSession(row: SessionRow): Session {
  return {
    hash: row.hash,
    device: row.device,
    createdAt: row.created_at,
    signedInAt: row.signed_in_at ?? row.created_at,
    lastSeenAt: row.seen_at,
    expiresAt: row.lapses_at,
  }
}
