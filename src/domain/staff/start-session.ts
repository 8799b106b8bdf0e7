/** Starts a session after a successful sign-in, or renews it after the sign-in was confirmed. */
import type { Sql } from '../../store/sql.ts'
import { type EventData, recordAudit } from '../outbox/events.ts'
import { lockMember, type Member, staffSubject } from './member.ts'
import { insertSession, renewSession } from './sessions.ts'

/** `client` is a hash of the address; `device` describes the browser in the list of sessions. */
export type ClientInfo = { client: string; device: string }

export type SignedIn = { member: Member; token: string }

export async function startSession(
  sql: Sql,
  staffId: string,
  device: string,
  action: 'joined' | 'came_back' | 'signed_in',
  facts: EventData,
  nowMs: number,
): Promise<SignedIn> {
  const token = await insertSession(sql, staffId, device, nowMs)
  const who = staffSubject(staffId)
  await recordAudit(sql, nowMs, who, action, who, facts)
  return { member: await lockMember(sql, staffId), token }
}

/** Returns the new token of the session. */
export async function confirmSignIn(
  sql: Sql,
  staffId: string,
  sessionHash: string,
  by: 'password' | 'passkey',
  nowMs: number,
): Promise<string> {
  const token = await renewSession(sql, staffId, sessionHash, nowMs)
  const who = staffSubject(staffId)
  await recordAudit(sql, nowMs, who, 'sign_in_confirmed', who, { by })
  return token
}
