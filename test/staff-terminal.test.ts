import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { runStaff, staffHelp, UnknownStaffCommand } from '../src/cli-staff.ts'
import { createStaffRoom } from '../src/domain/staff/room.ts'
import { day } from '../src/kernel/time.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { goodPassword, refusedAs } from './support/room.ts'
import { secret } from './support/shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'letan-'))
const file = join(folder, 'staff.sqlite')
const store = await openSqlite(file, Date.now)
const room = createStaffRoom(store, secret, Date.now)
after(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const staff = (...words: string[]) =>
  runStaff(words, { DATABASE_URL: file, SECRET: secret, DESK_PORT: '3901' })

async function tokenFrom(...words: string[]): Promise<string> {
  const said = await staff(...words)
  const [, token = ''] = /^http:\/\/localhost:3901\/join\/([A-Za-z0-9_-]{43})\n$/.exec(said) ?? []
  assert.notEqual(token, '', said)
  return token
}

const lasts = async (token: string) =>
  Math.round((((await room.readLink(token))?.lapsesAt ?? 0) - Date.now()) / day)

const newcomer = { password: goodPassword, locale: 'vi', device: 'x' } as const

it('brings an owner, invites, lets in again, lists and revokes', async () => {
  assert.match(await staff(), /Nobody yet/)
  const link = await tokenFrom('link')
  assert.equal(await lasts(link), 1)
  await room.join(link, { ...newcomer, name: 'Cô Ba' })
  const invite = await tokenFrom('invite', 'host')
  assert.equal(await lasts(invite), 7)
  const { member } = await room.join(invite, { ...newcomer, name: 'Ngọc Lan' })
  assert.equal(member.role, 'host')
  const back = await tokenFrom('again', 'ngoc', 'lan')
  assert.equal(await lasts(back), 1)
  assert.equal((await room.readLink(back))?.kind, 'returning')
  const list = (await staff()).trimEnd().split('\n')
  assert.equal(list.length, 2)
  assert.match(list[0] ?? '', /^Cô Ba {5}owner {2}a password +seen 20\d\d-/)
  assert.match(list[1] ?? '', /^Ngọc Lan {2}host /)
  assert.equal(await staff('revoke', 'Ngọc Lan'), 'Ngọc Lan: revoked\n')
  assert.doesNotMatch(await staff(), /Lan/)
  const acts = await store.read.all<{ action: string }>(
    "SELECT action FROM audit WHERE actor = 'terminal' ORDER BY id",
  )
  assert.deepEqual(
    acts.map(({ action }) => action),
    ['link_made', 'link_made', 'link_made', 'revoked'],
  )
})

it('refuses what cannot be', async () => {
  await assert.rejects(staff('again', 'Nobody'), refusedAs('not_found'))
  await assert.rejects(staff('revoke', 'Cô Ba'), refusedAs('last_owner'))
  for (const words of [
    ['invite'],
    ['invite', 'cook'],
    ['again'],
    ['revoke'],
    ['dance'],
    ['link', 'x'],
  ]) {
    await assert.rejects(staff(...words), (error: unknown) => {
      assert.ok(error instanceof UnknownStaffCommand)
      assert.ok(error.message.includes(staffHelp))
      return true
    })
  }
})
