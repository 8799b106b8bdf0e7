/** Commands look into a book that is there and name it: settings are easily those of another shop. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { letan } from '../proof/support/command.ts'
import { makeScratch } from '../proof/support/scratch.ts'
import { book, guest, table } from './support/booking.ts'
import { havePostgres, newDatabase } from './support/database.ts'
import { startShop } from './support/shop.ts'

const scratch = makeScratch()
after(scratch.remove)

const skip = !(await havePostgres('commands without a book in PostgreSQL'))

const phone = '0912345678'

/** Those that look for somebody or something. */
const looking = [
  ['bookings'],
  ['bookings', 'confirm', 'BAN-7K3M-9Q2X-4D'],
  ['guest', 'export', phone],
  ['guest', 'erase', phone],
  ['guest', 'receipt', phone],
  ['guest', 'scrubbed', 'BN-7K3M-9Q2X-4D'],
  ['staff'],
  ['staff', 'again', 'Mai'],
  ['staff', 'revoke', 'Mai'],
  ['verify'],
]

describe('where there is no book', () => {
  it('a command that looks into it says so and makes none', async () => {
    const place = join(scratch.folder, 'none', 'book.sqlite')
    for (const words of [...looking, ['backup', join(scratch.folder, 'copy.sqlite')]]) {
      const { code, said } = await letan(words, { DATABASE_URL: place })
      assert.equal(code, 1, words.join(' '))
      assert.ok(said.startsWith(`There is no book at ${place}. Give this command the settings`))
    }
    assert.deepEqual(readdirSync(scratch.folder), [])
  })

  it('in PostgreSQL neither, and the password is not said', { skip }, async () => {
    const address = (await newDatabase('postgres')).replace('letan@', 'letan:sesame@')
    const { pathname } = new URL(address)
    for (const words of looking) {
      const { code, said } = await letan(words, { DATABASE_URL: address })
      assert.equal(code, 1, words.join(' '))
      assert.match(said, new RegExp(`^There is no book at postgres://.+:\\d+${pathname}\\. Give`))
      assert.doesNotMatch(said, /sesame/)
    }
    const client = new pg.Client(address)
    await client.connect()
    const { rows } = await client.query("SELECT to_regclass('migrations')::text AS book")
    await client.end()
    assert.deepEqual(rows, [{ book: null }])
    const begun = await letan(['staff', 'link'], { DATABASE_URL: address })
    assert.match(begun.said, new RegExp(`A new book was begun: postgres://.+${pathname}\n$`))
    const { said } = await letan(['guest', 'erase', phone], { DATABASE_URL: address })
    assert.match(
      said,
      new RegExp(`^Nothing is kept of this guest in postgres://.+${pathname}\\.\n`),
    )
    assert.doesNotMatch(begun.said + said, /sesame/)
    assert.equal((await letan(['verify'], { DATABASE_URL: address })).code, 0)
  })

  it('a link for somebody new begins one, but a slip of the pen does not', async () => {
    const environment = { DATABASE_URL: join(scratch.folder, 'begun', 'book.sqlite') }
    assert.equal((await letan(['staff', 'invite', 'cook'], environment)).code, 1)
    assert.equal(existsSync(environment.DATABASE_URL), false)
    const first = await letan(['staff', 'link'], environment)
    assert.match(first.said, /\/join\/[\w-]{43}\nIt lets in a new owner, once, until 20/)
    assert.ok(first.said.endsWith(`A new book was begun: ${environment.DATABASE_URL}\n`))
    const second = await letan(['staff', 'invite', 'host'], environment)
    assert.ok(second.said.endsWith(`Book: ${environment.DATABASE_URL}\n`), second.said)
  })
})

it('of a guest who is in another book, the one that was opened is named', async () => {
  const [hers, other] = [await newDatabase('sqlite'), await newDatabase('sqlite')]
  const app = await startShop('restaurant', { file: hers })
  const { status } = await book(app, { ...table, ...guest, phone })
  assert.equal(status, 202)
  await (await startShop('restaurant', { file: other })).stop()
  for (const verb of ['export', 'erase']) {
    const { code, said } = await letan(['guest', verb, phone], { DATABASE_URL: other })
    assert.deepEqual([code, said], [1, `Nothing is kept of this guest in ${other}.\n`])
  }
  const { said: listed } = await letan(['bookings'], { DATABASE_URL: other })
  assert.equal(listed, `No bookings to come in ${other}.\n`)
  assert.equal((await letan(['guest', 'export', phone], { DATABASE_URL: hers })).code, 0)
})

it('a phone without a receipt is not told to be a phone', async () => {
  const file = await newDatabase('sqlite')
  await (await startShop('restaurant', { file })).stop()
  const receipt = (asked: string) => letan(['guest', 'receipt', asked], { DATABASE_URL: file })
  const none = `There is no receipt for this guest in ${file}: nothing was handed out or erased there.\n`
  for (const asked of [phone, 'lan@example.com']) {
    const { code, said } = await receipt(asked)
    assert.deepEqual([code, said], [1, none])
  }
  assert.match((await receipt('BN-0000-0000-00')).said, /Write it as BN-7K3M-9Q2X-4D, or the guest/)
})
