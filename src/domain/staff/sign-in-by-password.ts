/** Sign-in with name and password. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Sql } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'
import type { StaffContext } from './context.ts'
import { StaffAccessError } from './errors.ts'
import { lockMember, type Member, staffSubject } from './member.ts'
import type { Passwords } from './passwords.ts'
import { checkCanManage } from './permissions.ts'
import { revokeOtherDevices } from './revoke-devices.ts'
import { type ClientInfo, confirmSignIn, type SignedIn, startSession } from './start-session.ts'
import { createThrottle } from './throttle.ts'

type TypedPassword = {
  /** A hash of the address. */
  client: string
  name: string
  password: string
  deviceToken?: string | undefined
}

export type PasswordSignIn = {
  /** Throws `wrong`, or `wait` with the seconds, in which case the password is not even checked. */
  signInByPassword(input: ClientInfo & TypedPassword): Promise<SignedIn>
  /** The same for a member who is signed in. Returns the new token of the session. */
  confirmByPassword(
    member: Member,
    sessionHash: string,
    input: Omit<TypedPassword, 'name'>,
  ): Promise<string>
  /** Ends all other sessions with what their devices have, because another person may know the old password. */
  setPassword(staffId: string, password: string, sessionHash: string): Promise<void>
  removePassword(staffId: string, actor: string): Promise<void>
}

/** Bounds the queue of password hashes under a flood of sign-ins. */
const maxConcurrentSignIns = 64
const busyRetrySeconds = 5

export function createPasswordSignIn(context: StaffContext, passwords: Passwords): PasswordSignIn {
  const { store, now } = context
  const throttle = createThrottle(context)
  let running = 0

  /** Calls `then` in the transaction in which the password still is the one that was compared. */
  const checkPassword = async <Result>(
    { name, password, client, deviceToken }: TypedPassword,
    then: (sql: Sql, staffId: string) => Promise<Result>,
  ): Promise<Result> => {
    const attempt = await throttle.beginAttempt(client, name, deviceToken)
    const found = await store.read.get<{ id: string; password: string | null }>(
      'SELECT id, password FROM staff WHERE folded = ? AND revoked_at IS NULL',
      foldDiacritics(name),
    )
    const storedHash = found?.password ?? undefined
    const isCorrect = await passwords.verify(password, storedHash)
    if (!found || storedHash === undefined || !isCorrect) throw new StaffAccessError('wrong')
    const upgradedHash = passwords.needsRehash(storedHash)
      ? await passwords.hashPassword(password)
      : storedHash
    return store.write(async (sql) => {
      const updated = await sql.run(
        'UPDATE staff SET password = ? WHERE id = ? AND password = ? AND revoked_at IS NULL',
        upgradedHash,
        found.id,
        storedHash,
      )
      // The password was changed or removed during the comparison.
      if (updated !== 1) throw new StaffAccessError('wrong')
      await throttle.recordSuccess(sql, attempt)
      return then(sql, found.id)
    })
  }

  const runLimited = async <Result>(check: () => Promise<Result>): Promise<Result> => {
    if (running === maxConcurrentSignIns) throw new StaffAccessError('busy', busyRetrySeconds)
    running++
    try {
      return await check()
    } finally {
      running--
    }
  }

  return {
    signInByPassword: (input) =>
      runLimited(() =>
        checkPassword(input, (sql, staffId) =>
          startSession(sql, staffId, input.device, 'signed_in', { by: 'password' }, now()),
        ),
      ),
    confirmByPassword: ({ id, name }, sessionHash, input) =>
      runLimited(() =>
        checkPassword({ ...input, name }, async (sql, staffId) => {
          if (staffId !== id) throw new StaffAccessError('wrong')
          return confirmSignIn(sql, id, sessionHash, 'password', now())
        }),
      ),
    async setPassword(staffId, password, sessionHash) {
      const name = await loadMemberName(store.read, staffId)
      const passwordHash = await passwords.hashNewPassword(password, name)
      await store.write(async (sql) => {
        await lockMember(sql, staffId)
        await storePassword(sql, staffId, passwordHash)
        await revokeOtherDevices(sql, staffId, sessionHash)
        const who = staffSubject(staffId)
        await recordAudit(sql, now(), who, 'password_set', who)
      })
    },
    async removePassword(staffId, actor) {
      await store.write(async (sql) => {
        await checkCanManage(sql, actor, staffId)
        const { hasPassword, passkeys } = await lockMember(sql, staffId)
        if (!hasPassword) throw new StaffAccessError('not_found')
        if (passkeys === 0) throw new StaffAccessError('last_way_in')
        await storePassword(sql, staffId, null)
        await recordAudit(sql, now(), actor, 'password_removed', staffSubject(staffId))
      })
    },
  }
}

export async function storePassword(
  sql: Sql,
  staffId: string,
  passwordHash: string | null,
): Promise<void> {
  await sql.run('UPDATE staff SET password = ? WHERE id = ?', passwordHash, staffId)
}

async function loadMemberName(sql: Sql, staffId: string): Promise<string> {
  const row = await sql.get<{ name: string }>('SELECT name FROM staff WHERE id = ?', staffId)
  if (!row) throw new StaffAccessError('not_found')
  return row.name
}
