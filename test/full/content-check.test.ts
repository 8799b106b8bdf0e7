/** The content folder of an owner: created from a sample, and checked, also against the bookings of a database. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createOldDatabases } from '../../proof/migrations/old-database.ts'
import { openRawDatabase } from '../../proof/migrations/raw-database.ts'
import { runLetan } from '../../proof/support/command.ts'
import { runContent } from '../../src/commands/content.ts'
import { book } from '../support/booking.ts'
import { runInProcess } from '../support/command.ts'
import { havePostgres, newDatabase, newEmptyDatabase } from '../support/database.ts'
import { day, guest, prepareOwnShops } from '../support/own-shops.ts'
import { startShop } from '../support/shop.ts'

const { newScratch, ownShop, openShop } = prepareOwnShops()

describe('content folder', { concurrency: 2 }, () => {
  it('is created as a valid copy of a sample, with the next steps', async () => {
    const folder = join(newScratch().folder, 'my-shop')
    const created = await runLetan(['init', 'spa', folder], {})
    assert.equal(created.code, 0, created.output)
    assert.match(readFileSync(join(folder, 'business.yaml'), 'utf8'), /^trade: spa$/m)
    const { code, output } = await runInProcess(['content', 'check', folder], {})
    assert.equal(code, 0)
    assert.match(output, /Vườn Sương: 26 offers, no errors/)
  })

  it('is valid with notes about what the owner may not have intended', async () => {
    const { check, change } = await ownShop('restaurant')
    change('policy.yaml', 'last: "22:00"', 'last: "23:00"')
    const { code, output } = await check()
    assert.equal(code, 0, output)
    assert.match(output, /no errors in .*\nBut review this:\n/)
    assert.match(
      output,
      /business\.yaml line 110: this is the account of the sample shop, and guests see/,
    )
    assert.match(
      output,
      /policy\.yaml line \d+: the last time of Bữa tối is 23:00, but the shortest takes 90 minutes and the shop closes before that: guests see 22:00 as the last; write last: "22:00", or open for longer\n/,
    )
    assert.match(
      output,
      /\nUpcoming bookings were not checked\. There is no database at \S+ yet: the first start creates it\.\n$/,
    )
    change('business.yaml', 'account: "0000000000"', 'account: "0123456789"')
    change('policy.yaml', 'last: "23:00"', 'last: "22:00"')
    assert.doesNotMatch((await check()).output, /Look at this/)

    const spa = await ownShop('spa')
    spa.change('policy.yaml', /last_start: .*/, 'last_start: "23:45"')
    assert.match(
      (await spa.check()).output,
      /policy\.yaml line \d+: the last start is 23:45, but .* guests/,
    )
  })

  it('is valid with one note about the holidays that it does not mention', async () => {
    const { folder, check } = await ownShop('restaurant')
    const file = join(folder, 'business.yaml')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/^special_days:\n(?: .*\n)+/m, ''))
    const { code, output } = await check()
    assert.equal(code, 0, output)
    assert.equal(output.split('no special day mentions').length, 2, output)
    assert.match(output, /\n {4}special_days:\n(?: {6}- \{ from: "[^\n]*\n)* {6}.*en: "Tết \d{4}"/)
  })

  it('is never overwritten, and needs a known trade', async () => {
    const scratch = newScratch()
    writeFileSync(join(scratch.folder, 'notes.txt'), 'mine')
    const { code, output } = await runInProcess(['init', 'spa', scratch.folder], {})
    assert.equal(code, 1)
    assert.match(output, /is not empty\. Name a folder that does not exist yet/)
    assert.equal(readFileSync(join(scratch.folder, 'notes.txt'), 'utf8'), 'mine')
    const unknown = await runInProcess(['init', 'bakery', join(scratch.folder, 'x')], {})
    assert.match(unknown.output, /There is no trade "bakery"; write one of restaurant, spa/)
    const missing = await runInProcess(['init', 'spa'], {})
    assert.match(missing.output, /letan init TRADE FOLDER/)
    mkdirSync(join(scratch.folder, 'empty'))
    assert.equal((await runInProcess(['init', 'spa', join(scratch.folder, 'empty')], {})).code, 0)
  })

  it('with errors is reported to its owner by file and line', async () => {
    const { check, change } = await ownShop('restaurant')
    change('business.yaml', /^trade: .*$/m, 'trade: spa')
    const other = await check()
    assert.equal(other.code, 1)
    assert.match(other.output, /treatments/)
    change('business.yaml', /^trade: .*$/m, 'trade: nail')
    const unknown = await check()
    assert.equal(unknown.code, 1)
    assert.match(
      unknown.output,
      /^1 thing needs a change in .*\n {2}business\.yaml line 6: there is no/,
    )
    assert.match(unknown.output, /no trade "nail"; write one of restaurant, spa, salon\s*$/)
    change('business.yaml', /^trade: .*$/m, 'trade: restaurant')
    change('menu/1-khoi-vi.yaml', /price: \d+/, 'price: 75.000đ')
    const { code, output } = await check()
    assert.equal(code, 1)
    assert.match(
      output,
      /menu\/1-khoi-vi\.yaml line \d+, the price of Chả rươi vỏ quýt: .*; write price: 75000\n/,
    )
  })

  it('is checked in Vietnamese if the terminal is Vietnamese, or in the language of --lang', async () => {
    const { folder, environment, change, check } = await ownShop('restaurant')
    const vietnamese = { ...environment, LC_ALL: '', LANG: 'vi_VN.UTF-8' }
    const right = await runInProcess(['content', 'check', folder], vietnamese)
    assert.equal(right.code, 0, right.output)
    assert.match(right.output, /^Khói Lam: 39 món hoặc dịch vụ, không có lỗi trong /)
    assert.match(
      right.output,
      /Nhưng nên xem lại:\n {2}business\.yaml dòng 110: đây là số tài khoản mẫu/,
    )

    change('menu/1-khoi-vi.yaml', /price: \d+/, 'price: 75.000đ')
    const wrong =
      /^Có 1 chỗ cần sửa trong \S+:\n {2}menu\/1-khoi-vi\.yaml dòng \d+, giá của Chả rươi vỏ quýt: "75\.000đ" chưa phải là số tiền; hãy viết price: 75000\n$/
    const started = await runLetan([], vietnamese)
    assert.equal(started.code, 1)
    assert.match(started.output, wrong)
    for (const args of [
      ['content', 'check', folder, '--lang', 'vi'],
      ['content', 'check', '--lang', 'vi', folder],
    ]) {
      const { code, output } = await runInProcess(args, environment)
      assert.equal(code, 1)
      assert.match(output, wrong)
    }
    assert.match((await check()).output, /^1 thing needs a change in /)
    const english = await runInProcess(['content', 'check', folder, '--lang', 'en'], vietnamese)
    assert.match(
      english.output,
      /^1 thing needs a change in .*\n {2}menu.* is not an amount of money; write price: 75000\n/,
    )
    const over = await runInProcess(['content', 'check', folder], {
      ...vietnamese,
      LC_ALL: 'C.UTF-8',
    })
    assert.match(over.output, /^1 thing needs a change in /)

    for (const args of [['--lang'], ['--lang', 'fr'], [folder, '--lang', 'fr']]) {
      const { code, output } = await runInProcess(['content', 'check', ...args], environment)
      assert.equal(code, 1)
      assert.match(output, /After --lang, write vi or en, for example: --lang vi/)
    }
  })

  it('is created in Vietnamese too', async () => {
    const { folder } = newScratch()
    const vietnamese = { LC_ALL: 'vi_VN.UTF-8' }
    const begun = await runInProcess(['init', 'spa', join(folder, 'tiem')], vietnamese)
    assert.equal(begun.code, 0, begun.output)
    assert.match(begun.output, /giờ là bản sao của Vườn Sương[\s\S]*content check \S+tiem\n/)
    const chosen = await runInProcess(['init', 'spa', join(folder, 'moi'), '--lang', 'vi'], {})
    assert.match(chosen.output, /content check \S+moi --lang vi\n/)
    const again = await runInProcess(['init', 'spa', join(folder, 'tiem'), '--lang', 'vi'], {})
    assert.match(again.output, /không trống; hãy đặt tên một thư mục chưa có\./)
    const unknown = await runInProcess(['init', 'bakery', join(folder, 'x')], vietnamese)
    assert.match(
      unknown.output,
      /^Không có ngành "bakery"; hãy viết một trong: restaurant, spa, salon/,
    )
  })

  it('is not compared with an unreachable database, and the check reports that', async () => {
    const nowhere = 'postgres://nobody@127.0.0.1:1/none'
    const folder = join(import.meta.dirname, '../../content/spa')
    const { code, output } = await runInProcess(['content', 'check', folder], {
      DATABASE_URL: nowhere,
    })
    assert.equal(code, 1)
    assert.match(
      output,
      /Cannot open the database: nothing listens at this address \(ECONNREFUSED\)\. Check/,
    )
  })

  it('contains its trade, so that VARIANT is not needed', async () => {
    const { environment } = await ownShop('spa')
    const { json } = await openShop(environment)
    assert.equal((await json('/api')).variant, 'spa')
  })
})

