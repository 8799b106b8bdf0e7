/** The page of a guest, the marks of a guest beside bookings, and the search for guests. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyRetention } from '../src/domain/privacy/retention.ts'
import { day } from '../src/kernel/time.ts'
import { book, massage, table } from './support/booking.ts'
import { sellCard } from './support/cards.ts'
import { newDatabase } from './support/database.ts'
import { addStaff } from './support/desk.ts'
import { eraseBy, exportOf } from './support/guest-data-fixtures.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, formTo, noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { blockEvening, join } from './support/waitlist.ts'

const openShop = async (trade: string) =>
  startShop(trade, { writeLimit: 100_000, file: await newDatabase() })

const app = openBefore(() => openShop('restaurant'))
const spa = openBefore(() => openShop('spa'))
const hoa = openBefore(() => addStaff(app, 'Hoa'))
const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))
const mai = openBefore(() => addStaff(spa, 'Mai'))

const monday = Date.UTC(2026, 10, 16, 2)
const november = (date: number, hour: number, minute = 0) =>
  Date.UTC(2026, 10, date, hour - 7, minute)

async function request(shop: RunningShop, fields: object): Promise<string> {
  const base = shop === spa ? massage : table
  const { status, body } = await book(shop, { ...base, ...fields })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

const versionOf = async ({ store }: RunningShop, code: string) =>
  (
    await store.read.get<{ version: number }>(
      'SELECT version FROM bookings WHERE code = ?',
      code.replaceAll('-', ''),
    )
  )?.version ?? 0

const staffAction = async (shop: RunningShop, code: string) => ({
  ...{ code, version: await versionOf(shop, code), actor: 'staff:1' },
})

const confirm = async (shop: RunningShop, code: string) =>
  shop.desk.confirm(await staffAction(shop, code))

const mark = async (shop: RunningShop, code: string, visit: 'seated' | 'finished' | 'no_show') =>
  shop.desk.setVisitStatus({ ...(await staffAction(shop, code)), visit })

const pageText = async (code: string, staff = hoa) =>
  visibleTextOf(
    partOf(await staff.read(`/guests/${code}`), '<article class="guest">', '</article>'),
  )

/** The counts of a page, by their label. */
async function counts(code: string, staff = hoa): Promise<Record<string, string>> {
  const list = partOf(await staff.read(`/guests/${code}`), '<dl class="stat-list">', '</dl>')
  return Object.fromEntries(
    [...list.matchAll(/<dt>([^<]*)<\/dt><dd>(\d+)/g)].map(([, label = '', count = '']) => [
      label,
      count,
    ]),
  )
}

