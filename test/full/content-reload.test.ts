/** The content folder of an owner: created from a sample, checked, and changed while the shop is running. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createOldDatabases } from '../../proof/migrations/old-database.ts'
import { openRawDatabase } from '../../proof/migrations/raw-database.ts'
import { runLetan } from '../../proof/support/command.ts'
import { joinAsOwner } from '../../proof/support/desk.ts'
import { makeScratch, openDays, type Scratch } from '../../proof/support/scratch.ts'
import { type Server, startServer } from '../../proof/support/server.ts'
import { runContent } from '../../src/commands/content.ts'
import { book } from '../support/booking.ts'
import { runInProcess } from '../support/command.ts'
import { havePostgres, newDatabase, newEmptyDatabase } from '../support/database.ts'
import { startShop } from '../support/shop.ts'

const scratches: Scratch[] = []
const servers: Server[] = []
after(async () => {
  for (const server of servers) server.process.kill('SIGKILL')
  for (const { remove } of scratches) remove()
})

function newScratch(): Scratch {
  const scratch = makeScratch()
  scratches.push(scratch)
  return scratch
}

/** A shop with its own content folder, created as the README describes. */
async function ownShop(trade: string) {
  const scratch = newScratch()
  const folder = join(scratch.folder, 'my-shop')
  const { code, output } = await runInProcess(['init', trade, folder], {})
  assert.equal(code, 0, output)
  const environment = { DATABASE_URL: scratch.database, CONTENT_DIR: folder }
  return {
    folder,
    environment,
    check: () => runInProcess(['content', 'check', folder], { DATABASE_URL: scratch.database }),
    change(file: string, before: string | RegExp, now: string) {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      assert.ok(text.search(before) >= 0, `${before} is not in ${file}`)
      writeFileSync(path, text.replace(before, now))
    },
  }
}

async function openShop(environment: Record<string, string>) {
  const server = await startServer({ LOG_LEVEL: 'info', ...environment })
  servers.push(server)
  const desk = { DESK_PORT: new URL(server.deskUrl).port, DESK_URL: server.deskUrl }
  const cookie = await joinAsOwner({ ...environment, ...desk }, `Mai ${servers.length}`)
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
  const own = { ...headers, 'sec-fetch-site': 'same-origin' }
  return {
    server,
    json: async (path: string) => JSON.parse((await server.send('GET', path)).text),
    book: async (body: object) => {
      const { status, text } = await server.send('POST', '/api/booking', body)
      assert.equal(status, 202, text)
      return (JSON.parse(text) as { code: string }).code
    },
    screen: async (path: string) => (await fetch(`${server.deskUrl}${path}`, { headers })).text(),
    press: (path: string, fields: Record<string, string>) =>
      fetch(`${server.deskUrl}${path}`, {
        method: 'POST',
        headers: own,
        body: new URLSearchParams(fields).toString(),
        redirect: 'manual',
      }),
  }
}

type OpenedShop = Awaited<ReturnType<typeof openShop>>

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 120_000
  while (!(await condition())) {
    assert.ok(performance.now() < end, `timed out waiting for: ${what}`)
    await pause(100)
  }
}

const showsContent = (shop: OpenedShop, expected: RegExp) =>
  until(async () => expected.test(await shop.screen('/content')), String(expected))