for (const engine of ['sqlite', 'postgres'] as const) {
  if (engine === 'postgres' && !havePostgres('a content check with a PostgreSQL database')) continue
  describe(`content check with a database, ${engine}`, () => {
    /** Runs the check and asserts that the database is unchanged. */
    const check = async (address: string, trade = 'restaurant') => {
      const before = await describeDatabase(address)
      const folder = join(import.meta.dirname, '../../content', trade)
      const result = await runContent(['check', folder], { DATABASE_URL: address })
      assert.ok(typeof result === 'object')
      const { output, exitCode: code } = result
      assert.equal(code, /conflicts? with it:/.test(output) ? 2 : 0)
      assert.match(output, /offers, no errors in /)
      assert.deepEqual(await describeDatabase(address), before)
      return output
    }

    it('does not change a database of any version', async () => {
      const empty = await newEmptyDatabase(engine)
      if (engine === 'sqlite') writeFileSync(empty, '')
      assert.match(
        await check(empty),
        /were not checked\. The (database has no tables|file is not a database) of Letan/,
      )

      const databases = await createOldDatabases(empty, 3)
      const [older, newest] = [databases.at(-2)?.address ?? '', databases.at(-1)?.address ?? '']
      assert.match(await check(older), /were not checked\. The database is of an older version/)
      assert.match(await check(newest), /No upcoming booking conflicts|conflicts? with it:/)

      const database = await openRawDatabase(newest)
      await database.run("INSERT INTO migrations VALUES ('9999-tomorrow.sql', 'x', 1)")
      await database.close()
      assert.match(await check(newest), /were not checked.* by a newer version \(9999-tomorrow/)
    })

    it('lists upcoming bookings that conflict with the content', async () => {
      const address = await newDatabase(engine)
      const shop = await startShop('restaurant', { file: address })
      shop.clock.now = Date.now()
      const { body } = await book(shop, { ...guest, date: day, time: '18:30', party_size: 2 })
      await shop.stop()
      assert.match(await check(address), /No upcoming booking conflicts with it/)
      const found = new RegExp(`1 upcoming booking conflicts with it:\\n {2}${body.code} `)
      assert.match(await check(address, 'spa'), found)
    })
  })
}

/** The schema, the migrations and the row counts of a database. */
async function describeDatabase(address: string) {
  const database = await openRawDatabase(address)
  const counts = []
  for (const table of (await database.tables()).keys()) {
    counts.push(table, await database.all(`SELECT COUNT(*) AS count FROM ${table}`))
  }
  const found = { shape: await database.schema(), counts }
  await database.close()
  return found
}
