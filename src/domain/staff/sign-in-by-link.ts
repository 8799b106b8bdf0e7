/** Coming in by a link: an account, a way in and a session at once, and the link is used up. */
import type { Locale } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { openAccount } from './accounts.ts'
import type { Ground } from './context.ts'
import { StaffRefusal } from './errors.ts'
import {
  type FoundLink,
  findLink,
  useLink,
  withdrawLinksFor,
  withdrawLinksOfStart,
} from './links.ts'
import { readName } from './name.ts'
import type { Passwords } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { insertPasskey, passkeysOf } from './sign-in-by-passkey.ts'
import { keepPassword } from './sign-in-by-password.ts'
import { type Entered, enter } from './start-session.ts'
import type { Ceremonies, Passkey, RegistrationOptions, Site } from './webauthn.ts'

type Newcomer = { name: string; locale: Locale; device: string }

export type ByLink = {
  /** Without a password, a way in is set up later, from the session that begins here. */
  join(token: string, newcomer: Newcomer & { password?: string }): Promise<Entered>
  /** Ends the sessions that were open: who needs such a link may have lost a device. */
  comeBack(token: string, given: { device: string; password?: string }): Promise<Entered>
  /** What a browser needs to make a passkey for who holds the link; a newcomer says the name. */
  passkeyForLink(token: string, site: Site, name?: string): Promise<RegistrationOptions>
  joinByPasskey(
    token: string,
    site: Site,
    newcomer: Newcomer & { response: unknown },
  ): Promise<Entered>
  comeBackByPasskey(
    token: string,
    site: Site,
    given: { device: string; response: unknown },
  ): Promise<Entered>
}

/** What will let them in from now on. */
type Way = { by: 'link' } | { by: 'password'; kept: string } | { by: 'passkey'; passkey: Passkey }

export function createByLink(
  { store, now }: Ground,
  passwords: Passwords,
  ceremonies: Ceremonies,
): ByLink {
  /** Looked at before anything that costs time; whether it is still good shows when it is used. */
  const look = async <Kind extends FoundLink['kind']>(token: string, kind: Kind) => {
    const link = await findLink(store.read, token, now())
    if (link?.kind !== kind) throw new StaffRefusal('link_gone')
    return link as Extract<FoundLink, { kind: Kind }>
  }

  const byPassword = async (password: string | undefined, name: string): Promise<Way> =>
    password === undefined
      ? { by: 'link' }
      : { by: 'password', kept: await passwords.choose(password, name) }

  const byPasskey = async (site: Site, link: FoundLink, response: unknown): Promise<Way> => ({
    by: 'passkey',
    passkey: await ceremonies.readRegistration(site, purposeFor(link), response),
  })

  const letNewcomerIn = (token: string, { name, locale, device }: Newcomer, way: Way) =>
    store.write(async (sql) => {
      const moment = now()
      const link = await useLink(sql, token, moment)
      if (link.kind !== 'joining') throw new StaffRefusal('link_gone')
      const { id, role } = link
      await openAccount(sql, { id, name, role, locale }, moment)
      await keepWay(sql, id, way, moment)
      if (role === 'owner') await withdrawLinksOfStart(sql)
      return enter(sql, id, device, 'joined', { role, by: way.by }, moment)
    })

  const letIn = (token: string, device: string, way: Way) =>
    store.write(async (sql) => {
      const moment = now()
      const link = await useLink(sql, token, moment)
      if (link.kind !== 'returning') throw new StaffRefusal('link_gone')
      await withdrawLinksFor(sql, link.id)
      await endSessions(sql, link.id)
      await keepWay(sql, link.id, way, moment)
      return enter(sql, link.id, device, 'came_back', { by: way.by }, moment)
    })

  return {
    async join(token, { password, ...newcomer }) {
      await look(token, 'joining')
      return letNewcomerIn(token, newcomer, await byPassword(password, newcomer.name))
    },
    async comeBack(token, { password, device }) {
      const { member } = await look(token, 'returning')
      return letIn(token, device, await byPassword(password, member.name))
    },
    async passkeyForLink(token, site, name = '') {
      const link = await findLink(store.read, token, now())
      if (!link) throw new StaffRefusal('link_gone')
      const { id } = link
      const person =
        link.kind === 'joining'
          ? { id, name: await freeName(store.read, name), known: [] }
          : { id, name: link.member.name, known: await passkeysOf(store.read, id) }
      return ceremonies.registration(site, purposeFor(link), person)
    },
    async joinByPasskey(token, site, { response, ...newcomer }) {
      const link = await look(token, 'joining')
      return letNewcomerIn(token, newcomer, await byPasskey(site, link, response))
    },
    async comeBackByPasskey(token, site, { response, device }) {
      const link = await look(token, 'returning')
      return letIn(token, device, await byPasskey(site, link, response))
    },
  }
}

function purposeFor({ hash }: FoundLink): string {
  return `come in by the link ${hash}`
}

async function keepWay(sql: Sql, id: string, way: Way, moment: number): Promise<void> {
  if (way.by === 'password') await keepPassword(sql, id, way.kept)
  if (way.by === 'passkey') await insertPasskey(sql, id, way.passkey, moment)
}

/** Said before the authenticator asks for a finger, not after. */
async function freeName(sql: Sql, text: string): Promise<string> {
  const { name, folded } = readName(text)
  const taken = await sql.get(
    'SELECT id FROM staff WHERE folded = ? AND revoked_at IS NULL',
    folded,
  )
  if (taken) throw new StaffRefusal('name_taken')
  return name
}
