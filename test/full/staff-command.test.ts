import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { runLetan } from '../../proof/support/command.ts'
import { UsageError } from '../../src/commands/command.ts'
import { runStaff, staffHelp } from '../../src/commands/staff.ts'
import { createStaffAccess } from '../../src/domain/staff/staff.ts'
import { day } from '../../src/kernel/time.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { runInProcess } from '../support/command.ts'
import { secret } from '../support/shop.ts'
import { goodPassword, isStaffAccessError } from '../support/staff.ts'

const folder = mkdtempSync(join(tmpdir(), 'letan-'))
const file = join(folder, 'staff.sqlite')
const store = await openSqlite(file, Date.now)
const staffAccess = createStaffAccess(store, secret, Date.now)
after(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const staff = (...args: string[]) =>
  runStaff(args, { DATABASE_URL: file, SECRET: secret, DESK_PORT: '3901' })

const linkPattern =
  /^http:\/\/localhost:3901\/join\/([\w-]{43})\n(.+), valid once, until ([\d-]+ [\d:]+), Vietnam time\.\nDatabase: (.+)\n$/

const recovery = 'Sign-in link for Ngọc Lan'

async function tokenFrom(...args: string[]): Promise<string> {
  const output = await staff(...args)
  const [, token = '', purpose = '', until = '', database] = linkPattern.exec(output) ?? []
  assert.notEqual(token, '', output)
  assert.equal(
    purpose,
    { link: 'Link for a new owner', invite: 'Link for a new host' }[args[0] ?? ''] ?? recovery,
  )
  const { expiresAt = 0 } = (await staffAccess.readLink(token)) ?? {}
  assert.equal(Math.floor(Date.parse(`${until}:59+07:00`) / 60_000), Math.floor(expiresAt / 60_000))
  assert.equal(database, file)
  return token
}

const lasts = async (token: string) =>
  Math.round((((await staffAccess.readLink(token))?.expiresAt ?? 0) - Date.now()) / day)

const newcomer = { password: goodPassword, locale: 'vi', device: 'x' } as const

it('creates an owner, invites, restores access, lists and revokes', async () => {
  assert.match(await staff(), /No staff yet/)
  const link = await tokenFrom('link')
  assert.equal(await lasts(link), 1)
  await staffAccess.join(link, { ...newcomer, name: 'Cô Ba' })
  const invite = await tokenFrom('invite', 'host')
  assert.equal(await lasts(invite), 7)
  const { member } = await staffAccess.join(invite, { ...newcomer, name: 'Ngọc Lan' })
  assert.equal(member.role, 'host')
  const back = await tokenFrom('recover', 'ngoc', 'lan')
  assert.equal(await lasts(back), 1)
  assert.equal((await staffAccess.readLink(back))?.kind, 'returning')
  const list = (await staff()).trimEnd().split('\n')
  assert.equal(list.length, 3)
  assert.equal(list[2], `Database: ${file}`)
  assert.match(list[0] ?? '', /^Cô Ba {5}owner {2}password +seen 20\d\d-/)
  assert.match(list[1] ?? '', /^Ngọc Lan {2}host /)
  assert.equal(await staff('revoke', 'Ngọc Lan'), `Ngọc Lan: revoked\nDatabase: ${file}\n`)
  assert.doesNotMatch(await staff(), /Lan/)
  const auditRows = await store.read.all<{ action: string }>(
    "SELECT action FROM audit WHERE actor = 'terminal' ORDER BY id",
  )
  assert.deepEqual(
    auditRows.map(({ action }) => action),
    ['link_made', 'link_made', 'link_made', 'revoked'],
  )
})

it('rejects invalid arguments', async () => {
  await staffAccess.join(await tokenFrom('invite', 'host'), { ...newcomer, name: 'Ngọc Hoa' })
  for (const verb of ['recover', 'revoke']) {
    await assert.rejects(staff(verb, 'Hoa'), {
      name: 'StaffMemberNotFound',
      message: `There is no staff member "Hoa" in ${file}. Write one of: Cô Ba, Ngọc Hoa.`,
    })
  }
  await assert.rejects(staff('revoke', 'Cô Ba'), isStaffAccessError('last_owner'))
  for (const args of [
    ['invite'],
    ['invite', 'cook'],
    ['recover'],
    ['revoke'],
    ['dance'],
    ['link', 'x'],
  ]) {
    await assert.rejects(staff(...args), (error: unknown) => {
      assert.ok(error instanceof UsageError)
      assert.ok(error.message.includes(staffHelp.en))
      return true
    })
  }
})

it('the old name of a renamed command still works and prints one warning', async () => {
  const environment = { DATABASE_URL: file, SECRET: secret }
  const { code, output } = await runLetan(['staff', 'again', 'Ngọc', 'Hoa'], environment)
  assert.equal(code, 0, output)
  assert.match(output, /Sign-in link for Ngọc Hoa, valid once/)
  assert.equal(output.match(/"letan staff again" is now "letan staff recover"/g)?.length, 1)
  const current = await runInProcess(['staff', 'recover', 'Ngọc', 'Hoa'], environment)
  assert.doesNotMatch(current.output, /is now/)
  const unknown = await runInProcess(['guest', 'scrubbed', 'BN-0000-0000-00'], environment)
  assert.match(unknown.output, /"letan guest scrubbed" is now "letan guest vacuumed"/)
  assert.match(unknown.output, /There is no receipt "BN-0000-0000-00"/)
})
