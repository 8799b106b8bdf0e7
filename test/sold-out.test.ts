/** Offers that staff mark as sold out: shown on every interface, bookable again by themselves. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { call, expectToolError, expectToolResult } from './support/assistant.ts'
import { book, dayOf, guest, massage } from './support/booking.ts'
import { runInProcess } from './support/command.ts'
import { newDatabase } from './support/database.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { partOf, press, visibleTextOf } from './support/screen.ts'
import { runShop, startShop } from './support/shop.ts'

type OfferRecord = {
  id: string
  available: boolean
  unavailable_until?: string
  availability_note?: string
  links: { booking?: string }
}

/** A time in November 2026 in Vietnam. */
const november = (day: number, hours: number, minutes = 0) =>
  Date.UTC(2026, 10, day, hours - 7, minutes)

describe('a dish that is sold out today', () => {
  const now = november(20, 12)
  const app = openBefore(() => startShop('restaurant', { now, writeLimit: 1000 }))
  const hoa = openBefore(() => addStaff(app, 'Hoa'))
  const offer = async (id: string, locale = 'en') =>
    (await app.json(`/api/offers/${id}?locale=${locale}`)) as unknown as OfferRecord

  it('is marked with two taps, and every interface shows it immediately', async () => {
    const before = await app.get('/api/offers/nom-hoa-chuoi-tai-lon')
    assert.equal((await offer('nom-hoa-chuoi-tai-lon')).available, true)
    // On the first screen: the link, then the button of the dish.
    const inbox = partOf(await hoa.read('/'), 'id="content"', '</main>')
    assert.match(inbox, /<a href="\/sold-out">Hết món, tạm ngừng<\/a>/)
    const dish = { offer: 'nom-hoa-chuoi-tai-lon' }
    const response = await press(hoa, '/sold-out', '/sold-out/today', dish)
    assert.equal(response.headers.get('location'), '/sold-out#offer-nom-hoa-chuoi-tai-lon')

    const etag = before.headers.get('etag') ?? ''
    const again = await app.get('/api/offers/nom-hoa-chuoi-tai-lon', {
      headers: { 'if-none-match': etag },
    })
    assert.equal(again.status, 200)
    const record = await offer('nom-hoa-chuoi-tai-lon')
    assert.equal(record.available, false)
    assert.equal(record.unavailable_until, '2026-11-20T23:30:00+07:00')
    assert.equal(record.availability_note, 'Sold out today')

    const menu = await (await app.get('/menu')).text()
    const card = partOf(menu, 'href="/menu/nom-hoa-chuoi-tai-lon"', '</li>')
    assert.match(card, /<p class="badge">Hôm nay đã hết<\/p>/)
    assert.equal(menu.match(/class="badge"/g)?.length, 1)
    const page = await (await app.get('/en/menu/nom-hoa-chuoi-tai-lon')).text()
    assert.match(page, /Sold out today\./)
    assert.match(page, /schema\.org\/OutOfStock/)
    assert.match(
      await (await app.get('/menu.md')).text(),
      /nom-hoa-chuoi-tai-lon\).* · Hôm nay đã hết\n/,
    )
    const line = partOf(await hoa.read('/sold-out'), 'id="offer-nom-hoa-chuoi-tai-lon"', '</li>')
    assert.match(visibleTextOf(line), /Hôm nay đã hết \(đến 23:30\) Có lại/)
  })

  it('is named by the set meals that contain it, which stay available', async () => {
    const set = await offer('mam-hai-nguoi')
    assert.equal(set.available, true)
    assert.equal(set.unavailable_until, undefined)
    assert.match(set.availability_note ?? '', /^Sold out today: .+/)
    assert.equal((await offer('mam-chay-ba-nguoi')).availability_note, undefined)
    const page = await (await app.get('/set-meals/mam-hai-nguoi')).text()
    assert.match(page, /Hôm nay đã hết: Nộm/)
  })

  it('is reported by the tools', async () => {
    const locale = 'en'
    const one = await expectToolResult<{ dish: { availability?: string } }>(app, 'get_dish', {
      dish_id: 'nom-hoa-chuoi-tai-lon',
      locale,
    })
    assert.equal(one.dish.availability, 'Sold out today')
    type Menu = { table: { columns: string[]; rows: (string | number)[][] } }
    const { table } = await expectToolResult<Menu>(app, 'get_menu', { locale })
    const column = table.columns.indexOf('availability')
    const marked = table.rows.filter((row) => row[column] !== '')
    assert.deepEqual(
      marked.map((row) => [row[0], row[column]]),
      [['nom-hoa-chuoi-tai-lon', 'Sold out today']],
    )
    type Found = { offers: { id: string; availability?: string }[] }
    const { offers } = await expectToolResult<Found>(app, 'list_offerings', {
      query: 'nộm hoa chuối',
      locale,
    })
    assert.equal(offers[0]?.availability, 'Sold out today')
    type Sets = { sets: { id: string; availability?: string }[] }
    const { sets } = await expectToolResult<Sets>(app, 'get_set_menus', { locale })
    assert.match(sets.find(({ id }) => id === 'mam-hai-nguoi')?.availability ?? '', /^Sold out/)
    const { content } = await call(app, 'search_content', { query: 'nộm hoa chuối', locale })
    assert.match(content[0]?.text ?? '', /Sold out today/)
  })

  it('is a warning in the preview of a table with that set, for today only', async () => {
    const request = {
      ...{ time: '19:00', party_size: 2, set_menu_id: 'mam-hai-nguoi', locale: 'en' },
      ...{ name: guest.name, phone: guest.phone },
    }
    const today = await call(app, 'request_reservation', { ...request, date: '2026-11-20' })
    assert.match(JSON.stringify(today), /Sold out today: /)
    const later = await call(app, 'request_reservation', { ...request, date: '2026-11-22' })
    assert.doesNotMatch(JSON.stringify(later), /Sold out/)
  })

  it('is available again at closing time, without anyone doing anything', async () => {
    app.clock.now = november(20, 23, 29)
    await app.appHost.refresh()
    assert.equal((await offer('nom-hoa-chuoi-tai-lon')).available, false)
    app.clock.now = november(20, 23, 30)
    await app.appHost.refresh()
    assert.equal((await offer('nom-hoa-chuoi-tai-lon')).available, true)
    assert.doesNotMatch(await (await app.get('/menu')).text(), /class="badge"/)
  })

  it('can be made available again by staff, and both are in the audit log', async () => {
    app.clock.now = november(21, 12)
    const dish = { offer: 'cha-ruoi' }
    await press(hoa, '/sold-out', '/sold-out/until-further-notice', dish)
    const record = await offer('cha-ruoi', 'vi')
    assert.deepEqual(
      [record.available, record.unavailable_until, record.availability_note],
      [false, undefined, 'Tạm hết'],
    )
    app.clock.now = november(25, 12)
    await app.appHost.refresh()
    assert.equal((await offer('cha-ruoi')).available, false)
    await press(hoa, '/sold-out', '/sold-out/available', dish)
    assert.equal((await offer('cha-ruoi')).available, true)
    const rows = await app.store.read.all<{ action: string; actor: string }>(
      "SELECT action, actor FROM audit WHERE subject = 'offer:cha-ruoi' ORDER BY id",
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['sold_out', 'available'],
    )
    assert.ok(rows.every(({ actor }) => actor.startsWith('staff:')))
  })
})

