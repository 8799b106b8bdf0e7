/** Who may come to the desk, from a terminal: list, let in, let in again, keep out. */
import { shortLinkLasts } from './domain/staff/links.ts'
import {
  createStaffRoom,
  type Listed,
  type Member,
  roles,
  StaffRefusal,
} from './domain/staff/room.ts'
import { stamp } from './kernel/time.ts'
import { open } from './main.ts'

export class UnknownStaffCommand extends Error {
  constructor() {
    super(`"staff" is used like this:\n\n${staffHelp}`)
    this.name = 'UnknownStaffCommand'
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
  const { store, config, secret, now } = await open(environment)
  const room = createStaffRoom(store, secret, now)
  const madeBy = 'terminal'
  const [verb, ...rest] = words

  const named = async (): Promise<Member> => {
    const member = await room.memberNamed(rest.join(' '))
    if (!member) throw new StaffRefusal('not_found')
    return member
  }

  try {
    if (verb === undefined) return list(await room.members())
    if (verb === 'link' && rest.length === 0) {
      return address(await room.makeLink({ role: 'owner', madeBy, lasts: shortLinkLasts }))
    }
    if (verb === 'invite') {
      const role = roles.find((one) => one === rest.join(' '))
      if (role) return address(await room.makeLink({ role, madeBy }))
    }
    if (verb === 'again' && rest.length > 0) {
      const { id: staffId } = await named()
      return address(await room.makeLink({ staffId, madeBy }))
    }
    if (verb === 'revoke' && rest.length > 0) {
      const { id, name } = await named()
      await room.revoke(id, madeBy)
      return `${name}: revoked\n`
    }
    throw new UnknownStaffCommand()
  } finally {
    await store.close()
  }

  function address(token: string): string {
    return `${config.deskUrl}/join/${token}\n`
  }
}

function list(members: readonly Listed[]): string {
  const here = members.filter(({ revokedAt }) => revokedAt === undefined)
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
