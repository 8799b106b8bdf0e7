/** Who may come to the desk, from a terminal: list, let in, let in again, keep out. */
import { shortLinkLasts } from '../domain/staff/links.ts'
import {
  createStaffRoom,
  type Listed,
  type Member,
  type Role,
  roles,
} from '../domain/staff/staff.ts'
import { stamp } from '../kernel/time.ts'
import { ForPeople } from '../kernel/user-error.ts'
import { type Book, withBook } from './database.ts'

export class UnknownStaffCommand extends ForPeople {
  constructor() {
    super(`"staff" is used like this:\n\n${staffHelp}`)
    this.name = 'UnknownStaffCommand'
  }
}

export class NobodyCalledThat extends ForPeople {
  constructor(name: string, here: readonly Member[], book: string) {
    const names = here.map((one) => one.name).join(', ')
    const instead = names === '' ? 'Nobody comes to it yet' : `Write one of: ${names}`
    super(`Nobody called "${name}" comes to the desk of ${book}. ${instead}.`)
    this.name = 'NobodyCalledThat'
  }
}

export const staffHelp = `  letan staff                       list who may come to the desk
  letan staff link                  print a link that makes an owner, good for a day
  letan staff invite host|owner     print a link for somebody new, good for a week
  letan staff again NAME            print a link that lets somebody in again, good for a day
  letan staff revoke NAME           keep somebody out from now on`

export async function runStaff(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const wish = read(words)
  // Whoever is to come may be wanted before the first start: then the book begins here.
  return withBook(environment, (book) => grant(book, wish), { mayBegin: wish.to === 'come' })
}

type Wish =
  | { to: 'list' }
  | { to: 'come'; role: Role; lasts?: number }
  | { to: 'return' | 'go'; name: string }

function read([verb, ...rest]: readonly string[]): Wish {
  const said = rest.join(' ')
  if (verb === undefined) return { to: 'list' }
  if (verb === 'link' && said === '') return { to: 'come', role: 'owner', lasts: shortLinkLasts }
  const role = roles.find((one) => one === said)
  if (verb === 'invite' && role) return { to: 'come', role }
  if (verb === 'again' && said !== '') return { to: 'return', name: said }
  if (verb === 'revoke' && said !== '') return { to: 'go', name: said }
  throw new UnknownStaffCommand()
}

const madeBy = 'terminal'

async function grant(book: Book, wish: Wish): Promise<string> {
  const { store, config, secret, now } = book
  const room = createStaffRoom(store, secret, now)

  const sayLink = async (token: string, what: string) => {
    const { lapsesAt = now() } = (await room.readLink(token)) ?? {}
    const until = stamp(lapsesAt).replace('T', ' ').slice(0, 16)
    return `${config.deskUrl}/join/${token}\n${what}, once, until ${until}, Vietnam time.\n`
  }

  if (wish.to === 'list') return list(await room.members()) + sayBook(book)
  if (wish.to === 'come') {
    const { role, lasts } = wish
    const token = await room.makeLink({ role, madeBy, ...(lasts !== undefined && { lasts }) })
    return (await sayLink(token, `It lets in a new ${role}`)) + sayBook(book)
  }
  const member = await room.memberNamed(wish.name)
  if (!member) throw new NobodyCalledThat(wish.name, hereOf(await room.members()), book.name)
  if (wish.to === 'return') {
    const token = await room.makeLink({ staffId: member.id, madeBy })
    return (await sayLink(token, `It lets ${member.name} in again`)) + sayBook(book)
  }
  await room.revoke(member.id, madeBy)
  return `${member.name}: revoked\n${sayBook(book)}`
}

function sayBook({ name, isNew }: Book): string {
  return isNew ? `A new book was begun: ${name}\n` : `Book: ${name}\n`
}

function hereOf(members: readonly Listed[]): Listed[] {
  return members.filter(({ revokedAt }) => revokedAt === undefined)
}

function list(members: readonly Listed[]): string {
  const here = hereOf(members)
  if (here.length === 0) return 'Nobody yet; "letan staff link" makes an owner.\n'
  const width = Math.max(...here.map(({ name }) => name.length))
  const lines = here.map((member) =>
    [
      member.name.padEnd(width),
      member.role.padEnd(5),
      waysIn(member).padEnd(22),
      member.lastSeenAt === undefined ? 'not signed in' : `seen ${stamp(member.lastSeenAt)}`,
    ].join('  '),
  )
  return `${lines.join('\n')}\n`
}

function waysIn({ passkeys, hasPassword }: Member): string {
  const ways = [
    ...(passkeys === 1 ? ['a passkey'] : []),
    ...(passkeys > 1 ? [`${passkeys} passkeys`] : []),
    ...(hasPassword ? ['a password'] : []),
  ]
  return ways.join(', ') || 'no way in'
}
