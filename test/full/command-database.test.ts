/** Commands open only an existing database and name it, because settings may be those of another shop. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { makeScratch } from '../../proof/support/scratch.ts'
import { book, guest, table } from '../support/booking.ts'
import { runInProcess } from '../support/command.ts'
import { havePostgres, newDatabase, newEmptyDatabase } from '../support/database.ts'
import { startShop } from '../support/shop.ts'

const scratch = makeScratch()
after(scratch.remove)

const skip = !havePostgres('commands without a database in PostgreSQL')

const phone = '0912345678'

/** Commands that only search. */
const readCommands = [
  ['bookings'],
  ['bookings', 'confirm', 'BAN-7K3M-9Q2X-4D'],
  ['guest', 'export', phone],
  ['guest', 'erase', phone],
  ['guest', 'receipt', phone],
  ['guest', 'vacuumed', 'BN-7K3M-9Q2X-4D'],
  ['staff'],
  ['staff', 'recover', 'Mai'],
  ['staff', 'revoke', 'Mai'],
  ['verify'],
]

describe('database address', () => {
  it('may have a scheme before the path, and names the same file with owner-only permissions', async () => {
    const folder = join(scratch.folder, 'tên có dấu')
    const path = join(folder, 'book.sqlite')
    for (const address of [path, `file:${path}`, `file://${encodeURI(path)}`, `sqlite://${path}`]) {
      assert.equal(
        (await runInProcess(['staff', 'link'], { DATABASE_URL: address })).code,
        0,
        address,
      )
      assert.deepEqual(readdirSync(scratch.folder), ['tên có dấu'], address)
      assert.equal(statSync(path).mode & 0o777, 0o600, address)
      assert.equal(existsSync('file:'), false)
      rmSync(folder, { recursive: true })
    }
  })

  it('is rejected with another scheme, with parameters, and in memory', async () => {
    for (const address of ['mysql://host/db', `file:${scratch.folder}/x?mode=ro`, ':memory:']) {
      const { code, output } = await runInProcess(['staff', 'link'], { DATABASE_URL: address })
      assert.equal(code, 1, address)
      assert.match(output, /DATABASE_URL/, address)
    }
    assert.deepEqual(readdirSync(scratch.folder), [])
  })
})

describe('missing database', () => {
  it('is reported by commands that read, and not created', async () => {
    const path = join(scratch.folder, 'none', 'book.sqlite')
    for (const args of [...readCommands, ['backup', join(scratch.folder, 'copy.sqlite')]]) {
      const { code, output } = await runInProcess(args, { DATABASE_URL: path })
      assert.equal(code, 1, args.join(' '))
      assert.ok(
        output.startsWith(`There is no database at ${path}. Run this command with the same`),
      )
    }
    assert.deepEqual(readdirSync(scratch.folder), [])
  })

  it('is reported for PostgreSQL too, without the password', { skip }, async () => {
    const address = (await newEmptyDatabase('postgres')).replace('letan@', 'letan:sesame@')
    const { pathname } = new URL(address)
    for (const args of readCommands) {
      const { code, output } = await runInProcess(args, { DATABASE_URL: address })
      assert.equal(code, 1, args.join(' '))
      assert.match(
        output,
        new RegExp(`^There is no database at postgres://.+:\\d+${pathname}\\. Run`),
      )
      assert.doesNotMatch(output, /sesame/)
    }
    const client = new pg.Client(address)
    await client.connect()
    const { rows } = await client.query("SELECT to_regclass('migrations')::text AS book")
    await client.end()
    assert.deepEqual(rows, [{ book: null }])
    const begun = await runInProcess(['staff', 'link'], { DATABASE_URL: address })
    assert.match(begun.output, new RegExp(`New database: postgres://.+${pathname}\n$`))
    const { output } = await runInProcess(['guest', 'erase', phone], { DATABASE_URL: address })
    assert.match(
      output,
      new RegExp(`^Nothing is stored about this guest in postgres://.+${pathname}\\.\n`),
    )
    assert.doesNotMatch(begun.output + output, /sesame/)
    assert.equal((await runInProcess(['verify'], { DATABASE_URL: address })).code, 0)
  })

  it('is created by a link for a new staff member, but not by an unknown role', async () => {
    const environment = { DATABASE_URL: join(scratch.folder, 'begun', 'book.sqlite') }
    assert.equal((await runInProcess(['staff', 'invite', 'cook'], environment)).code, 1)
    assert.equal(existsSync(environment.DATABASE_URL), false)
    const first = await runInProcess(['staff', 'link'], environment)
    assert.match(first.output, /\/join\/[\w-]{43}\nLink for a new owner, valid once, until 20/)
    assert.ok(first.output.endsWith(`New database: ${environment.DATABASE_URL}\n`))
    const second = await runInProcess(['staff', 'invite', 'host'], environment)
    assert.ok(second.output.endsWith(`Database: ${environment.DATABASE_URL}\n`), second.output)
  })
})

it('guest commands name the opened database if the guest is in another one', async () => {
  const [database, other] = [await newDatabase('sqlite'), await newDatabase('sqlite')]
  const app = await startShop('restaurant', { file: database })
  const { status } = await book(app, { ...table, ...guest, phone })
  assert.equal(status, 202)
  await (await startShop('restaurant', { file: other })).stop()
  for (const verb of ['export', 'erase']) {
    const { code, output } = await runInProcess(['guest', verb, phone], { DATABASE_URL: other })
    assert.deepEqual([code, output], [1, `Nothing is stored about this guest in ${other}.\n`])
  }
  const { output: listed } = await runInProcess(['bookings'], { DATABASE_URL: other })
  assert.equal(listed, `No upcoming bookings in ${other}.\n`)
  assert.equal((await runInProcess(['guest', 'export', phone], { DATABASE_URL: database })).code, 0)
})

it('a missing receipt is reported without asking for a phone number', async () => {
  const file = await newDatabase('sqlite')
  await (await startShop('restaurant', { file })).stop()
  const receipt = (contact: string) =>
    runInProcess(['guest', 'receipt', contact], { DATABASE_URL: file })
  const none = `There is no receipt for this guest in ${file}: nothing was exported or erased there.\n`
  for (const contact of [phone, 'lan@example.com']) {
    const { code, output } = await receipt(contact)
    assert.deepEqual([code, output], [1, none])
  }
  assert.match(
    (await receipt('BN-0000-0000-00')).output,
    /Write the number as BN-7K3M-9Q2X-4D, or write the guest/,
  )
})