describe('a set meal that is sold out today', () => {
  it('cannot be booked for today, but for later days', async () => {
    const now = november(20, 12)
    const app = await startShop('restaurant', { now, writeLimit: 1000 })
    const staff = await addStaff(app, 'Hoa')
    await press(staff, '/sold-out', '/sold-out/today', { offer: 'mam-hai-nguoi' })
    const request = { ...guest, time: '19:00', party_size: 2, offerId: 'mam-hai-nguoi' }
    const today = await book(app, { ...request, date: '2026-11-20', locale: 'en' })
    assert.equal(today.status, 422)
    assert.deepEqual(
      today.body.fields.map(({ name, code, message }) => [name, code, message]),
      [['date', 'not_open', 'Set meal for two: sold out today.']],
    )
    const table = { ...request, offerId: undefined }
    assert.equal((await book(app, { ...table, date: '2026-11-20' })).status, 202)
    assert.equal((await book(app, { ...request, date: '2026-11-22' })).status, 202)
  })
})

describe('a treatment that is not available', () => {
  const now = november(20, 9, 15)
  const app = openBefore(() => startShop('spa', { now, writeLimit: 1000 }))
  const staff = openBefore(() => addStaff(app, 'Mai'))
  const service = 'co-vai-gay'
  const mark = (action: string, offer = service) =>
    press(staff, '/sold-out', `/sold-out/${action}`, { offer })

  it('today cannot be booked today, but on later days', async () => {
    await mark('today')
    const today = await dayOf(app, `date=2026-11-20&offerId=${service}&locale=en`)
    assert.deepEqual([today.open, today.slots], [false, []])
    assert.match(today.reason ?? '', /: not available today\.$/)
    assert.ok((await dayOf(app, `date=2026-11-21&offerId=${service}`)).slots.length > 0)
    const { status, body } = await book(app, { ...massage, time: '15:00' })
    assert.deepEqual([status, body.fields[0]?.name], [422, 'date'])
    assert.equal((await book(app, { ...massage, date: '2026-11-21' })).status, 202)

    const request = {
      ...{ service_id: service, date: '2026-11-20', time: '15:00', locale: 'en' },
      ...{ name: guest.name, phone: guest.phone },
    }
    const error = await expectToolError(app, 'request_appointment', request)
    assert.match(error.message, /not available today/)
    const slots = await call(app, 'check_slots', { service_id: service, date: '2026-11-20' })
    assert.match(slots.content[0]?.text ?? '', /hôm nay không phục vụ/)
    type Services = { table: { columns: string[]; rows: (string | number)[][] } }
    const { table } = await expectToolResult<Services>(app, 'list_services', { locale: 'en' })
    const column = table.columns.indexOf('availability')
    assert.deepEqual(
      table.rows.filter((row) => row[column] !== '').map((row) => [row[0], row[column]]),
      [[service, 'Not available today']],
    )

    // Its page and the booking form lead to the other days.
    const page = await (await app.get(`/en/treatments/${service}`)).text()
    assert.match(page, new RegExp(`href="/en/booking\\?offerId=${service}&amp;[^"]*#booking"`))
    const form = await (await app.get('/en/booking?category=massage-body')).text()
    assert.match(visibleTextOf(form), /· Not available today/)
    await mark('available')
  })

  it('until further notice cannot be chosen', async () => {
    await mark('until-further-notice')
    for (const date of ['2026-11-20', '2026-12-05']) {
      assert.deepEqual((await dayOf(app, `date=${date}&offerId=${service}`)).slots, [], date)
    }
    const page = await (await app.get(`/treatments/${service}`)).text()
    assert.doesNotMatch(page, new RegExp(`booking\\?offerId=${service}`))
    const form = await (await app.get('/booking?category=massage-body')).text()
    assert.doesNotMatch(form, new RegExp(`offerId=${service}`))
    const record = (await app.json(`/api/offers/${service}`)) as unknown as OfferRecord
    assert.equal(record.links.booking, undefined)
    await mark('available')
    assert.ok((await dayOf(app, `date=2026-12-05&offerId=${service}`)).slots.length > 0)
  })

  it('is rejected in the transaction if another process has marked it a moment ago', async () => {
    await app.store.write((sql) =>
      sql.run(
        'INSERT INTO sold_out_offers (offer_id, until_at, created_at) VALUES (?, NULL, ?)',
        service,
        app.clock.now,
      ),
    )
    const { status, body } = await book(app, { ...massage, time: '16:00', locale: 'en' })
    assert.deepEqual([status, body.fields[0]?.code], [422, 'not_open'])
    assert.match(body.fields[0]?.message ?? '', /has just sold out/)
    await app.appHost.refresh()
    await mark('available')
    assert.equal((await book(app, { ...massage, time: '16:00' })).status, 202)
  })

  it('can be a gift card, which then cannot be ordered', async () => {
    await mark('today', 'the-qua-500')
    const order = {
      ...{ kind: 'gift_card', delivery: 'email', email: 'lan@example.com', locale: 'en' },
      ...guest,
    }
    const refused = await app.post('/api/order', { ...order, amount: 500_000 })
    assert.equal(refused.status, 422)
    assert.match(await refused.text(), /not available today/)
    const form = await (await app.get('/gift-cards/order')).text()
    assert.doesNotMatch(form, /value="500000"/)
    assert.match(form, /value="1000000"/)
    type Options = { amounts: { amount: number }[] }
    const { amounts } = await expectToolResult<Options>(app, 'list_gift_options')
    assert.ok(!amounts.some(({ amount }) => amount === 500_000))
    assert.equal((await app.post('/api/order', { ...order, amount: 1_000_000 })).status, 202)
    await mark('available', 'the-qua-500')
    assert.equal((await app.post('/api/order', { ...order, amount: 500_000 })).status, 202)
  })
})

