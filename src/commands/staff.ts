/** `letan staff`: lists staff members, creates sign-in links and revokes access. */
import { shortLinkLifetimeMs } from '../domain/staff/links.ts'
import {
  createStaffAccess,
  type Member,
  type MemberWithLastSeen,
  type Role,
  roles,
  type StaffAccess,
} from '../domain/staff/staff.ts'
import { plural } from '../kernel/plural.ts'
import { toIsoString } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import { parseArguments, UsageError } from './command.ts'
import { type OpenedDatabase, withDatabase } from './database.ts'

export const staffHelp = `\
  letan staff                       list the staff members
  letan staff link                  print a link that creates an owner, valid for a day
  letan staff invite host|owner     print a link for a new staff member, valid for a week
  letan staff recover NAME          print a link with which a staff member can sign in again, valid for a day
  letan staff revoke NAME           revoke a staff member's access`

class StaffMemberNotFound extends UserError {
  constructor(name: string, active: readonly Member[], databaseName: string) {
    const names = active.map((one) => one.name).join(', ')
    const hint = names === '' ? 'There are no staff yet' : `Write one of: ${names}`
    super(`There is no staff member "${name}" in ${databaseName}. ${hint}.`)
    this.name = 'StaffMemberNotFound'
  }
}

export async function runStaff(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { positionals } = parseArguments(args, {}, usageError)
  const command = parseStaffCommand(positionals)
  // An invitation may be needed before the first start, so it may create the database.
  return withDatabase(environment, (database) => runStaffCommand(database, command), {
    canCreate: command.kind === 'invite',
  })
}

const usageError = () => new UsageError('staff', staffHelp)

type StaffCommand =
  | { kind: 'list' }
  | { kind: 'invite'; role: Role; lifetimeMs?: number }
  | { kind: 'recover' | 'revoke'; name: string }

function parseStaffCommand([verb, ...words]: readonly string[]): StaffCommand {
  const argument = words.join(' ')
  if (verb === undefined) return { kind: 'list' }
  if (verb === 'link' && argument === '')
    return { kind: 'invite', role: 'owner', lifetimeMs: shortLinkLifetimeMs }
  const role = roles.find((one) => one === argument)
  if (verb === 'invite' && role) return { kind: 'invite', role }
  if ((verb === 'recover' || verb === 'revoke') && argument !== '')
    return { kind: verb, name: argument }
  throw usageError()
}

const madeBy = 'terminal'

async function runStaffCommand(database: OpenedDatabase, command: StaffCommand): Promise<string> {
  const { store, secret, now } = database
  const staffAccess = createStaffAccess(store, secret, now)
  const output = await runOn(staffAccess, database, command)
  return output + formatDatabaseLine(database)
}

async function runOn(
  staffAccess: StaffAccess,
  database: OpenedDatabase,
  command: StaffCommand,
): Promise<string> {
  if (command.kind === 'list') return formatMembers(await staffAccess.listMembers())
  if (command.kind === 'invite') {
    const { kind: _, role, ...lifetime } = command
    const token = await staffAccess.createLink({ role, madeBy, ...lifetime })
    return formatLink(staffAccess, database, token, `Link for a new ${role}`)
  }
  const member = await staffAccess.findMemberByName(command.name)
  if (!member) {
    const active = activeMembers(await staffAccess.listMembers())
    throw new StaffMemberNotFound(command.name, active, database.name)
  }
  if (command.kind === 'recover') {
    const token = await staffAccess.createLink({ staffId: member.id, madeBy })
    return formatLink(staffAccess, database, token, `Sign-in link for ${member.name}`)
  }
  await staffAccess.revoke(member.id, madeBy)
  return `${member.name}: revoked\n`
}

async function formatLink(
  staffAccess: StaffAccess,
  { config, now }: OpenedDatabase,
  token: string,
  description: string,
): Promise<string> {
  const { expiresAt = now() } = (await staffAccess.readLink(token)) ?? {}
  const until = toIsoString(expiresAt).replace('T', ' ').slice(0, 16)
  return `${config.deskUrl}/join/${token}\n${description}, valid once, until ${until}, Vietnam time.\n`
}

function formatDatabaseLine({ name, isNew }: OpenedDatabase): string {
  return isNew ? `New database: ${name}\n` : `Database: ${name}\n`
}

function activeMembers(members: readonly MemberWithLastSeen[]): MemberWithLastSeen[] {
  return members.filter(({ revokedAt }) => revokedAt === undefined)
}

function formatMembers(members: readonly MemberWithLastSeen[]): string {
  const active = activeMembers(members)
  if (active.length === 0)
    return 'No staff yet. Run "letan staff link" to create a link for an owner.\n'
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
    ...(passkeys > 0
      ? [`${passkeys} ${plural(passkeys, { one: 'passkey', other: 'passkeys' })}`]
      : []),
    ...(hasPassword ? ['password'] : []),
  ]
  return methods.join(', ') || 'no sign-in method'
}