describe('the page of a guest', () => {
  it('counts visits that staff marked, no-shows immediately, and who cancelled', async () => {
    const phone = '0987 001 001'
    const make = (date: string, time: string, more = {}) =>
      request(app, { phone, date, time, party_size: 2, ...more })
    const came = await make('2026-11-17', '11:00')
    const missed = await make('2026-11-17', '17:30')
    const unmarked = await make('2026-11-17', '20:00')
    for (const code of [came, missed, unmarked]) await confirm(app, code)
    assert.deepEqual(await counts(came), { 'Đã tới': '0', 'Không tới': '0', 'Khách huỷ': '0' })
    app.clock.now = november(17, 11)
    await mark(app, came, 'seated')
    assert.equal((await counts(came))['Đã tới'], '1')
    app.clock.now = november(17, 17, 45)
    await mark(app, came, 'finished')
    await mark(app, missed, 'no_show')
    assert.equal((await counts(came))['Không tới'], '1', 'before the planned end')
    app.clock.now = november(18, 9)
    const [byGuest, byShop, declined] = [
      await make('2026-11-24', '11:00', { name: 'Chị Hương' }),
      await make('2026-11-25', '11:00'),
      await make('2026-11-26', '11:00'),
    ]
    await confirm(app, byGuest)
    await app.desk.cancel({ ...(await staffAction(app, byGuest)), reason: 'bận', by: 'guest' })
    await confirm(app, byShop)
    await app.desk.cancel({ ...(await staffAction(app, byShop)), reason: 'mất điện', by: 'shop' })
    await app.desk.decline({ ...(await staffAction(app, declined)), reason: 'kín chỗ' })
    const next = await make('2026-11-27', '18:00')
    assert.deepEqual(await counts(next), {
      ...{ 'Đã tới': '1', 'Không tới': '1', 'Khách huỷ': '1', 'Tiệm huỷ': '1' },
      ...{ 'Từ chối, quá giờ': '1', 'Chưa đánh dấu': '1' },
    })
    const text = await pageText(next)
    assert.match(text, /0987 001 001/)
    assert.match(text, /Tên khác đã dùng với số này: Chị Hương/)
    assert.match(text, /Sắp tới Thứ Sáu 27\/11\/2026, 18:00 2 khách · Bàn thường · /)
    assert.match(text, /chưa đánh dấu/)
    assert.match(text, /khách đã huỷ/)
    app.clock.now = monday
  })

  it('is the same for every booking of the number, and has no number in a URL', async () => {
    const first = await request(app, { phone: '0987 001 002', date: '2026-11-24', party_size: 2 })
    const second = await request(app, {
      ...{ phone: '+84 987 001 002', date: '2026-11-25', party_size: 2 },
    })
    const page = await hoa.read(`/guests/${first}`)
    for (const code of [first, second]) assert.ok(page.includes(`href="/bookings/${code}"`))
    assert.ok((await hoa.read(`/guests/${second}`)).includes(`href="/bookings/${first}"`))
    const addresses = [...page.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, url = '']) => url)
    const withNumber = addresses.filter((url) => url.includes('987001002'))
    assert.deepEqual(
      withNumber.filter((url) => !/^(?:tel:|https:\/\/zalo\.me\/)/.test(url)),
      [],
    )
    for (const path of [`/bookings/${first}`, '/'])
      assert.ok((await hoa.read(path)).includes(`href="/guests/${first}"`), path)
  })

  it('does not exist for a booking without a number', async () => {
    for (const code of ['BAN-AAAA-AAAA', 'x'])
      assert.equal((await hoa.get(`/guests/${code}`)).status, 404)
    const response = await hoa.post('/guests/BAN-AAAA-AAAA/note', { version: '0', note: 'x' })
    assert.equal(response.status, 404)
  })

  it('shows orders, callback requests and who served the guest', async () => {
    const person = { name: 'Bùi Ngọc', phone: '0987 001 003', consent: '1' }
    const code = await request(spa, { ...person, date: '2026-11-20' })
    await confirm(spa, code)
    spa.clock.now = november(20, 10)
    await mark(spa, code, 'seated')
    await mark(spa, code, 'finished')
    await spa.post('/api/lead', { ...person, message: 'Cho hỏi gói tháng' })
    const order = await spa.post('/api/order', {
      ...person,
      ...{ kind: 'gift_card', amount: 500_000, delivery: 'zalo', recipient: 'Bạn Hoa' },
    })
    const { code: orderCode } = (await order.json()) as { code: string }
    const text = await pageText(code, mai)
    assert.match(text, /Thẻ quà tặng, 500\.000/)
    assert.match(text, /tặng Bạn Hoa/)
    assert.match(text, /“Cho hỏi gói tháng”/)
    const given = await spa.store.read.get<{ given: string }>(
      'SELECT given FROM bookings WHERE code = ?',
      code.replaceAll('-', ''),
    )
    const { therapists } = JSON.parse(given?.given ?? '{}') as { therapists: string[] }
    const served = spa.shop.booking.resources.find(({ id }) => id === `therapist:${therapists[0]}`)
    assert.ok(served, given?.given)
    assert.ok(text.includes(served.name.vi.split(' · ')[0] ?? '\0'), text)
    assert.equal(await pageText(orderCode, mai), text, 'an order leads to the same page')
    spa.clock.now = monday
  })

  it('shows what the guest waits for, and opens from an entry of the waitlist', async () => {
    const own = await openShop('restaurant')
    const nga = await addStaff(own, 'Nga')
    await blockEvening(own)
    const phone = '0987 001 033'
    const { body } = await join(own, { phone, name: 'Lý Thanh Vân' })
    const code = String(body.code)
    const text = await pageText(code, nga)
    assert.match(text, /Lý Thanh Vân 0987 001 033/)
    assert.match(text, /Danh sách chờ Thứ Sáu 20\/11\/2026, 18:00–20:00 2 khách · .* đang chờ/)
    assert.ok((await nga.read('/waitlist')).includes(`href="/guests/${code}"`))
    await nga.post(`/guests/${code}/note`, { version: '0', note: 'Thích bàn cạnh cửa sổ' })
    assert.match(await pageText(code, nga), /Thích bàn cạnh cửa sổ/)
    const { kept } = own.shop.business
    assert.ok(kept)
    await applyRetention(own.store, kept, () => own.clock.now)
    assert.match(await pageText(code, nga), /Thích bàn cạnh cửa sổ/, 'kept as long as the entry')
    await nga.post(`/waitlist/${code}/remove`, {})
    assert.match(await pageText(code, nga), /đã rời danh sách/)
    await eraseBy(own, phone)
    assert.equal((await nga.get(`/guests/${code}`)).status, 404)
  })

  it('of someone who is known only as the holder of a card opens from the card and by phone', async () => {
    const phone = '0987 001 044'
    const path = await sellCard(mai, { name: 'Hồ Thị Mỹ', phone })
    const [, page = ''] = /href="(\/guests\/[^"]+)"/.exec(await mai.read(path)) ?? []
    assert.ok(page !== '' && !page.includes('987001044'), page)
    assert.match(visibleTextOf(await mai.read(page)), /Hồ Thị Mỹ 0987 001 044 .*500\.000 ₫/)
    await mai.post(`${page}/note`, { version: '0', note: 'Thích phòng yên tĩnh' })
    const { kept } = spa.shop.business
    assert.ok(kept)
    await applyRetention(spa.store, kept, () => spa.clock.now)
    assert.match(visibleTextOf(await mai.read(page)), /Thích phòng yên tĩnh/, 'kept with the card')
    await eraseBy(spa, phone)
    assert.equal((await mai.get(page)).status, 404)
  })

  it('shows the last allergy with the day on which it is deleted, and then no more', async () => {
    const phone = '0987 001 004'
    const code = await request(app, { phone, date: '2026-11-18', allergens: ['peanuts'] })
    assert.match(await pageText(code), /Lạc.* Tự xoá ngày Thứ Tư 25\/11\/2026/)
    const { kept } = app.shop.business
    assert.ok(kept)
    app.clock.now = november(26, 20)
    await applyRetention(app.store, kept, () => app.clock.now)
    assert.doesNotMatch(await pageText(code), /Lạc/)
    app.clock.now = monday
  })
})