describe('the end of a mark for today', () => {
  it('is closing time, or midnight on a day off and after closing time', async () => {
    const app = await startShop('restaurant', { now: november(16, 9) })
    const staff = await addStaff(app, 'Hoa')
    const markAt = async (at: number) => {
      app.clock.now = at
      await press(staff, '/sold-out', '/sold-out/today', { offer: 'cha-ruoi' })
      const { unavailable_until: until } = await app.json('/api/offers/cha-ruoi')
      await press(staff, '/sold-out', '/sold-out/available', { offer: 'cha-ruoi' })
      return until
    }
    // The restaurant is closed on Mondays.
    assert.equal(await markAt(november(16, 9)), '2026-11-17T00:00:00+07:00')
    assert.equal(await markAt(november(17, 0, 30)), '2026-11-17T23:30:00+07:00')
    assert.equal(await markAt(november(17, 16, 30)), '2026-11-17T23:30:00+07:00')
    assert.equal(await markAt(november(17, 23, 45)), '2026-11-18T00:00:00+07:00')
  })
})

describe('letan sold-out', () => {
  it('marks, lists and unmarks an offer by id or name, also for a running shop', async () => {
    const file = await newDatabase()
    const app = await runShop('restaurant', { file, now: Date.now() })
    const settings = { DATABASE_URL: file, VARIANT: 'restaurant' }
    const run = (...args: string[]) => runInProcess(['sold-out', ...args], settings)
    const isAvailable = async () => {
      app.clock.now = Date.now()
      await app.appHost.refresh()
      return (await app.json('/api/offers/cha-ruoi')).available
    }
    try {
      assert.deepEqual(await run(), { code: 0, output: 'Nothing is sold out.\n' })
      const added = await run('add', 'chả rươi', '--until-further-notice')
      assert.equal(added.code, 0)
      assert.match(added.output, /^cha-ruoi {2}.+: Sold out until further notice\n$/)
      assert.equal(await isAvailable(), false)
      assert.equal((await run()).output, added.output)
      assert.match((await run('--lang', 'vi')).output, /^cha-ruoi {2}Chả rươi[^:]*: Tạm hết\n$/)
      assert.equal((await run('remove', 'cha-ruoi')).output, 'cha-ruoi: available again\n')
      assert.equal(await isAvailable(), true)
      assert.match(
        (await run('add', 'cha-ruoi')).output,
        /: Sold out today, until 20\d\d-\d\d-\d\d/,
      )
      assert.match((await run('remove', 'cha-que-tre')).output, /was not marked as sold out/)

      const unknown = await run('add', 'cha ruoii')
      assert.equal(unknown.code, 1)
      assert.match(unknown.output, /which offer “cha ruoii” is\. Write the id .* such as cha-ruoi/)
      for (const args of [
        ['add'],
        ['remove'],
        ['drop', 'x'],
        ['remove', 'x', '--until-further-notice'],
      ]) {
        assert.match((await run(...args)).output, /Invalid arguments for "letan sold-out"/)
      }
    } finally {
      await app.stop()
    }
  })
})
