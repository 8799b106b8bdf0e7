/** Signing in by passkey. Nobody guesses a signature, so nothing here is throttled. */
import type { Sql } from '../../store/sql.ts'
import { record } from '../outbox/events.ts'
import type { Ground } from './context.ts'
import { ifTaken, StaffRefusal } from './errors.ts'
import { holdMember, type Member, nameInHistory } from './member.ts'
import { checkMayCareFor } from './permissions.ts'
import { type Arrival, type Entered, enter } from './start-session.ts'
import {
  type Ceremonies,
  claimOf,
  type Passkey,
  type RegistrationOptions,
  type SignInOptions,
  type Site,
} from './webauthn.ts'

/** A passkey as its owner sees it. */
export type KeptPasskey = {
  id: string
  transports: string[]
  createdAt: number
  usedAt?: number
}

export type ByPasskey = {
  /** What the browser of somebody who is signed in needs to make a passkey. */
  passkeyRegistration(member: Member, site: Site): Promise<RegistrationOptions>
  keepPasskey(member: Member, site: Site, response: unknown): Promise<void>
  /** What a browser needs to offer the passkeys it has for us. */
  passkeyChallenge(site: Site): Promise<SignInOptions>
  /**
   * The caller's failures are not asked: whoever has the passkey is let in, however many try to guess
   * a password.
   */
  signInByPasskey(site: Site, response: unknown, arrival: Arrival): Promise<Entered>
  passkeysOf(staffId: string): Promise<KeptPasskey[]>
  removePasskey(staffId: string, passkeyId: string, actor: string): Promise<void>
}

type PasskeyRow = {
  id: string
  staff_id: string
  public_key: string
  counter: number
  transports: string
  created_at: number
  used_at: number | null
}

export function createByPasskey({ store, now }: Ground, ceremonies: Ceremonies): ByPasskey {
  const purposeFor = ({ id }: Member) => `add a passkey for ${id}`

  return {
    async passkeyRegistration(member, site) {
      const { id, name } = member
      const known = await passkeysOf(store.read, id)
      return ceremonies.registration(site, purposeFor(member), { id, name, known })
    },
    async keepPasskey(member, site, response) {
      const passkey = await ceremonies.readRegistration(site, purposeFor(member), response)
      await store.write(async (sql) => {
        await holdMember(sql, member.id)
        await insertPasskey(sql, member.id, passkey, now())
        const who = nameInHistory(member.id)
        await record(sql, now(), who, 'passkey_added', who)
      })
    },
    passkeyChallenge: (site) => ceremonies.signIn(site),
    async signInByPasskey(site, response, { device }) {
      const { passkeyId, staffId } = claimOf(response)
      const row = await store.read.get<PasskeyRow>(
        'SELECT * FROM passkeys WHERE id = ? AND staff_id = ?',
        passkeyId,
        staffId,
      )
      if (!row) throw new StaffRefusal('wrong_passkey')
      const counter = await ceremonies.readSignIn(site, passkeyOf(row), response)
      return store.write(async (sql) => {
        const moment = now()
        // One that was used or removed meanwhile has another counter or none.
        const counted = await sql.run(
          'UPDATE passkeys SET counter = ?, used_at = ? WHERE id = ? AND counter = ?',
          counter,
          moment,
          passkeyId,
          row.counter,
        )
        if (counted !== 1) throw new StaffRefusal('wrong_passkey')
        return enter(sql, staffId, device, 'signed_in', { by: 'passkey' }, moment)
      })
    },
    passkeysOf: (staffId) => passkeysOf(store.read, staffId),
    async removePasskey(staffId, passkeyId, actor) {
      await store.write(async (sql) => {
        await checkMayCareFor(sql, actor, staffId)
        const { hasPassword, passkeys } = await holdMember(sql, staffId)
        const removed = await sql.run(
          'DELETE FROM passkeys WHERE id = ? AND staff_id = ?',
          passkeyId,
          staffId,
        )
        if (removed === 0) throw new StaffRefusal('not_found')
        if (passkeys === 1 && !hasPassword) throw new StaffRefusal('last_way_in')
        await record(sql, now(), actor, 'passkey_removed', nameInHistory(staffId))
      })
    },
  }
}

export async function insertPasskey(
  sql: Sql,
  staffId: string,
  { id, publicKey, counter, transports }: Passkey,
  moment: number,
): Promise<void> {
  await sql
    .run(
      'INSERT INTO passkeys (id, staff_id, public_key, counter, transports, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      staffId,
      publicKey,
      counter,
      JSON.stringify(transports),
      moment,
    )
    .catch(ifTaken('passkey_known'))
}

export async function passkeysOf(sql: Sql, staffId: string): Promise<KeptPasskey[]> {
  const rows = await sql.all<PasskeyRow>(
    'SELECT * FROM passkeys WHERE staff_id = ? ORDER BY created_at, id',
    staffId,
  )
  return rows.map((row) => ({
    id: row.id,
    transports: passkeyOf(row).transports,
    createdAt: row.created_at,
    ...(row.used_at !== null && { usedAt: row.used_at }),
  }))
}

function passkeyOf(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
  }
}
