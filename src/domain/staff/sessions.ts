/** Being signed in: a token in one browser, of which only the hash is kept. */
import { day, minute } from '../../kernel/time.ts'
import { type Sql, StoreUnavailable } from '../../store/sql.ts'
import { record } from '../outbox/events.ts'
import type { Ground } from './context.ts'
import { StaffRefusal } from './errors.ts'
import { type Member, type MemberRow, memberColumns, memberOf, nameInHistory } from './member.ts'
import { checkMayCareFor } from './permissions.ts'
import { hashOf, newToken } from './tokens.ts'

export type Session = {
  hash: string
  device: string
  createdAt: number
  seenAt: number
  lapsesAt: number
}

/** Who makes a request, and by which session. */
export type Present = { member: Member; session: Session; sessionHash: string }

type SessionRow = {
  hash: string
  device: string
  created_at: number
  seen_at: number
  lapses_at: number
}

export type Sessions = {
  /** One indexed read, for it stands before every request. */
  whoHas(token: string): Promise<Present | undefined>
  signOut(token: string): Promise<void>
  /** The one used last comes first. */
  sessionsOf(staffId: string): Promise<Session[]>
  endSession(hash: string, actor: string): Promise<void>
  /** How many it ended. */
  endOtherSessions(staffId: string, keptHash: string, actor: string): Promise<number>
}

const lasts = 30 * day

/** How exactly we know when somebody was last here. */
const grain = 10 * minute

const longestDevice = 100

export function createSessions({ store, now }: Ground): Sessions {
  const noteSeen = (hash: string, moment: number) =>
    store
      .write((sql) =>
        sql.run(
          'UPDATE sessions SET seen_at = ?, lapses_at = ? WHERE hash = ?',
          moment,
          moment + lasts,
          hash,
        ),
      )
      // A full disk is no reason to keep out who is already in.
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error
      })

  return {
    async whoHas(token) {
      const [sessionHash, moment] = [hashOf(token), now()]
      const row = await store.read.get<MemberRow & SessionRow & { begun_at: number }>(
        `SELECT ${memberColumns}, hash, device, sessions.created_at AS begun_at, seen_at, lapses_at
         FROM sessions JOIN staff ON staff.id = sessions.staff_id
         WHERE hash = ? AND lapses_at > ? AND revoked_at IS NULL`,
        sessionHash,
        moment,
      )
      if (!row) return undefined
      if (moment - row.seen_at >= grain) await noteSeen(sessionHash, moment)
      const session = sessionOf({ ...row, created_at: row.begun_at })
      return { member: memberOf(row), session, sessionHash }
    },
    async signOut(token) {
      await store.write(async (sql) => {
        const staffId = await removeSession(sql, hashOf(token))
        if (staffId === undefined) return
        const who = nameInHistory(staffId)
        await record(sql, now(), who, 'signed_out', who)
      })
    },
    async sessionsOf(staffId) {
      const rows = await store.read.all<SessionRow>(
        'SELECT * FROM sessions WHERE staff_id = ? AND lapses_at > ? ORDER BY seen_at DESC, created_at DESC',
        staffId,
        now(),
      )
      return rows.map(sessionOf)
    },
    async endSession(hash, actor) {
      await store.write(async (sql) => {
        const staffId = await removeSession(sql, hash)
        if (staffId === undefined) throw new StaffRefusal('not_found')
        await checkMayCareFor(sql, actor, staffId)
        await record(sql, now(), actor, 'session_ended', nameInHistory(staffId))
      })
    },
    endOtherSessions: (staffId, keptHash, actor) =>
      store.write(async (sql) => {
        await checkMayCareFor(sql, actor, staffId)
        const ended = await endSessions(sql, staffId, keptHash)
        await record(sql, now(), actor, 'sessions_ended', nameInHistory(staffId), { ended })
        return ended
      }),
  }
}

/** The token of a new session. */
export async function openSession(
  sql: Sql,
  staffId: string,
  device: string,
  moment: number,
): Promise<string> {
  const token = newToken()
  await sql.run(
    'INSERT INTO sessions (hash, staff_id, device, created_at, seen_at, lapses_at) VALUES (?, ?, ?, ?, ?, ?)',
    hashOf(token),
    staffId,
    device.replace(/\p{C}/gu, ' ').trim().slice(0, longestDevice),
    moment,
    moment,
    moment + lasts,
  )
  return token
}

/** All of a member's sessions, or all but one. */
export function endSessions(sql: Sql, staffId: string, keptHash = ''): Promise<number> {
  return sql.run('DELETE FROM sessions WHERE staff_id = ? AND hash <> ?', staffId, keptHash)
}

async function removeSession(sql: Sql, hash: string): Promise<string | undefined> {
  const row = await sql.get<{ staff_id: string }>(
    'SELECT staff_id FROM sessions WHERE hash = ?',
    hash,
  )
  await sql.run('DELETE FROM sessions WHERE hash = ?', hash)
  return row?.staff_id
}

function sessionOf(row: SessionRow): Session {
  return {
    hash: row.hash,
    device: row.device,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    lapsesAt: row.lapses_at,
  }
}
