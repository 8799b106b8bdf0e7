/** Facade of staff access: accounts, sign-in, links, sessions and calendar keys. */
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { createChallenges } from './challenges.ts'
import type { StaffContext } from './context.ts'
import { createKnownDevices, type KnownDevices } from './known-device.ts'
import { createLinks, type Links } from './links.ts'
import { findMember, type Member } from './member.ts'
import { createOwnerNotices, noticeRetentionMs, type OwnerNotices } from './owner-notices.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createLinkSignIn, type LinkSignIn } from './sign-in-by-link.ts'
import { createPasskeySignIn, type PasskeySignIn } from './sign-in-by-passkey.ts'
import { createPasswordSignIn, type PasswordSignIn } from './sign-in-by-password.ts'
import { failureRetentionMs } from './throttle.ts'
import { isEqualConstantTime, keyedHash } from './tokens.ts'
import { createCeremonies } from './webauthn.ts'

export type { MemberWithLastSeen } from './accounts.ts'
export { StaffAccessError, type StaffAccessErrorCode } from './errors.ts'
export type { Link } from './links.ts'
export { type Member, type Role, roles } from './member.ts'
export { isFreshSignIn, type Session } from './sessions.ts'
export type { StoredPasskey } from './sign-in-by-passkey.ts'
export type { SignedIn } from './start-session.ts'
export type { RelyingParty } from './webauthn.ts'

type CalendarFeeds = {
  /** Secret in the URL of a member's calendar feed, because calendar apps cannot sign in. `renewFeed` changes it. */
  feedKey(member: Member): string
  /** Undefined if the key is wrong or the member was revoked. */
  findMemberByFeedKey(id: string, key: string): Promise<Member | undefined>
}

export type StaffAccess = Accounts &
  Links &
  LinkSignIn &
  PasswordSignIn &
  PasskeySignIn &
  Sessions &
  CalendarFeeds &
  KnownDevices &
  OwnerNotices & {
    /** Deletes expired sessions, links, challenges, sign-in failures and notices. */
    purgeExpired(): Promise<void>
  }

export function createStaffAccess(
  store: Store,
  secret: string,
  now: Clock,
  passwords: Passwords = createPasswords(),
): StaffAccess {
  const context = { store, secret, now }
  const ceremonies = createCeremonies(createChallenges(context))
  return {
    ...createAccounts(context),
    ...createLinks(context),
    ...createLinkSignIn(context, passwords, ceremonies),
    ...createPasswordSignIn(context, passwords),
    ...createPasskeySignIn(context, ceremonies),
    ...createSessions(context),
    ...createCalendarFeeds(context),
    ...createKnownDevices(context),
    ...createOwnerNotices(context),
    async purgeExpired() {
      await store.write(async (sql) => {
        for (const table of ['sessions', 'staff_links', 'challenges']) {
          await sql.run(`DELETE FROM ${table} WHERE lapses_at <= ?`, now())
        }
        await sql.run('DELETE FROM failures WHERE at <= ?', now() - failureRetentionMs)
        await sql.run('DELETE FROM owner_notices WHERE created_at <= ?', now() - noticeRetentionMs)
      })
    },
  }
}

function createCalendarFeeds({ store, secret }: StaffContext): CalendarFeeds {
  const feedKey = ({ id, feed }: Member) => keyedHash(secret, 'feed', `${id} ${feed}`).slice(0, 32)

  return {
    feedKey,
    async findMemberByFeedKey(id, key) {
      const member = await findMember(store.read, id)
      if (!member || member.revokedAt !== undefined) return undefined
      return isEqualConstantTime(key, feedKey(member)) ? member : undefined
    },
  }
}