const guest = { name: 'Nguyễn Thị Lan', phone: '0912 345 678', consent: '1' }
/** A Friday: everyone in the sample shops works on it. */
const [day = ''] = openDays(6).filter((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 5)

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
      /business\.yaml line 107: this is the account of the sample shop, and guests see/,
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
      /Nhưng nên xem lại:\n {2}business\.yaml dòng 107: đây là số tài khoản mẫu/,
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
      assert.match(output, /letan content check \[FOLDER\][\s\S]*--lang vi\|en/)
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

describe('content change while the shop is running', { concurrency: 3 }, () => {
  it('is published completely or not at all', async () => {
    const { folder, environment, change } = await ownShop('restaurant')
    const shop = await openShop(environment)
    const name = async () => (await shop.json('/api')).name
    assert.equal(await name(), 'Khói Lam')

    change('business.yaml', 'name: Khói Lam', 'name: Khói Xanh')
    await until(async () => (await name()) === 'Khói Xanh', 'the new name')
    assert.match((await shop.server.send('GET', '/')).text, /Khói Xanh/)

    change('business.yaml', 'name: Khói Xanh', 'name: Khói Tím')
    change('menu/1-khoi-vi.yaml', /price: \d+/, 'price: cheap')
    await showsContent(
      shop,
      /menu\/1-khoi-vi\.yaml dòng \d+<\/b><br>giá của Chả rươi vỏ quýt: &quot;cheap&quot; chưa phải là số tiền; hãy viết số/,
    )
    await shop.press('/account/language', { locale: 'en' })
    assert.match(
      await shop.screen('/content'),
      /<br>the price of Chả rươi vỏ quýt: &quot;cheap&quot; is not an amount of money; write a whole number/,
    )
    await shop.press('/account/language', { locale: 'vi' })
    assert.match(await shop.screen('/'), /href="\/content"[^>]*>Thư mục nội dung có lỗi/)
    assert.doesNotMatch(await shop.screen('/content'), /href="\/content"[^>]*>Thư mục nội dung có/)
    assert.equal(await name(), 'Khói Xanh')
    const isLogged = () =>
      shop.server.log.some(({ event, first }) => event === 'content rejected' && first)
    await until(async () => isLogged(), 'the log line')

    change('menu/1-khoi-vi.yaml', /price: cheap/, 'price: 98765')
    await until(async () => (await name()) === 'Khói Tím', 'the fixed content')
    assert.match((await shop.server.send('GET', '/api/offers?limit=50')).text, /98765/)
    assert.doesNotMatch(await shop.screen('/'), /Thư mục nội dung có lỗi/)

    mkdirSync(join(folder, '.git'))
    writeFileSync(join(folder, '.git/index'), 'version control data')
    const served = () => shop.server.log.filter(({ event }) => /content/.test(event)).length
    await pause(500)
    const before = served()
    await pause(4_500)
    assert.equal(served(), before, 'hidden files are ignored')
    change('business.yaml', 'name: Khói Tím', 'name: Khói Nâu')
    await until(async () => (await name()) === 'Khói Nâu', 'a change beside them')

    rmSync(folder, { recursive: true })
    await showsContent(shop, /không có thư mục này/)
    assert.equal(await name(), 'Khói Nâu')
    assert.equal((await shop.server.send('GET', '/menu')).status, 200)
  })

  it('with errors is reported, and the shop continues with the old content', async () => {
    const { folder, environment, change, check } = await ownShop('restaurant')
    const shop = await openShop(environment)
    const name = async () => (await shop.json('/api')).name
    const rejections = () =>
      shop.server.log.flatMap(({ event, first }) => (event === 'content rejected' ? [first] : []))

    symlinkSync('/nowhere', join(folder, 'notes'))
    change('business.yaml', 'name: Khói Lam', 'name: Khói Xanh')
    await until(async () => (await name()) === 'Khói Xanh', 'a change while a note exists')
    assert.deepEqual(rejections(), [])
    assert.equal((await check()).code, 0)

    symlinkSync('/nowhere', join(folder, 'menu/9-moi.yaml'))
    change('business.yaml', 'name: Khói Xanh', 'name: Khói Tím')
    await showsContent(shop, /menu\/9-moi\.yaml dòng 1<.*không đọc được tệp \(ENOENT\)/)
    await until(async () => rejections().length > 0, 'the log line')
    assert.match(String(rejections().at(-1)), /^menu\/9-moi\.yaml line 1: the file cannot be read/)
    assert.equal(await name(), 'Khói Xanh')
    const { code, output } = await check()
    assert.equal(code, 1)
    assert.match(
      output,
      /1 thing needs a change.*\n {2}menu\/9-moi\.yaml line 1: the file cannot be/,
    )
    rmSync(join(folder, 'menu/9-moi.yaml'))
    await until(async () => (await name()) === 'Khói Tím', 'what waited behind it')

    renameSync(folder, `${folder}-away`)
    await showsContent(shop, /<b>thư mục<\/b><br>không có thư mục này/)
    assert.match(await shop.screen('/'), /Thư mục nội dung có lỗi/)
    await until(async () => rejections().length > 1, 'the log line')
    assert.match(String(rejections().at(-1)), /^the folder: the folder does not exist/)
    writeFileSync(folder, 'a file in its place')
    await showsContent(shop, /không đọc được thư mục \(ENOTDIR\)/)
    rmSync(folder)
    assert.equal(await name(), 'Khói Tím')
    renameSync(`${folder}-away`, folder)
    await showsContent(shop, /Đang dùng đúng thư mục/)
  })

  it('with an unknown tool in tools.yaml is reported, and a known tool disappears', async () => {
    const { folder, environment } = await ownShop('spa')
    const shop = await openShop(environment)
    const file = join(folder, 'tools.yaml')
    const isListed = async () => {
      const { tools } = await shop.json('/mcp/server-card')
      return (tools as { name: string }[]).some(({ name }) => name === 'request_gift_card')
    }
    writeFileSync(file, 'tools:\n  - name: request_giftcard\n    off: true\n')
    await showsContent(shop, /tools\.yaml dòng 2<.*request_giftcard/)
    assert.ok(await isListed())
    writeFileSync(file, 'tools:\n  - name: request_gift_card\n    off: true\n')
    await until(async () => !(await isListed()), 'the list without the tool')
  })

  it('waits if upcoming bookings conflict, and lists them', async () => {
    const { environment, change, check } = await ownShop('restaurant')
    const [shop, other] = [await openShop(environment), await openShop(environment)]
    const code = await shop.book({ ...guest, date: day, time: '18:30', party_size: 2 })
    const isOpen = async ({ json }: OpenedShop) =>
      (await json(`/api/availability?date=${day}`)).open

    const closed = `special_days:\n  - { from: "${day}", to: "${day}", reason: { vi: "Nghỉ cưới", en: "A wedding" } }`
    change('business.yaml', 'special_days:', closed)
    await showsContent(
      shop,
      new RegExp(`Nội dung mới đang chờ.*${code}.*Ngày này đóng cửa \\(Nghỉ cưới\\)`, 's'),
    )
    assert.equal(await isOpen(shop), true)
    const { output, code: ended } = await check()
    assert.equal(ended, 2)
    const conflictPattern = `1 upcoming booking conflicts with it:\\n  ${code} .*That day is closed \\(A wedding\\)`
    assert.match(output, new RegExp(conflictPattern))
    const vietnamese = await runInProcess(['content', 'check', environment.CONTENT_DIR], {
      ...environment,
      LC_ALL: 'vi_VN.UTF-8',
    })
    assert.match(vietnamese.output, /Có 1 lượt đặt sắp tới không còn khớp:\n.* khách: .*Nghỉ cưới/)

    const fingerprint = /name="fingerprint" value="([^"]+)"/.exec(
      await shop.screen('/content'),
    )?.[1]
    await shop.press('/content/accept', { fingerprint: 'another' })
    assert.equal(await isOpen(shop), true)
    await shop.press('/content/accept', { fingerprint: fingerprint ?? '' })
    await until(async () => !(await isOpen(shop)), 'the day is closed')
    await until(async () => !(await isOpen(other)), 'the day is closed in the other process')
    assert.match(await shop.screen('/content'), new RegExp(`không khớp.*${code}`, 's'))
    assert.match(await shop.screen(`/bookings/${code}`), /Nguyễn Thị Lan/)
  })

  it('can be reverted, and is published automatically once the conflicting bookings are gone', async () => {
    const { environment, change, check } = await ownShop('spa')
    const shop = await openShop(environment)
    const request = { ...guest, date: day, time: '10:00', offerId: 'co-vai-gay' }
    const code = await shop.book({ ...request, therapist_id: 'quoc-bao' })
    change('therapists.yaml', /- id: quoc-bao/, '- id: nguoi-moi')
    const conflictPattern =
      'Kỹ thuật viên Quốc Bảo không còn trong therapists\\.yaml; hãy dời lượt này ở quầy'
    await showsContent(shop, new RegExp(`${code}.*${conflictPattern}`, 's'))
    // The folder does not contain the names of people who were removed from it.
    const { output } = await check()
    assert.match(
      output,
      /Therapist "quoc-bao" is no longer in therapists\.yaml; move this booking on/,
    )
    change('therapists.yaml', /- id: nguoi-moi/, '- id: quoc-bao')
    await showsContent(shop, /Đang dùng đúng thư mục/)

    change('therapists.yaml', /- id: quoc-bao/, '- id: nguoi-moi')
    await showsContent(shop, /đang chờ/)
    const declined = await runInProcess(['bookings', 'decline', code, 'Bảo', 'nghỉ'], environment)
    assert.equal(declined.code, 0, declined.output)
    await showsContent(shop, /Đang dùng đúng thư mục/)
  })
})