describe('the note and the mark of a guest', () => {
  it('are stored, shown beside every booking of the number, and undone', async () => {
    const phone = '0987 002 001'
    const code = await request(app, { phone, date: '2026-11-24', party_size: 2 })
    const page = `/guests/${code}`
    const saved = await press(hoa, page, `${page}/note`, { note: '  Thích bàn <b>góc</b>  ' })
    assert.equal(saved.status, 303)
    const shown = await hoa.read(saved.headers.get('location') ?? '')
    assert.match(noticeOf(shown), /Đã lưu ghi chú\. Hoàn tác/)
    assert.equal((await press(tuan, page, `${page}/regular`)).status, 303)
    assert.match(await pageText(code), /Khách quen từ/)
    app.clock.now = november(17, 9)
    const again = await request(app, { phone, date: '2026-11-17', time: '18:30', party_size: 2 })
    assert.match(visibleTextOf(await hoa.read('/')), /Khách quen.*Về khách: Thích bàn/)
    await confirm(app, again)
    for (const path of [
      ...[`/bookings/${again}`, '/day?date=2026-11-17', '/tonight'],
      `/tonight?booking=${again}`,
    ]) {
      const text = visibleTextOf(await hoa.read(path))
      assert.match(text, /Khách quen/, path)
      assert.match(text, /Thích bàn <b>góc<\/b>/, path)
    }
    assert.equal((await press(hoa, page, `${page}/undo`)).status, 303)
    assert.doesNotMatch(await pageText(code), /Khách quen từ/)
    assert.match(await pageText(code), /Thích bàn/)
    const history = await pageText(code)
    assert.match(history, /Hoa sửa ghi chú về khách .*Tuấn đánh dấu khách quen .*Hoa hoàn tác/)
    app.clock.now = monday
  })

  it('reject a change of something that was changed meanwhile, and keep what was typed', async () => {
    const code = await request(app, { phone: '0987 002 002', date: '2026-11-24', party_size: 2 })
    const path = `/guests/${code}/note`
    const { fields } = formTo(await hoa.read(`/guests/${code}`), path)
    await tuan.post(path, { ...fields, note: 'của Tuấn' })
    const late = await hoa.post(path, { ...fields, note: 'của Hoa' })
    const text = await late.text()
    assert.equal(late.status, 409)
    assert.match(noticeOf(text), /Có người vừa sửa trước.* Tuấn vừa sửa ghi chú về khách/)
    assert.equal(formTo(text, path).fields.note, 'của Hoa')
    assert.match(await pageText(code), /của Tuấn/)
  })

  it('contain no health data and no invisible characters', async () => {
    const code = await request(app, { phone: '0987 002 003', date: '2026-11-24', party_size: 2 })
    const path = `/guests/${code}/note`
    for (const [note, reason] of [
      ['Ngồi góc, dị ứng lạc', /dị ứng hoặc sức khoẻ \(Lạc/],
      ['thích\u200Bgóc', /ký tự không nhìn thấy/],
    ] as const) {
      const response = await hoa.post(path, { version: '0', note })
      assert.equal(response.status, 409)
      assert.match(noticeOf(await response.text()), reason)
    }
    const row = await app.store.read.get(
      "SELECT id FROM guest_profiles WHERE phone = '+84987002003'",
    )
    assert.equal(row, undefined)
    assert.equal((await hoa.post(path, { version: '0', note: 'x'.repeat(600) })).status, 303)
    const stored = await app.store.read.get<{ note: string }>(
      "SELECT note FROM guest_profiles WHERE phone = '+84987002003'",
    )
    assert.equal(stored?.note.length, 500)
  })

  it('are exported and erased with the guest, and a page that was open stores nothing again', async () => {
    const phone = '0987 002 004'
    const code = await request(app, { phone, date: '2026-11-24', party_size: 2 })
    const path = `/guests/${code}`
    await press(hoa, path, `${path}/note`, { note: 'Thích trà sen' })
    await press(hoa, path, `${path}/note`, { note: 'Thích trà nhài' })
    await press(hoa, path, `${path}/regular`)
    const open = formTo(await hoa.read(path), `${path}/note`)
    const [profile] = (await exportOf(app, phone)).profiles as Record<string, unknown>[]
    assert.equal(profile?.note, 'Thích trà nhài')
    assert.match(String(profile?.marked_regular_at), /^2026-11-16T/)
    await eraseBy(app, phone, true)
    const left = await app.store.read.all("SELECT id FROM guest_profiles WHERE phone LIKE '%2004'")
    assert.deepEqual(left, [])
    assert.equal((await hoa.post(open.action, open.fields)).status, 404)
    assert.equal((await hoa.get(path)).status, 404)
  })

  it('lose the number of another guest who is erased', async () => {
    const code = await request(app, { phone: '0987 002 005', date: '2026-11-24', party_size: 2 })
    await request(app, { phone: '0987 002 006', date: '2026-11-25', party_size: 2 })
    const path = `/guests/${code}`
    await press(hoa, path, `${path}/note`, { note: 'Hay đi cùng 0987 002 006' })
    const open = formTo(await hoa.read(path), `${path}/note`)
    await eraseBy(app, '0987002006', true)
    assert.match(await pageText(code), /Hay đi cùng …/)
    assert.equal((await hoa.post(open.action, open.fields)).status, 409)
  })

  it('are deleted with the last record of the guest when its retention ends', async () => {
    const shop = await openShop('restaurant')
    const staff = await addStaff(shop, 'Hoa')
    const { kept } = shop.shop.business
    assert.ok(kept)
    const phone = '0987 002 007'
    const old = await request(shop, { phone, date: '2026-11-18', party_size: 2 })
    await request(shop, { phone, date: '2026-12-08', party_size: 2 })
    await press(staff, `/guests/${old}`, `/guests/${old}/note`, { note: 'Thích trà sen' })
    const profiles = async () => (await shop.store.read.all('SELECT id FROM guest_profiles')).length
    shop.clock.now = november(19, 0) + kept.guest_days * day
    await applyRetention(shop.store, kept, () => shop.clock.now)
    assert.equal(await profiles(), 1, 'a later visit is still stored')
    shop.clock.now += 20 * day
    await applyRetention(shop.store, kept, () => shop.clock.now)
    assert.equal(await profiles(), 0)
    await shop.stop()
  })

  it('can be suggested from three visits on', async () => {
    const phone = '0987 002 008'
    const codes = []
    for (const date of ['2026-11-17', '2026-11-18', '2026-11-19'])
      codes.push(await request(app, { phone, date, time: '11:00', party_size: 2 }))
    const [first = ''] = codes
    for (const [index, code] of codes.entries()) {
      await confirm(app, code)
      app.clock.now = november(17 + index, 11)
      assert.doesNotMatch(await pageText(first), /Bạn có thể đánh dấu khách quen/)
      await mark(app, code, 'seated')
    }
    assert.match(await pageText(first), /đã tới 3 lần\. Bạn có thể đánh dấu khách quen/)
    app.clock.now = monday
  })

  it('of an owner lead to the data of the guest; a host does not see that', async () => {
    const code = await request(app, { phone: '0987 002 009', date: '2026-11-24', party_size: 2 })
    const actions = async (staff: typeof hoa) =>
      formsOf(await staff.read(`/guests/${code}`)).map(({ action }) => action)
    assert.ok((await actions(hoa)).includes('/guest-data/erase'))
    assert.ok(!(await actions(tuan)).includes('/guest-data/erase'))
  })
})

describe('the marks beside a booking', () => {
  it('do not count the visit itself as a previous one', async () => {
    const phone = '0987 003 001'
    const code = await request(app, { phone, date: '2026-11-17', time: '11:00', party_size: 2 })
    await confirm(app, code)
    app.clock.now = november(17, 11)
    await mark(app, code, 'seated')
    assert.doesNotMatch(visibleTextOf(await hoa.read(`/bookings/${code}`)), /lần trước/)
    const next = await request(app, { phone, date: '2026-11-20', time: '12:00', party_size: 2 })
    assert.match(visibleTextOf(await hoa.read(`/bookings/${next}`)), /1 lần trước/)
    app.clock.now = monday
  })
})

describe('the entry of a call', () => {
  it('shows the note, the mark, cancellations and upcoming bookings of the number', async () => {
    const phone = '0987 004 001'
    const code = await request(app, { phone, date: '2026-11-24', time: '12:00', party_size: 2 })
    const cancelled = await request(app, { phone, date: '2026-11-25', party_size: 2 })
    await confirm(app, cancelled)
    await app.desk.cancel({ ...(await staffAction(app, cancelled)), reason: 'bận', by: 'guest' })
    const path = `/guests/${code}`
    await press(hoa, path, `${path}/note`, { note: 'Thích bàn góc' })
    await press(hoa, path, `${path}/regular`)
    const line = `26/11 19h 2 người ${phone}`
    const panel = await (await hoa.post('/entry/preview', { line })).text()
    const text = visibleTextOf(panel)
    assert.match(text, /Khách quen/)
    assert.match(text, /Về khách: Thích bàn góc/)
    assert.match(text, /1 lần khách huỷ/)
    assert.match(text, /Sắp tới: T3 24\/11 12:00, 2 khách/)
    assert.match(panel, /href="\/guests\/BAN-/)
  })

  it('knows a number without a booking from a callback request or an order', async () => {
    const known = { name: 'Đoàn Giỏi', phone: '0987 004 008', consent: '1' }
    const preview = async (phone: string) =>
      (await hoa.post('/entry/preview', { line: `26/11 19h 2 người ${phone}` })).text()
    assert.doesNotMatch(await preview(known.phone), /Trang khách/)
    await app.post('/api/lead', { ...known, message: 'Gọi lại giúp tôi' })
    const panel = await preview(known.phone)
    assert.match(visibleTextOf(panel), /Đoàn Giỏi Trang khách/)
    const page = /href="(\/guests\/[^"]+)"/.exec(panel)?.[1] ?? ''
    assert.match(visibleTextOf(await hoa.read(page)), /Gọi lại giúp tôi/)

    const gift = { kind: 'gift_card', amount: 500_000, delivery: 'zalo', recipient: 'Bạn Hoa' }
    const order = await spa.post('/api/order', { ...known, ...gift })
    assert.equal(order.status, 202, await order.clone().text())
    const line = `26/11 10h ${known.phone}`
    const atSpa = await (await mai.post('/entry/preview', { line })).text()
    assert.match(visibleTextOf(atSpa), /Đoàn Giỏi Trang khách/)
  })

  it('starts from the page of a guest with the name and the number', async () => {
    const code = await request(app, { phone: '0987 004 002', date: '2026-11-24', party_size: 2 })
    const link = /href="(\/entry\?guest=[^"]+)"/.exec(await hoa.read(`/guests/${code}`))?.[1] ?? ''
    const page = await hoa.read(link)
    const { fields } = formTo(page, '/entry')
    assert.deepEqual([fields.name, fields.phone], ['Nguyễn Thị Lan', '0987 004 002'])
  })

  it('warns after saving if the number has another booking on that day', async () => {
    const enter = async (time: string) => {
      const response = await hoa.post('/entry', {
        ...{ date: '2026-11-27', time, party: '2', name: 'Vy', phone: '0987 004 003' },
        next: '/day?date=2026-11-27',
      })
      assert.equal(response.status, 303)
      return noticeOf(await hoa.read(response.headers.get('location') ?? ''))
    }
    assert.doesNotMatch(await enter('12:00'), /Số này còn lượt khác/)
    assert.match(await enter('18:30'), /Số này còn lượt khác trong ngày: 12:00/)
  })
})

