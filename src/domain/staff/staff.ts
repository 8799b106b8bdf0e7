/** The staff room: who may come to the desk, how they get in, and how long they stay. */
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { createFeeds, type Feeds } from './calendar-key.ts'
import { createChallenges } from './challenges.ts'
import { createLinks, type Links } from './links.ts'
import { createPasswords } from './passwords.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { type ByLink, createByLink } from './sign-in-by-link.ts'
import { type ByPasskey, createByPasskey } from './sign-in-by-passkey.ts'
import { type ByPassword, createByPassword } from './sign-in-by-password.ts'
import { failuresLast } from './throttle.ts'
import { createCeremonies } from './webauthn.ts'

export type { Listed } from './accounts.ts'
export { type RefusalWord, StaffRefusal } from './errors.ts'
export type { Link, NewLink, OpenLink } from './links.ts'
export { type Member, nameInHistory, type Role, roles } from './member.ts'
export type { Present, Session } from './sessions.ts'
export type { KeptPasskey } from './sign-in-by-passkey.ts'
export type { Arrival, Entered } from './start-session.ts'
export type { RegistrationOptions, SignInOptions, Site } from './webauthn.ts'

export type StaffRoom = Accounts &
  Links &
  ByLink &
  ByPassword &
  ByPasskey &
  Sessions &
  Feeds & {
    /** Forgets what has lapsed. */
    sweep(): Promise<void>
  }

export function createStaffRoom(store: Store, secret: string, now: Clock): StaffRoom {
  const ground = { store, secret, now }
  const passwords = createPasswords()
  const ceremonies = createCeremonies(createChallenges(ground))
  return {
    ...createAccounts(ground),
    ...createLinks(ground),
    ...createByLink(ground, passwords, ceremonies),
    ...createByPassword(ground, passwords),
    ...createByPasskey(ground, ceremonies),
    ...createSessions(ground),
    ...createFeeds(ground),
    async sweep() {
      await store.write(async (sql) => {
        for (const lapsing of ['sessions', 'staff_links', 'challenges']) {
          await sql.run(`DELETE FROM ${lapsing} WHERE lapses_at <= ?`, now())
        }
        await sql.run('DELETE FROM failures WHERE at <= ?', now() - failuresLast)
      })
    },
  }
}
