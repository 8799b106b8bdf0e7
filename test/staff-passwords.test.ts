/** Which passwords are accepted, and how they are stored. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { argon2Sync } from 'node:crypto'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createPasswords } from '../src/domain/staff/passwords.ts'
import { StaffAccessError, type StaffAccessErrorCode } from '../src/domain/staff/staff.ts'
import { createSemaphore } from '../src/kernel/semaphore.ts'
import { clientInfo, fulfilledValues, mai } from './support/new-staff-member.ts'
import { goodPassword, isStaffAccessError, openStaffAccess } from './support/staff.ts'

/** With the cost of the product, not the low one of other tests. */
const openWithCost = () => openStaffAccess(createPasswords())

describe('passwords', () => {
  const rejected: [password: string, word: StaffAccessErrorCode][] = [
    ['chín chữ', 'password_short'],
    ['123456789', 'password_short'],
    ['ổ'.repeat(201), 'password_long'],
    ['aaaaaaaaaaaa', 'password_weak'],
    ['          ', 'password_weak'],
    ['0123456789', 'password_weak'],
    ['1234567890', 'password_weak'],
    ['9876543210', 'password_weak'],
    ['0987654321', 'password_weak'],
    ['abcdefghijkl', 'password_weak'],
    ['Matkhau123456', 'password_weak'],
    ['mật khẩu 123456', 'password_weak'],
    ['QWERTYUIOP', 'password_weak'],
    ['Ngọc Diễm 1990', 'password_weak'],
    ['ngocdiemngocdiem', 'password_weak'],
  ]
  const acceptable = ['ngọc diễm thích mèo', '10 con vịt', 'correct horse', `${'đ'.repeat(9)}ầ`]

  it('that are easy to guess are rejected, in both languages', async () => {
    const { staffAccess, owner } = await openWithCost()
    const token = await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    for (const [password, code] of rejected) {
      await assert.rejects(
        staffAccess.join(token, { ...mai, name: 'Ngọc Diễm', password }),
        (error: unknown) => {
          assert.ok(error instanceof StaffAccessError, password)
          assert.equal(error.code, code, password)
          assert.ok(
            error.localizedMessage.vi &&
              error.localizedMessage.en &&
              error.localizedMessage.vi !== error.localizedMessage.en,
          )
          assert.ok(!error.message.includes(password))
          return true
        },
      )
    }
    const { member, token: session } = await staffAccess.join(token, { ...mai, name: 'Ngọc Diễm' })
    const sessionHash = (await staffAccess.authenticate(session))?.sessionHash ?? ''
    for (const password of acceptable)
      await staffAccess.setPassword(member.id, password, sessionHash)
  })

  it('are hashed a few at a time, in the order of arrival', async () => {
    const inTurn = createSemaphore(2)
    const [begun, ended]: [number[], number[]] = [[], []]
    const outcomes = await Promise.allSettled(
      [0, 1, 2, 3, 4, 5, 6].map((index) =>
        inTurn(async () => {
          begun.push(index)
          assert.ok(begun.length - ended.length <= 2)
          await new Promise(setImmediate)
          ended.push(index)
          if (index % 2) throw new Error('failed')
        }),
      ),
    )
    assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6])
    assert.equal(fulfilledValues(outcomes).length, 4)
    await inTurn(async () => begun.push(7))
    assert.equal(begun.length, 8)
  })

  it('are stored as argon2id, each with its own salt', async () => {
    const { store, addMember: bring } = await openWithCost()
    await bring('Lan')
    const rows = await store.read.all<{ password: string }>('SELECT password FROM staff')
    assert.equal(new Set(rows.map(({ password }) => password)).size, 2)
    for (const { password } of rows) {
      assert.match(
        password,
        /^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
      )
    }
  })

  it('leave nothing in memory once they are checked', {
    skip: process.platform === 'linux' ? false : 'other systems give memory back otherwise',
  }, async () => {
    const program = `
      import { createPasswords } from './src/domain/staff/passwords.ts'
      const { verify } = createPasswords()
      const megabytes = () => process.memoryUsage.rss() / 1024 / 1024
      await verify('x', undefined)
      const before = megabytes()
      await Promise.all(Array.from({ length: 24 }, () => verify('x', undefined)))
      console.log(megabytes() - before)`
    const cwd = join(import.meta.dirname, '..')
    const args = ['--input-type=module', '--eval', program]
    const grown = Number(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }))
    assert.ok(grown < 40, `it grew by ${grown} MB`)
  })

  it('can be typed with another Unicode normalization', async () => {
    const { staffAccess } = await openWithCost()
    const password = goodPassword.normalize('NFD')
    assert.notEqual(password, goodPassword)
    const { member } = await staffAccess.signInByPassword({
      name: 'co ba',
      password,
      ...clientInfo,
    })
    assert.equal(member.name, 'Cô Ba')
  })

  it('stored with weaker parameters are rehashed when they are used', async () => {
    const { staffAccess, store } = await openWithCost()
    const nonce = Buffer.from('sixteen bytes!!!')
    const tag = argon2Sync('argon2id', {
      message: goodPassword.normalize('NFKC'),
      nonce,
      parallelism: 1,
      passes: 1,
      memory: 64,
      tagLength: 32,
    })
    const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    const old = `$argon2id$v=19$m=64,t=1,p=1$${encode(nonce)}$${encode(tag)}`
    const readStoredHash = async () =>
      (await store.read.get<{ password: string }>('SELECT password FROM staff'))?.password
    await store.write((sql) => sql.run('UPDATE staff SET password = ?', old))
    const signIn = { name: 'Cô Ba', password: goodPassword, ...clientInfo }
    await assert.rejects(
      staffAccess.signInByPassword({ ...signIn, password: 'x' }),
      isStaffAccessError('wrong'),
    )
    assert.equal(await readStoredHash(), old)
    await staffAccess.signInByPassword(signIn)
    assert.match((await readStoredHash()) ?? '', /m=47104,t=1,p=1/)
    await staffAccess.signInByPassword(signIn)
  })

  it('when changed, end the other sessions', async () => {
    const { staffAccess, owner, historyOf } = await openWithCost()
    const { id } = owner.member
    const other = await staffAccess.signInByPassword({
      name: 'Cô Ba',
      password: goodPassword,
      ...clientInfo,
    })
    const sessionHash = (await staffAccess.authenticate(owner.token))?.sessionHash ?? ''
    await staffAccess.setPassword(id, 'một câu dài khác hẳn', sessionHash)
    assert.ok(await staffAccess.authenticate(owner.token))
    assert.equal(await staffAccess.authenticate(other.token), undefined)
    assert.equal((await historyOf(id)).at(-1), 'self password_set')
  })

  it('cannot be removed if they are the last sign-in method', async () => {
    const { staffAccess, owner } = await openWithCost()
    await assert.rejects(
      staffAccess.removePassword(owner.member.id, owner.actor),
      isStaffAccessError('last_way_in'),
    )
  })
})
