/** Who may come to the desk, from a terminal: list, let in, let in again, keep out. */
import { shortLinkLifetimeMs } from '../domain/staff/links.ts'
import {
  createStaffAccess,
  type Member,
  type MemberWithLastSeen,
  type Role,
  roles,
} from '../domain/staff/staff.ts'
import { toIsoString } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import { type OpenedDatabase, withDatabase } from './database.ts'

export class UnknownStaffCommand extends UserError {
  constructor() {
    super(`"staff" is used like this:\n\n${staffHelp}`)
    this.name = 'UnknownStaffCommand'
  }
}

export class StaffMemberNotFound extends UserError {
  constructor(name: string, active: readonly Member[], databaseName: string) {
    const names = active.map((one) => one.name).join(', ')
    const instead = names === '' ? 'Nobody comes to it yet' : `Write one of: ${names}`
    super(`Nobody called "${name}" comes to the desk of ${databaseName}. ${instead}.`)
    this.name = 'StaffMemberNotFound'
  }
}

export const staffHelp = `  letan staff                       list who may come to the desk
  letan staff link                  print a link that makes an owner, good for a day
  letan staff invite host|owner     print a link for somebody new, good for a week
  letan staff again NAME            print a link that lets somebody in again, good for a day
  letan staff revoke NAME           keep somebody out from now on`

export async function runStaff(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const command = parseStaffCommand(args)
  // Whoever is to come may be wanted before the first start: then the book begins here.
  return withDatabase(environment, (database) => runStaffCommand(database, command), {
    canCreate: command.kind === 'come',
  })
}

type StaffCommand =
  | { kind: 'list' }
  | { kind: 'come'; role: Role; lifetimeMs?: number }
  | { kind: 'return' | 'go'; name: string }

function parseStaffCommand([verb, ...rest]: readonly string[]): StaffCommand {
  const argument = rest.join(' ')
  if (verb === undefined) return { kind: 'list' }
  if (verb === 'link' && argument === '')
    return { kind: 'come', role: 'owner', lifetimeMs: shortLinkLifetimeMs }
  const role = roles.find((one) => one === argument)
  if (verb === 'invite' && role) return { kind: 'come', role }
  if (verb === 'again' && argument !== '') return { kind: 'return', name: argument }
  if (verb === 'revoke' && argument !== '') return { kind: 'go', name: argument }
  throw new UnknownStaffCommand()
}

const madeBy = 'terminal'

async function runStaffCommand(database: OpenedDatabase, command: StaffCommand): Promise<string> {
  const { store, config, secret, now } = database
  const staffAccess = createStaffAccess(store, secret, now)

  const formatLink = async (token: string, description: string) => {
    const { expiresAt = now() } = (await staffAccess.readLink(token)) ?? {}
    const until = toIsoString(expiresAt).replace('T', ' ').slice(0, 16)
    return `${config.deskUrl}/join/${token}\n${description}, once, until ${until}, Vietnam time.\n`
  }

  if (command.kind === 'list')
    return formatMembers(await staffAccess.listMembers()) + formatDatabaseLine(database)
  if (command.kind === 'come') {
    const { role, lifetimeMs } = command
    const token = await staffAccess.createLink({
      role,
      madeBy,
      ...(lifetimeMs !== undefined && { lifetimeMs }),
    })
    return (await formatLink(token, `It lets in a new ${role}`)) + formatDatabaseLine(database)
  }
  const member = await staffAccess.findMemberByName(command.name)
  if (!member)
    throw new StaffMemberNotFound(
      command.name,
      activeMembers(await staffAccess.listMembers()),
      database.name,
    )
  if (command.kind === 'return') {
    const token = await staffAccess.createLink({ staffId: member.id, madeBy })
    return (
      (await formatLink(token, `It lets ${member.name} in again`)) + formatDatabaseLine(database)
    )
  }
  await staffAccess.revoke(member.id, madeBy)
  return `${member.name}: revoked\n${formatDatabaseLine(database)}`
}

function formatDatabaseLine({ name, isNew }: OpenedDatabase): string {
  return isNew ? `A new book was begun: ${name}\n` : `Book: ${name}\n`
}

function activeMembers(members: readonly MemberWithLastSeen[]): MemberWithLastSeen[] {
  return members.filter(({ revokedAt }) => revokedAt === undefined)
}

function formatMembers(members: readonly MemberWithLastSeen[]): string {
  const active = activeMembers(members)
  if (active.length === 0) return 'Nobody yet; "letan staff link" makes an owner.\n'
  const width = Math.max(...active.map(({ name }) => name.length))
  const lines = active.map((member) =>
    [
      member.name.padEnd(width),
      member.role.padEnd(5),
      describeSignInMethods(member).padEnd(22),
      member.lastSeenAt === undefined ? 'not signed in' : `seen ${toIsoString(member.lastSeenAt)}`,
    ].join('  '),
  )
  return `${lines.join('\n')}\n`
}

function describeSignInMethods({ passkeys, hasPassword }: Member): string {
  const methods = [
    ...(passkeys === 1 ? ['a passkey'] : []),
    ...(passkeys > 1 ? [`${passkeys} passkeys`] : []),
    ...(hasPassword ? ['a password'] : []),
  ]
  return methods.join(', ') || 'no way in'
}
