/** Signing in by name and password. */
import { fold } from '../../kernel/fold-diacritics.ts'
import type { Sql } from '../../store/sql.ts'
import { record } from '../outbox/events.ts'
import type { Ground } from './context.ts'
import { StaffRefusal } from './errors.ts'
import { holdMember, nameInHistory } from './member.ts'
import { isOutdated, type Passwords } from './passwords.ts'
import { checkMayCareFor } from './permissions.ts'
import { endSessions } from './sessions.ts'
import { type Arrival, type Entered, enter } from './start-session.ts'
import { createThrottle } from './throttle.ts'

export type ByPassword = {
  /** Refused as `wrong`, or as `wait` with the seconds; then not even the right one is tried. */
  signInByPassword(given: Arrival & { name: string; password: string }): Promise<Entered>
  /** Ends all sessions but this one: whoever knew the old password is out. */
  setPassword(staffId: string, password: string, sessionHash: string): Promise<void>
  removePassword(staffId: string, actor: string): Promise<void>
}

/** More would only wait for each other; a flood must not grow without end. */
const mostAtOnce = 64
const secondsUntilBetter = 5

export function createByPassword(ground: Ground, passwords: Passwords): ByPassword {
  const { store, now } = ground
  const throttle = createThrottle(ground)
  let underWay = 0

  const signIn: ByPassword['signInByPassword'] = async ({ name, password, client, device }) => {
    const tried = await throttle.begin(client, name)
    const found = await store.read.get<{ id: string; password: string | null }>(
      'SELECT id, password FROM staff WHERE folded = ? AND revoked_at IS NULL',
      fold(name),
    )
    const kept = found?.password ?? undefined
    const right = await passwords.isRight(password, kept)
    if (!found || kept === undefined || !right) throw new StaffRefusal('wrong')
    const better = isOutdated(kept) ? await passwords.keep(password) : kept
    return store.write(async (sql) => {
      const same = await sql.run(
        'UPDATE staff SET password = ? WHERE id = ? AND password = ? AND revoked_at IS NULL',
        better,
        found.id,
        kept,
      )
      // It was changed or taken away while we compared.
      if (same !== 1) throw new StaffRefusal('wrong')
      await throttle.succeed(sql, tried)
      return enter(sql, found.id, device, 'signed_in', { by: 'password' }, now())
    })
  }

  return {
    async signInByPassword(given) {
      if (underWay === mostAtOnce) throw new StaffRefusal('busy', secondsUntilBetter)
      underWay++
      try {
        return await signIn(given)
      } finally {
        underWay--
      }
    },
    async setPassword(staffId, password, sessionHash) {
      const name = await nameOf(store.read, staffId)
      const kept = await passwords.choose(password, name)
      await store.write(async (sql) => {
        await holdMember(sql, staffId)
        await keepPassword(sql, staffId, kept)
        await endSessions(sql, staffId, sessionHash)
        const who = nameInHistory(staffId)
        await record(sql, now(), who, 'password_set', who)
      })
    },
    async removePassword(staffId, actor) {
      await store.write(async (sql) => {
        await checkMayCareFor(sql, actor, staffId)
        const { hasPassword, passkeys } = await holdMember(sql, staffId)
        if (!hasPassword) throw new StaffRefusal('not_found')
        if (passkeys === 0) throw new StaffRefusal('last_way_in')
        await keepPassword(sql, staffId, null)
        await record(sql, now(), actor, 'password_removed', nameInHistory(staffId))
      })
    },
  }
}

export async function keepPassword(sql: Sql, staffId: string, kept: string | null): Promise<void> {
  await sql.run('UPDATE staff SET password = ? WHERE id = ?', kept, staffId)
}

async function nameOf(sql: Sql, staffId: string): Promise<string> {
  const row = await sql.get<{ name: string }>('SELECT name FROM staff WHERE id = ?', staffId)
  if (!row) throw new StaffRefusal('not_found')
  return row.name
}
