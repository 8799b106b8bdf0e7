/** A database knows its shop: the settings of another trade cannot open, restore or verify it. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openRawDatabase } from '../proof/migrations/raw-database.ts'
import { runBackup, runRestore, runVerify } from '../src/commands/backup.ts'
import { WrongTrade } from '../src/domain/integrity/shop-identity.ts'
import { openShop } from '../src/server/open-shop.ts'
import { MigrationError } from '../src/store/migrate.ts'
import { book, massage, table } from './support/booking.ts'
import { newDatabase, newEmptyDatabase, onlyOnSqlite } from './support/database.ts'
import { startShop } from './support/shop.ts'

const scratch = mkdtempSync(join(tmpdir(), 'letan-'))
after(() => rmSync(scratch, { recursive: true, force: true }))
let fileCount = 0
const unusedFile = () => join(scratch, `${++fileCount}.sqlite`)

const settings = (DATABASE_URL: string, VARIANT = 'restaurant') => ({ DATABASE_URL, VARIANT })

async function openOnce(address: string, trade: string): Promise<string | undefined> {
  const { store, previousName } = await openShop(settings(address, trade))
  await store.close()
  return previousName
}

/** As an older version left it: without the row that names the shop. */
const deleteShopIdentity = (file: string) => change(file, 'DELETE FROM shop_identity')

async function change(address: string, statement: string): Promise<void> {
  const database = await openRawDatabase(address)
  await database.run(statement)
  await database.close()
}

function wrongTrade(...expected: RegExp[]) {
  return (error: unknown) => {
    assert.ok(error instanceof WrongTrade, String(error))
    for (const one of expected) assert.match(error.message, one)
    assert.match(error.localizedMessage.vi, /thiết lập của bạn là của ngành restaurant/)
    return true
  }
}

describe('the database of a spa', () => {
  it('is not opened with the settings of a restaurant', async () => {
    const address = await newDatabase()
    await openOnce(address, 'spa')
    await assert.rejects(
      openOnce(address, 'restaurant'),
      wrongTrade(/contains the bookings of Vườn Sương \(spa\)/, /Set DATABASE_URL to the database/),
    )
    assert.equal(await openOnce(address, 'spa'), undefined)
  })

  it('is recognized by its booking codes if an older version wrote it', async () => {
    const address = await newDatabase()
    const app = await startShop('spa', { file: address })
    assert.equal((await book(app, massage)).status, 202)
    await app.stop()
    await assert.rejects(
      openOnce(address, 'restaurant'),
      wrongTrade(/contains the bookings of spa/),
    )
    await openOnce(address, 'spa')
    await assert.rejects(openOnce(address, 'restaurant'), wrongTrade(/Vườn Sương/))
  })

  it('is not migrated by the settings of a restaurant', async () => {
    const address = await newDatabase()
    const app = await startShop('spa', { file: address })
    await book(app, massage)
    await app.stop()
    await change(address, 'DROP TABLE shop_identity')
    await change(address, "DELETE FROM migrations WHERE name LIKE '0014%'")
    await assert.rejects(openOnce(address, 'restaurant'), WrongTrade)
    const database = await openRawDatabase(address)
    const applied = await database.all("SELECT 1 AS found FROM migrations WHERE name LIKE '0014%'")
    await database.close()
    assert.deepEqual(applied, [])
  })
})

it('an empty database belongs to the first shop that uses it', async () => {
  const address = await newEmptyDatabase()
  await openOnce(address, 'restaurant')
  await assert.rejects(openOnce(address, 'spa'), WrongTrade)
})

it('a shop with a new name keeps its database, and the previous name is reported once', async () => {
  const file = await newDatabase()
  await openOnce(file, 'restaurant')
  await change(file, "UPDATE shop_identity SET name = 'Quán cũ'")
  assert.equal(await openOnce(file, 'restaurant'), 'Quán cũ')
  assert.equal(await openOnce(file, 'restaurant'), undefined)
})

describe('the backup of a spa', onlyOnSqlite(), () => {
  const backup = async () => {
    const [database, file] = [unusedFile(), unusedFile()]
    await openOnce(database, 'spa')
    const app = await startShop('spa', { file: database })
    await book(app, massage)
    await app.stop()
    assert.match(await runBackup([file], settings(database, 'spa')), /1 booking .* of Vườn Sương/)
    return file
  }

  it('is not restored into a restaurant, and nothing is created', async () => {
    const file = await backup()
    for (const expected of [/a backup of Vườn Sương \(spa\)/, /a backup of spa/]) {
      const target = unusedFile()
      await assert.rejects(
        runRestore([file], settings(target)),
        wrongTrade(expected, /Nothing was restored\. Use a backup of this shop/),
      )
      assert.equal(existsSync(target), false)
      await deleteShopIdentity(file)
    }
    const target = unusedFile()
    assert.match(await runRestore([file], settings(target, 'spa')), /1 booking and 0 orders/)
  })

  it('is not accepted by verify with the settings of a restaurant', async () => {
    const file = await backup()
    await assert.rejects(runVerify([file], settings(unusedFile())), wrongTrade(/Vườn Sương/))
    const result = JSON.parse(await runVerify([file, '--json'], settings(unusedFile(), 'spa')))
    assert.deepEqual(result.shop, { trade: 'spa', name: 'Vườn Sương' })
  })
})

it('a restaurant whose database also has codes of another trade can still use it', async () => {
  const address = await newDatabase()
  for (const [trade, wanted] of [
    ['spa', massage],
    ['restaurant', table],
  ] as const) {
    const app = await startShop(trade, { file: address })
    assert.equal((await book(app, wanted)).status, 202)
    await app.stop()
  }
  await openOnce(address, 'restaurant')
})

describe('the database of another program', () => {
  for (const statement of [
    'CREATE TABLE recipes (name TEXT)',
    'CREATE TABLE migrations (id INTEGER, migration TEXT, batch INTEGER)',
  ]) {
    it(`is named as such after ${statement.slice(0, 20)}…, and gets no tables`, async () => {
      const address = await newEmptyDatabase()
      await change(address, statement)
      await assert.rejects(openOnce(address, 'restaurant'), (error) => {
        assert.ok(error instanceof MigrationError, String(error))
        assert.match(error.message, /belongs to another program: it has the tables (recipes|migr)/)
        assert.match(error.message, /Set DATABASE_URL to a database that only Letan uses/)
        return true
      })
      const database = await openRawDatabase(address)
      assert.equal((await database.tables()).size, 1)
      await database.close()
    })
  }

  it('is no backup', onlyOnSqlite(), async () => {
    const file = unusedFile()
    await change(file, 'CREATE TABLE migrations (id INTEGER, migration TEXT, batch INTEGER)')
    await assert.rejects(runRestore([file], settings(unusedFile())), /not a database of Letan/)
  })
})
