/** The staff room: who may come to the desk, how they get in, and how long they stay. */
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { type CalendarFeeds, createCalendarFeeds } from './calendar-key.ts'
import { createChallenges } from './challenges.ts'
import { createLinks, type Links } from './links.ts'
import { createPasswords } from './passwords.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createLinkSignIn, type LinkSignIn } from './sign-in-by-link.ts'
import { createPasskeySignIn, type PasskeySignIn } from './sign-in-by-passkey.ts'
import { createPasswordSignIn, type PasswordSignIn } from './sign-in-by-password.ts'
import { failureRetentionMs } from './throttle.ts'
import { createCeremonies } from './webauthn.ts'

export type { MemberWithLastSeen } from './accounts.ts'
export { StaffAccessError, type StaffAccessErrorCode } from './errors.ts'
export type { Link, NewLink, OpenLink } from './links.ts'
export { type Member, type Role, roles, staffSubject } from './member.ts'
export type { Authenticated, Session } from './sessions.ts'
export type { StoredPasskey } from './sign-in-by-passkey.ts'
export type { ClientInfo, SignedIn } from './start-session.ts'
export type { PasskeyRegistrationOptions, PasskeySignInOptions, RelyingParty } from './webauthn.ts'

export type StaffAccess = Accounts &
  Links &
  LinkSignIn &
  PasswordSignIn &
  PasskeySignIn &
  Sessions &
  CalendarFeeds & {
    /** Forgets what has lapsed. */
    purgeExpired(): Promise<void>
  }

export function createStaffAccess(store: Store, secret: string, now: Clock): StaffAccess {
  const context = { store, secret, now }
  const passwords = createPasswords()
  const ceremonies = createCeremonies(createChallenges(context))
  return {
    ...createAccounts(context),
    ...createLinks(context),
    ...createLinkSignIn(context, passwords, ceremonies),
    ...createPasswordSignIn(context, passwords),
    ...createPasskeySignIn(context, ceremonies),
    ...createSessions(context),
    ...createCalendarFeeds(context),
    async purgeExpired() {
      await store.write(async (sql) => {
        for (const table of ['sessions', 'staff_links', 'challenges']) {
          await sql.run(`DELETE FROM ${table} WHERE lapses_at <= ?`, now())
        }
        await sql.run('DELETE FROM failures WHERE at <= ?', now() - failureRetentionMs)
      })
    },
  }
}
