/** Sign-in with a one-time link: creates or recovers an account, stores a sign-in method and starts a session. */
import type { Locale } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { createAccount } from './accounts.ts'
import type { StaffContext } from './context.ts'
import { StaffAccessError } from './errors.ts'
import {
  consumeLink,
  type FoundLink,
  findLink,
  withdrawLinksFor,
  withdrawStartupLinks,
} from './links.ts'
import { staffSubject } from './member.ts'
import { parseName } from './name.ts'
import { notifyOwners, type OwnerEvent } from './owner-notices.ts'
import type { Passwords } from './passwords.ts'
import { revokeOtherDevices } from './revoke-devices.ts'
import { insertPasskey, loadPasskeys } from './sign-in-by-passkey.ts'
import { storePassword } from './sign-in-by-password.ts'
import { type SignedIn, startSession } from './start-session.ts'
import type { Ceremonies, Passkey, PasskeyRegistrationOptions, RelyingParty } from './webauthn.ts'

type NewMemberInput = { name: string; locale: Locale; device: string }

export type LinkSignIn = {
  /** Without a password, the member adds a sign-in method later, in the session that starts here. */
  join(token: string, newcomer: NewMemberInput & { password?: string }): Promise<SignedIn>
  /** Ends all sessions with what their devices have, because the member may have lost a device. */
  recoverAccess(token: string, input: { device: string; password?: string }): Promise<SignedIn>
  /** Options for creating a passkey; a new member provides the name. */
  passkeyOptionsForLink(
    token: string,
    site: RelyingParty,
    name?: string,
  ): Promise<PasskeyRegistrationOptions>
  joinByPasskey(
    token: string,
    site: RelyingParty,
    newcomer: NewMemberInput & { response: unknown },
  ): Promise<SignedIn>
  recoverByPasskey(
    token: string,
    site: RelyingParty,
    input: { device: string; response: unknown },
  ): Promise<SignedIn>
}

type SignInMethod =
  | { by: 'link' }
  | { by: 'password'; passwordHash: string }
  | { by: 'passkey'; passkey: Passkey }

export function createLinkSignIn(
  { store, now }: StaffContext,
  passwords: Passwords,
  ceremonies: Ceremonies,
): LinkSignIn {
  /** Checked before expensive work; `consumeLink` checks again in the transaction. */
  const findValidLink = async <Kind extends FoundLink['kind']>(token: string, kind: Kind) => {
    const link = await findLink(store.read, token, now())
    if (link?.kind !== kind) throw new StaffAccessError('link_gone')
    return link as Extract<FoundLink, { kind: Kind }>
  }

  const passwordMethod = async (
    password: string | undefined,
    name: string,
  ): Promise<SignInMethod> =>
    password === undefined
      ? { by: 'link' }
      : { by: 'password', passwordHash: await passwords.hashNewPassword(password, name) }

  const passkeyMethod = async (
    site: RelyingParty,
    link: FoundLink,
    response: unknown,
  ): Promise<SignInMethod> => ({
    by: 'passkey',
    passkey: await ceremonies.verifyRegistration(site, purposeFor(link), response),
  })

  const joinByLink = (
    token: string,
    { name, locale, device }: NewMemberInput,
    method: SignInMethod,
  ) =>
    store.write(async (sql) => {
      const nowMs = now()
      const link = await consumeLink(sql, token, nowMs)
      if (link.kind !== 'joining') throw new StaffAccessError('link_gone')
      const { id, role } = link
      await createAccount(sql, { id, name, role, locale }, nowMs)
      await storeSignInMethod(sql, id, method, nowMs)
      if (role === 'owner') {
        await withdrawStartupLinks(sql)
        await notifyOwners(sql, ownerLinkUsed(id), nowMs)
      }
      return startSession(sql, id, device, 'joined', { role, by: method.by }, nowMs)
    })

  const recoverByLink = (token: string, device: string, method: SignInMethod) =>
    store.write(async (sql) => {
      const nowMs = now()
      const link = await consumeLink(sql, token, nowMs)
      if (link.kind !== 'returning') throw new StaffAccessError('link_gone')
      await withdrawLinksFor(sql, link.id)
      await revokeOtherDevices(sql, link.id)
      await storeSignInMethod(sql, link.id, method, nowMs)
      if (link.member.role === 'owner') await notifyOwners(sql, ownerLinkUsed(link.id), nowMs)
      return startSession(sql, link.id, device, 'came_back', { by: method.by }, nowMs)
    })

  return {
    async join(token, { password, ...newcomer }) {
      await findValidLink(token, 'joining')
      return joinByLink(token, newcomer, await passwordMethod(password, newcomer.name))
    },
    async recoverAccess(token, { password, device }) {
      const { member } = await findValidLink(token, 'returning')
      return recoverByLink(token, device, await passwordMethod(password, member.name))
    },
    async passkeyOptionsForLink(token, site, name = '') {
      const link = await findLink(store.read, token, now())
      if (!link) throw new StaffAccessError('link_gone')
      const { id } = link
      const person =
        link.kind === 'joining'
          ? { id, name: await parseAvailableName(store.read, name), known: [] }
          : { id, name: link.member.name, known: await loadPasskeys(store.read, id) }
      return ceremonies.registrationOptions(site, purposeFor(link), person)
    },
    async joinByPasskey(token, site, { response, ...newcomer }) {
      const link = await findValidLink(token, 'joining')
      return joinByLink(token, newcomer, await passkeyMethod(site, link, response))
    },
    async recoverByPasskey(token, site, { response, device }) {
      const link = await findValidLink(token, 'returning')
      return recoverByLink(token, device, await passkeyMethod(site, link, response))
    },
  }
}

function ownerLinkUsed(memberId: string): OwnerEvent {
  return { kind: 'owner_link_used', actor: staffSubject(memberId), memberId }
}

function purposeFor({ hash }: FoundLink): string {
  return `come in by the link ${hash}`
}

async function storeSignInMethod(
  sql: Sql,
  id: string,
  method: SignInMethod,
  nowMs: number,
): Promise<void> {
  if (method.by === 'password') await storePassword(sql, id, method.passwordHash)
  if (method.by === 'passkey') await insertPasskey(sql, id, method.passkey, nowMs)
}

/** Checked before the authenticator asks the member to confirm. */
async function parseAvailableName(sql: Sql, text: string): Promise<string> {
  const { name, folded } = parseName(text)
  const existing = await sql.get(
    'SELECT id FROM staff WHERE folded = ? AND revoked_at IS NULL',
    folded,
  )
  if (existing) throw new StaffAccessError('name_taken')
  return name
}
