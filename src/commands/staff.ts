/** `letan staff`: lists staff members, creates sign-in links and revokes access. */
import { chooseCommandLanguage } from '../config/language.ts'
import { shortLinkLifetimeMs } from '../domain/staff/links.ts'
import {
  createStaffAccess,
  type Member,
  type MemberWithLastSeen,
  type Role,
  roles,
  type StaffAccess,
} from '../domain/staff/staff.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'
import { toIsoString } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import { parseArguments, UsageError } from './command.ts'
import { type OpenedDatabase, withDatabase } from './database.ts'

export const staffHelp: LocalizedText = {
  vi: `\
  letan staff                       liệt kê nhân viên
  letan staff link                  in liên kết để tạo tài khoản chủ, dùng được một ngày
  letan staff invite host|owner     in liên kết cho nhân viên mới, dùng được một tuần
  letan staff recover NAME          in liên kết để một nhân viên đăng nhập lại, dùng được một ngày
  letan staff revoke NAME           thu quyền của một nhân viên`,
  en: `\
  letan staff                       list the staff members
  letan staff link                  print a link that creates an owner, valid for a day
  letan staff invite host|owner     print a link for a new staff member, valid for a week
  letan staff recover NAME          print a link with which a staff member can sign in again, valid for a day
  letan staff revoke NAME           revoke a staff member's access`,
}

class StaffMemberNotFound extends UserError {
  constructor(name: string, active: readonly Member[], databaseName: string) {
    const names = active.map((one) => one.name).join(', ')
    const hint = names === '' ? texts.noStaffYet : texts.writeOneOf(names)
    super({
      vi: `Trong ${databaseName} không có nhân viên "${name}". ${hint.vi}.`,
      en: `There is no staff member "${name}" in ${databaseName}. ${hint.en}.`,
    })
    this.name = 'StaffMemberNotFound'
  }
}

export async function runStaff(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { positionals } = parseArguments(args, {}, usageError)
  const command = parseStaffCommand(positionals)
  const locale = chooseCommandLanguage(args, environment)
  // An invitation may be needed before the first start, so it may create the database.
  return withDatabase(environment, (database) => runStaffCommand(database, command, locale), {
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

async function runStaffCommand(
  database: OpenedDatabase,
  command: StaffCommand,
  locale: Locale,
): Promise<string> {
  const { store, secret, now, name, isNew } = database
  const staffAccess = createStaffAccess(store, secret, now)
  const output = await runOn(staffAccess, database, command, locale)
  return `${output}${texts[isNew ? 'newDatabase' : 'database'][locale]}: ${name}\n`
}

async function runOn(
  staffAccess: StaffAccess,
  database: OpenedDatabase,
  command: StaffCommand,
  locale: Locale,
): Promise<string> {
  if (command.kind === 'list') return formatMembers(await staffAccess.listMembers(), locale)
  if (command.kind === 'invite') {
    const { kind: _, role, ...lifetime } = command
    const token = await staffAccess.createLink({ role, madeBy, ...lifetime })
    return formatLink(staffAccess, database, token, texts.linkFor[role][locale], locale)
  }
  const member = await staffAccess.findMemberByName(command.name)
  if (!member) {
    const active = activeMembers(await staffAccess.listMembers())
    throw new StaffMemberNotFound(command.name, active, database.name)
  }
  if (command.kind === 'recover') {
    const token = await staffAccess.createLink({ staffId: member.id, madeBy })
    const description = `${texts.signInLink[locale]} ${member.name}`
    return formatLink(staffAccess, database, token, description, locale)
  }
  await staffAccess.revoke(member.id, madeBy)
  return `${member.name}: ${texts.revoked[locale]}\n`
}

async function formatLink(
  staffAccess: StaffAccess,
  { config, now }: OpenedDatabase,
  token: string,
  description: string,
  locale: Locale,
): Promise<string> {
  const { expiresAt = now() } = (await staffAccess.readLink(token)) ?? {}
  const until = toIsoString(expiresAt).replace('T', ' ').slice(0, 16)
  return `${config.deskUrl}/join/${token}\n${description}, ${texts.validUntil(until)[locale]}.\n`
}

function activeMembers(members: readonly MemberWithLastSeen[]): MemberWithLastSeen[] {
  return members.filter(({ revokedAt }) => revokedAt === undefined)
}

function formatMembers(members: readonly MemberWithLastSeen[], locale: Locale): string {
  const active = activeMembers(members)
  if (active.length === 0) return `${texts.emptyList[locale]}\n`
  const width = Math.max(...active.map(({ name }) => name.length))
  const lines = active.map((member) =>
    [
      member.name.padEnd(width),
      member.role.padEnd(5),
      describeSignInMethods(member, locale).padEnd(22),
      member.lastSeenAt === undefined
        ? texts.notSignedIn[locale]
        : `${texts.seen[locale]} ${toIsoString(member.lastSeenAt)}`,
    ].join('  '),
  )
  return `${lines.join('\n')}\n`
}

function describeSignInMethods({ passkeys, hasPassword }: Member, locale: Locale): string {
  const methods = [
    ...(passkeys > 0 ? [`${passkeys} ${plural(passkeys, texts.passkeys[locale], locale)}`] : []),
    ...(hasPassword ? [texts.password[locale]] : []),
  ]
  return methods.join(', ') || texts.noSignInMethod[locale]
}

const texts = {
  noStaffYet: { vi: 'Chưa có nhân viên nào', en: 'There are no staff yet' },
  writeOneOf: (names: string) => ({
    vi: `Hãy viết một trong các tên: ${names}`,
    en: `Write one of: ${names}`,
  }),
  emptyList: {
    vi: 'Chưa có nhân viên nào. Chạy "letan staff link" để tạo liên kết cho chủ.',
    en: 'No staff yet. Run "letan staff link" to create a link for an owner.',
  },
  linkFor: {
    owner: { vi: 'Liên kết cho một chủ mới', en: 'Link for a new owner' },
    host: { vi: 'Liên kết cho một nhân viên mới', en: 'Link for a new host' },
  },
  signInLink: { vi: 'Liên kết đăng nhập cho', en: 'Sign-in link for' },
  validUntil: (time: string) => ({
    vi: `dùng một lần, đến ${time}, giờ Việt Nam`,
    en: `valid once, until ${time}, Vietnam time`,
  }),
  revoked: { vi: 'đã thu quyền', en: 'revoked' },
  database: { vi: 'Cơ sở dữ liệu', en: 'Database' },
  newDatabase: { vi: 'Cơ sở dữ liệu mới', en: 'New database' },
  seen: { vi: 'vào lần cuối', en: 'seen' },
  notSignedIn: { vi: 'chưa đăng nhập', en: 'not signed in' },
  passkeys: { vi: { other: 'khoá truy cập' }, en: { one: 'passkey', other: 'passkeys' } },
  password: { vi: 'mật khẩu', en: 'password' },
  noSignInMethod: { vi: 'chưa có cách đăng nhập', en: 'no sign-in method' },
}