describe('the search', () => {
  it('finds a guest once, however many bookings there are, with a link to the page', async () => {
    const phone = '0987 005 001'
    for (const date of ['2026-11-24', '2026-11-25', '2026-11-26'])
      await request(app, { name: 'Phùng Khắc Khoan', phone, date, party_size: 2 })
    for (const text of ['phung khac', '0987 005 001']) {
      const page = await hoa.read(`/search?q=${encodeURIComponent(text)}`)
      const links = [...page.matchAll(/href="\/guests\/[^"]+"/g)]
      assert.equal(links.length, 1, text)
      assert.equal([...page.matchAll(/href="\/bookings\/[^"]+"/g)].length, 3)
    }
    assert.doesNotMatch(await hoa.read('/search?q=khong-co-ai'), /\/guests\//)
  })
})

it('the inbox loads the marks of all guests with two statements', async () => {
  const statements: string[] = []
  const { all } = app.store.read
  app.store.read.all = ((statement: string, ...values: string[]) => {
    statements.push(statement)
    return all(statement, ...values)
  }) as typeof all
  try {
    await hoa.read('/')
  } finally {
    app.store.read.all = all
  }
  const about = statements.filter((one) => /guest_profiles|no_shows/.test(one))
  assert.equal(about.length, 2)
})
