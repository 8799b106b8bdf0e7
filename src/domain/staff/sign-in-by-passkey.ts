/** Sign-in with a passkey. It is not throttled, because a signature cannot be guessed. */
import type { Sql } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'
import type { StaffContext } from './context.ts'
import { rethrowUniqueViolationAs, StaffAccessError } from './errors.ts'
import { lockMember, type Member, staffSubject } from './member.ts'
import { checkCanManage } from './permissions.ts'
import { type PasskeyRow, toPasskey } from './rows.ts'
import { type ClientInfo, confirmSignIn, type SignedIn, startSession } from './start-session.ts'
import {
  type Ceremonies,
  type Passkey,
  type PasskeyRegistrationOptions,
  type PasskeySignInOptions,
  parsePasskeyClaim,
  type RelyingParty,
} from './webauthn.ts'

/** A passkey in the list of the member. */
export type StoredPasskey = {
  id: string
  transports: string[]
  createdAt: number
  usedAt?: number
}

export type PasskeySignIn = {
  /** Options for a signed-in member's browser to create a passkey. */
  passkeyRegistrationOptions(
    member: Member,
    site: RelyingParty,
  ): Promise<PasskeyRegistrationOptions>
  addPasskey(member: Member, site: RelyingParty, response: unknown): Promise<void>
  passkeySignInOptions(site: RelyingParty): Promise<PasskeySignInOptions>
  /** Failed password attempts do not delay sign-in with a passkey. */
  signInByPasskey(site: RelyingParty, response: unknown, clientInfo: ClientInfo): Promise<SignedIn>
  passkeyConfirmationOptions(member: Member, site: RelyingParty): Promise<PasskeySignInOptions>
  /** For a member who is signed in. Returns the new token of the session. */
  confirmByPasskey(
    member: Member,
    sessionHash: string,
    site: RelyingParty,
    response: unknown,
  ): Promise<string>
  listPasskeys(staffId: string): Promise<StoredPasskey[]>
  removePasskey(staffId: string, passkeyId: string, actor: string): Promise<void>
}

const signInPurpose = 'sign in'

export function createPasskeySignIn(
  { store, now }: StaffContext,
  ceremonies: Ceremonies,
): PasskeySignIn {
  const purposeFor = ({ id }: Member) => `add a passkey for ${id}`
  const confirmationPurpose = ({ id }: Member) => `confirm the sign-in of ${id}`

  /** Calls `then` in the transaction that stores the new signature counter. */
  const checkPasskey = async <Result>(
    site: RelyingParty,
    purpose: string,
    response: unknown,
    then: (sql: Sql, staffId: string, nowMs: number) => Promise<Result>,
  ): Promise<Result> => {
    const { passkeyId, staffId } = parsePasskeyClaim(response)
    const row = await store.read.get<PasskeyRow>(
      'SELECT * FROM passkeys WHERE id = ? AND staff_id = ?',
      passkeyId,
      staffId,
    )
    if (!row) throw new StaffAccessError('wrong_passkey')
    const counter = await ceremonies.verifySignIn(site, purpose, toPasskey(row), response)
    return store.write(async (sql) => {
      const nowMs = now()
      // A passkey that was used or removed in the meantime has another counter or no row.
      const updated = await sql.run(
        'UPDATE passkeys SET counter = ?, used_at = ? WHERE id = ? AND counter = ?',
        counter,
        nowMs,
        passkeyId,
        row.counter,
      )
      if (updated !== 1) throw new StaffAccessError('wrong_passkey')
      return then(sql, staffId, nowMs)
    })
  }

  return {
    async passkeyRegistrationOptions(member, site) {
      const { id, name } = member
      const known = await loadPasskeys(store.read, id)
      return ceremonies.registrationOptions(site, purposeFor(member), { id, name, known })
    },
    async addPasskey(member, site, response) {
      const passkey = await ceremonies.verifyRegistration(site, purposeFor(member), response)
      await store.write(async (sql) => {
        await lockMember(sql, member.id)
        await insertPasskey(sql, member.id, passkey, now())
        const who = staffSubject(member.id)
        await recordAudit(sql, now(), who, 'passkey_added', who)
      })
    },
    passkeySignInOptions: (site) => ceremonies.signInOptions(site, signInPurpose),
    signInByPasskey: (site, response, { device }) =>
      checkPasskey(site, signInPurpose, response, (sql, staffId, nowMs) =>
        startSession(sql, staffId, device, 'signed_in', { by: 'passkey' }, nowMs),
      ),
    async passkeyConfirmationOptions(member, site) {
      const known = await loadPasskeys(store.read, member.id)
      return ceremonies.signInOptions(site, confirmationPurpose(member), known)
    },
    confirmByPasskey: (member, sessionHash, site, response) =>
      checkPasskey(site, confirmationPurpose(member), response, async (sql, staffId, nowMs) => {
        if (staffId !== member.id) throw new StaffAccessError('wrong_passkey')
        return confirmSignIn(sql, staffId, sessionHash, 'passkey', nowMs)
      }),
    listPasskeys: (staffId) => loadPasskeys(store.read, staffId),
    async removePasskey(staffId, passkeyId, actor) {
      await store.write(async (sql) => {
        await checkCanManage(sql, actor, staffId)
        const { hasPassword, passkeys } = await lockMember(sql, staffId)
        const removed = await sql.run(
          'DELETE FROM passkeys WHERE id = ? AND staff_id = ?',
          passkeyId,
          staffId,
        )
        if (removed === 0) throw new StaffAccessError('not_found')
        if (passkeys === 1 && !hasPassword) throw new StaffAccessError('last_way_in')
        await recordAudit(sql, now(), actor, 'passkey_removed', staffSubject(staffId))
      })
    },
  }
}

export async function insertPasskey(
  sql: Sql,
  staffId: string,
  { id, publicKey, counter, transports }: Passkey,
  nowMs: number,
): Promise<void> {
  await sql
    .run(
      `INSERT INTO passkeys (id, staff_id, public_key, counter, transports, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      id,
      staffId,
      publicKey,
      counter,
      JSON.stringify(transports),
      nowMs,
    )
    .catch(rethrowUniqueViolationAs('passkey_known'))
}

export async function loadPasskeys(sql: Sql, staffId: string): Promise<StoredPasskey[]> {
  const rows = await sql.all<PasskeyRow>(
    'SELECT * FROM passkeys WHERE staff_id = ? ORDER BY created_at, id',
    staffId,
  )
  return rows.map((row) => ({
    id: row.id,
    transports: toPasskey(row).transports,
    createdAt: row.created_at,
    ...(row.used_at !== null && { usedAt: row.used_at }),
  }))
}
