/** Gift cards as accounts: issued, redeemed in parts, given back, adjusted and expired. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expireCards } from '../src/domain/cards/expiry.ts'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { recordCardReminders } from '../src/domain/orders/card-reminders.ts'
import { issueMissingCards } from '../src/domain/orders/order-cards.ts'
import { cardAt, numberIn, payOrder, redeem, sellCard } from './support/cards.ts'
import { addStaff } from './support/desk.ts'
import { mailSettings } from './support/first-emails.ts'
import { openBefore } from './support/lifetime.ts'
import { openMailbox } from './support/receivers.ts'
import { formTo, noticeOf, press, visibleTextOf } from './support/screen.ts'
import { monday, openForEachTrade, startShop, trades } from './support/shop.ts'

const day = 24 * 3_600_000

describe('a card that is sold at the desk', () => {
  const apps = openForEachTrade((trade) => startShop(trade, { writeLimit: 1000 }))
  for (const trade of trades) {
    it(`is redeemed in parts and given back in the ${trade}`, async () => {
      const app = apps[trade]
      const mai = await addStaff(app, `Mai ${trade}`)
      const path = await sellCard(mai)
      assert.match(visibleTextOf(await mai.read(path)), /còn 500\.000 ₫/)
      assert.equal((await redeem(mai, path, { amount: '150.000' })).status, 303)
      assert.equal((await redeem(mai, path, { amount: '50k' })).status, 303)
      assert.equal((await cardAt(app, path)).balance, 300_000)
      // Neither 15,000 nor 1,500.
      assert.equal((await redeem(mai, path, { amount: '1.5k' })).status, 409)
      const tooMuch = await redeem(mai, path, { amount: '300001' })
      assert.equal(tooMuch.status, 409)
      assert.match(noticeOf(await tooMuch.text()), /không đủ/)
      const undo = formTo(await mai.read(path), `${path}/undo`)
      for (const _ of [1, 2])
        assert.equal((await mai.post(undo.action, undo.fields)).status, 303, 'also a second tap')
      assert.equal((await cardAt(app, path)).balance, 350_000)
      for (const amount of ['10,000 VND', '10 000 đồng', '10.000 vnđ', '10000₫'])
        assert.equal((await redeem(mai, path, { amount })).status, 303, amount)
      assert.equal((await cardAt(app, path)).balance, 310_000)
      assert.deepEqual(await findBrokenInvariants(app.store.read), [])
    })
  }

  it('is redeemed once if the form is sent twice, and not by a desk that saw another balance', async () => {
    const app = apps.salon
    const mai = await addStaff(app, 'Mai')
    const tuan = await addStaff(app, 'Tuấn', 'host')
    const path = await sellCard(mai)
    const own = formTo(await mai.read(path), `${path}/redeem`)
    const other = formTo(await tuan.read(path), `${path}/redeem`)
    for (const _ of [1, 2])
      assert.equal((await mai.post(own.action, { ...own.fields, amount: '100000' })).status, 303)
    assert.equal((await tuan.post(other.action, { ...other.fields, amount: '100000' })).status, 409)
    assert.equal((await cardAt(app, path)).balance, 400_000)
    const twice = formTo(await mai.read('/cards/new'), '/cards/new')
    const typed = { ...twice.fields, name: 'Lan', phone: '0912345678', amount: '1000000' }
    const [first, second] = [
      await mai.post(twice.action, typed),
      await mai.post(twice.action, typed),
    ]
    assert.equal(first.headers.get('location'), second.headers.get('location'))
  })

  it('is adjusted by an owner with a reason only', async () => {
    const app = apps.spa
    const mai = await addStaff(app, 'Mai')
    const tuan = await addStaff(app, 'Tuấn', 'host')
    const path = await sellCard(mai)
    assert.ok(!(await tuan.read(path)).includes(`${path}/adjust`))
    const typed = { direction: 'less', amount: '20000' }
    assert.equal((await press(mai, path, `${path}/adjust`, typed)).status, 409)
    const { fields } = formTo(await mai.read(path), `${path}/adjust`)
    const reason = 'Ghi nhầm trị giá'
    const byHost = await tuan.post(`${path}/adjust`, { ...fields, ...typed, reason })
    assert.equal(byHost.status, 409)
    assert.equal((await press(mai, path, `${path}/adjust`, { ...typed, reason })).status, 303)
    assert.match(visibleTextOf(await mai.read(path)), /Điều chỉnh −20\.000 ₫.*Ghi nhầm trị giá/)
    const tooMuch = { direction: 'more', amount: '500.000.000', reason }
    assert.equal((await press(mai, path, `${path}/adjust`, tooMuch)).status, 409)
    assert.equal((await cardAt(app, path)).balance, 480_000)
  })

  it('is extended with a reason, and the last extension is undone', async () => {
    const app = apps.salon
    const mai = await addStaff(app, 'An')
    const tuan = await addStaff(app, 'Bảo', 'host')
    const path = await sellCard(mai, { months: '2' })
    const extend = (last_day: string, reason = 'Khách ốm') =>
      press(tuan, path, `${path}/extend`, { last_day, reason })
    // Before and on the last day, more than ten years, no date, no reason.
    for (const day of ['2027-01-15', '2027-01-16', '2036-11-17', 'x', '2027-02-30', ''])
      assert.equal((await extend(day)).status, day === '2027-01-16' ? 303 : 409, day)
    assert.equal((await extend('2027-02-16', ' ')).status, 409)
    const form = formTo(await tuan.read(path), `${path}/extend`)
    assert.equal(form.fields.last_day, '2027-02-16')
    for (const _ of [1, 2])
      assert.equal((await tuan.post(form.action, { ...form.fields, reason: 'Ốm' })).status, 303)
    assert.equal((await extend('2036-11-16')).status, 303, 'ten years')
    const shown = visibleTextOf(await mai.read(path))
    assert.match(shown, /16\/1\/2027 → Thứ Ba 16\/2\/2027 09:00 · Bảo · Ốm.*16\/11\/2036.*Khách ốm/)
    const undo = formTo(await mai.read(path), `${path}/undo-extension`)
    for (const _ of [1, 2]) assert.equal((await mai.post(undo.action, undo.fields)).status, 303)
    const end = async () => new Date((await cardAt(app, path)).valid_until).toISOString()
    assert.equal(await end(), '2027-02-16T17:00:00.000Z', 'a second tap undoes nothing else')
    await press(mai, path, `${path}/undo-extension`)
    assert.equal(await end(), '2027-01-16T17:00:00.000Z')
    assert.ok(!(await mai.read(path)).includes(`${path}/undo-extension`))
    const stale = { ...form.fields, last_day: '2027-03-01', reason: 'x' }
    assert.equal((await mai.post(form.action, stale)).status, 409, 'of a page that is out of date')
  })

  it('has what had expired again after an extension, and expires again after its undo', async () => {
    const app = await startShop('spa')
    const owner = await addStaff(app, 'An')
    const path = await sellCard(owner, { months: '2' })
    await redeem(owner, path, { amount: '100000' })
    const beforeMidnight = formTo(await owner.read(path), `${path}/redeem`)
    app.clock.now = (await cardAt(app, path)).valid_until
    const mai = await addStaff(app, 'Mai')
    const late = { ...beforeMidnight.fields, amount: '1000' }
    assert.equal((await mai.post(beforeMidnight.action, late)).status, 409)
    assert.equal(await expireCards(app.store, () => app.clock.now), 1)
    const may = { last_day: '2027-05-01', reason: 'Tiệm nghỉ sửa' }
    await press(mai, path, `${path}/extend`, may)
    assert.equal((await cardAt(app, path)).balance, 400_000)
    assert.equal((await redeem(mai, path, { amount: '50000' })).status, 303)
    const report = visibleTextOf(await mai.read('/cards/report'))
    assert.match(report, /350\.000/)
    await press(mai, path, `${path}/undo-extension`)
    assert.equal((await cardAt(app, path)).balance, 0)
    // It would expire soon, and an extension would give it back a second time.
    assert.match(visibleTextOf(await mai.read(path)), /Thẻ đã hết hạn.*gia hạn thẻ trước/)
    const more = { direction: 'more', amount: '350000', reason: 'Bù cho khách' }
    const { fields } = formTo(await mai.read(path), `${path}/adjust`)
    const refused = await mai.post(`${path}/adjust`, { ...fields, ...more })
    assert.equal(refused.status, 409)
    assert.match(noticeOf(await refused.text()), /gia hạn thẻ trước/)
    await press(mai, path, `${path}/extend`, may)
    assert.equal((await cardAt(app, path)).balance, 350_000)
    const page = visibleTextOf(await mai.read(path))
    assert.match(page, /Hoàn lại \+350\.000 ₫.*thẻ được gia hạn.*Hết hạn −350\.000 ₫/)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('is passed on to another holder, and its history says by whom', async () => {
    const app = apps.salon
    const owner = await addStaff(app, 'Chị Lý')
    const path = await sellCard(owner, { phone: '0912 345 111' })
    const holder = { name: 'Trần Hà', phone: '0987 654 222', email: '' }
    assert.equal((await press(owner, path, `${path}/holder`, holder)).status, 303)
    const page = visibleTextOf(await owner.read(path))
    assert.match(page, /Người giữ thẻ Trần Hà 0987 654 222/)
    assert.match(page, /Chị Lý phát hành thẻ.*Chị Lý đổi người giữ thẻ/)
    const balance = async (phone_last4: string) => {
      const pair = { number: numberIn(path), phone_last4 }
      return (await app.post('/api/card/balance', pair)).status
    }
    assert.deepEqual([await balance('4222'), await balance('5111')], [200, 404])
  })

  it('keeps what was typed in a form that is refused', async () => {
    const app = apps.salon
    const owner = await addStaff(app, 'Chị Hà')
    const path = await sellCard(owner)
    const refusals = [
      { name: 'extend', typed: { last_day: '2036-12-31', reason: 'Khách đi xa' } },
      { name: 'adjust', typed: { direction: 'less', amount: '900.000', reason: 'Ghi nhầm' } },
      { name: 'holder', typed: { name: 'Trần Hà', phone: '0123', email: 'ha@guest.example' } },
    ]
    for (const { name, typed } of refusals) {
      const action = `${path}/${name}`
      const { fields } = formTo(await owner.read(path), action)
      const response = await owner.post(action, { ...fields, ...typed })
      assert.ok(response.status >= 400, name)
      const page = await response.text()
      const shown = formTo(page, action).fields
      assert.deepEqual(shown, { ...fields, ...typed, ...(shown.key && { key: shown.key }) }, name)
      const open = /<details class="disclosure" open>[\s\S]*?<form method="post" action="([^"]*)"/
      assert.equal(open.exec(page)?.[1], action)
    }
  })

  it('is extended once by two staff members at the same time, and once undone by both', async () => {
    const app = await startShop('spa')
    const path = await sellCard(await addStaff(app, 'Mai'), { months: '2' })
    app.clock.now = (await cardAt(app, path)).valid_until
    assert.equal(await expireCards(app.store, () => app.clock.now), 1)
    const pair = [await addStaff(app, 'Tuấn', 'host'), await addStaff(app, 'Hoa', 'host')]
    const { action, fields } = formTo((await pair[0]?.read(path)) ?? '', `${path}/extend`)
    const lastDays = ['2027-05-01', '2027-06-01']
    const answers = await Promise.all(
      pair.map((staff, index) =>
        staff.post(action, { ...fields, last_day: lastDays[index] ?? '', reason: 'Khách ốm' }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 409])
    assert.equal((await cardAt(app, path)).balance, 500_000)
    const refused = answers.find(({ status }) => status === 409)
    assert.match(noticeOf((await refused?.text()) ?? ''), /Có người vừa sửa trước/)
    const undo = formTo((await pair[0]?.read(path)) ?? '', `${path}/undo-extension`)
    await Promise.all(pair.map((staff) => staff.post(undo.action, undo.fields)))
    assert.equal((await cardAt(app, path)).balance, 0)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('is found by its number in any spelling and by the text of its QR code', async () => {
    const app = apps.restaurant
    const mai = await addStaff(app, 'Mai')
    const path = await sellCard(mai)
    const number = numberIn(path)
    for (const typed of [
      number.toLowerCase().replaceAll('-', ' '),
      `https://x.vn/card/${number}`,
    ]) {
      const found = await mai.get(`/cards?number=${encodeURIComponent(typed)}&booking=X`)
      assert.equal(found.headers.get('location'), `${path}?booking=X`)
    }
    const unknown = await mai.read('/cards?number=0000-0000-0001')
    assert.match(noticeOf(unknown), /Không có thẻ/)
    assert.equal((await mai.get('/cards/0000-0000-0001')).status, 404)
  })

  it('expires with what is left, after two reminders', async () => {
    const mailbox = await openMailbox()
    const app = await startShop('spa', { notifications: mailSettings(mailbox) })
    const mai = await addStaff(app, 'Mai')
    const now = () => app.clock.now
    const path = await sellCard(mai, { months: '2', email: 'lan@guest.example' })
    const byPhone = await sellCard(mai, { months: '2', name: 'Trần Văn Bê', phone: '0987654321' })
    const { valid_until } = await cardAt(app, path)
    assert.equal(new Date(valid_until).toISOString(), '2027-01-16T17:00:00.000Z')
    app.clock.now = valid_until - 31 * day
    assert.equal(await recordCardReminders(app.store, now), 0)
    app.clock.now = valid_until - 30 * day
    const counts = await Promise.all([1, 2].map(() => recordCardReminders(app.store, now)))
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      2,
    )
    await app.dispatch()
    const mails = mailbox.mails.filter(({ subject }) => subject.includes('sắp hết hạn'))
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.text ?? '', new RegExp(`${numberIn(path)}[\\s\\S]*500\\.000 ₫`))
    const ngoc = await addStaff(app, 'Ngọc')
    const reminders = visibleTextOf(await ngoc.read('/reminders'))
    assert.match(reminders, /Thẻ sắp hết hạn.*Trần Văn Bê.*còn 500\.000 ₫/)
    app.clock.now = valid_until - 7 * day
    assert.equal(await recordCardReminders(app.store, now), 2)
    assert.equal(await expireCards(app.store, now), 0)
    app.clock.now = valid_until
    assert.equal(await expireCards(app.store, now), 2)
    assert.equal(await expireCards(app.store, now), 0)
    assert.equal((await cardAt(app, byPhone)).balance, 0)
    const later = await addStaff(app, 'Hoa')
    assert.match(visibleTextOf(await later.read(path)), /hết hạn Thẻ quà tặng/)
    const entry = await app.store.read.get(
      "SELECT amount FROM card_entries WHERE kind = 'expired' AND card_id = ?",
      (await cardAt(app, path)).id,
    )
    assert.equal(entry?.amount, -500_000)
  })

  it('that is extended before its reminder was sent is not reminded of until its new end is near', async () => {
    const mailbox = await openMailbox()
    const app = await startShop('spa', { notifications: mailSettings(mailbox) })
    const now = () => app.clock.now
    const path = await sellCard(await addStaff(app, 'Mai'), {
      ...{ months: '2', email: 'lan@guest.example' },
    })
    const byPhone = await sellCard(await addStaff(app, 'Ngọc'), {
      ...{ months: '2', name: 'Trần Văn Bê', phone: '0987654321' },
    })
    app.clock.now = (await cardAt(app, path)).valid_until - 30 * day
    assert.equal(await recordCardReminders(app.store, now), 2)
    const hoa = await addStaff(app, 'Hoa')
    assert.match(visibleTextOf(await hoa.read('/reminders')), /Trần Văn Bê/)
    for (const one of [path, byPhone])
      await press(hoa, one, `${one}/extend`, { last_day: '2027-12-31', reason: 'Khách ốm' })
    await app.dispatch()
    const reminders = () => mailbox.mails.filter(({ subject }) => subject.includes('sắp hết hạn'))
    assert.deepEqual(reminders(), [])
    for (const screen of ['/reminders', '/'])
      assert.doesNotMatch(visibleTextOf(await hoa.read(screen)), /Trần Văn Bê|sắp hết hạn/)
    app.clock.now = (await cardAt(app, path)).valid_until - 30 * day
    assert.equal(await recordCardReminders(app.store, now), 2)
    await app.dispatch()
    assert.match(reminders()[0]?.text ?? '', /31 tháng 12, 2027|31\/12\/2027/)
    const later = await addStaff(app, 'Tuấn')
    assert.match(visibleTextOf(await later.read('/reminders')), /Trần Văn Bê/)
  })
})

describe('the card of an order', () => {
  const app = openBefore(() => startShop('spa', { writeLimit: 1000 }))
  const mai = openBefore(() => addStaff(app, 'Mai'))
  const giftCard = { kind: 'gift_card', amount: 1_000_000, delivery: 'zalo' }
  const cardOf = async (code: string) =>
    (await app.json(`/api/order/${code}`)).card as { number: string; url: string } | undefined

  it('is issued when the order is paid, emptied by an undo, and full again', async () => {
    const code = await payOrder(app, mai, giftCard)
    const card = await cardOf(code)
    assert.match(card?.number ?? '', /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const path = `/cards/${card?.number}`
    assert.equal((await cardAt(app, path)).balance, 1_000_000)
    assert.match(visibleTextOf(await (await app.get(`/order/${code}`)).text()), /Số thẻ/)
    await press(mai, '/orders', `/orders/${code}/undo`)
    assert.equal(await cardOf(code), undefined)
    assert.equal((await cardAt(app, path)).balance, 0)
    const reason = 'Thử'
    for (const direction of ['more', 'less'])
      await press(mai, path, `${path}/adjust`, { direction, amount: '1000', reason })
    await press(mai, '/orders', `/orders/${code}/pay`)
    assert.equal((await cardAt(app, path)).balance, 1_000_000)
    assert.equal((await redeem(mai, path, { amount: '400000' })).status, 303)
    const refused = await press(mai, '/orders', `/orders/${code}/undo`)
    assert.equal(refused.status, 409)
    assert.match(noticeOf(await refused.text()), /đã được dùng/)
    assert.equal((await app.json(`/api/order/${code}`)).status, 'paid')
  })

  it('is issued later for orders that were paid before there were cards', async () => {
    const membership = { kind: 'membership', visits: 5, phone: '0987 111 222' }
    const codes = [
      await payOrder(app, mai, { ...giftCard, phone: '0987 111 222' }),
      await payOrder(app, mai, membership),
    ]
    await press(mai, '/orders', `/orders/${codes[1]}/send`)
    const unpaid = await app.post('/api/order', {
      ...{ name: 'Chưa Trả', phone: '0987 111 333', consent: '1' },
      ...giftCard,
    })
    assert.equal(unpaid.status, 202)
    await app.store.write(async (sql) => {
      for (const table of ['card_entries', 'card_holders', 'cards'])
        await sql.run(`DELETE FROM ${table}`)
    })
    const now = () => monday
    const counts = await Promise.all([1, 2].map(() => issueMissingCards(app.store, now)))
    assert.ok(counts.reduce((sum, count) => sum + count) >= 2)
    const cards = await Promise.all(
      codes.map(async (code) => cardAt(app, (await cardOf(code))?.number ?? '')),
    )
    assert.deepEqual(
      cards.map(({ kind, unit, balance, price }) => [kind, unit, balance, price > 0]),
      [
        ['gift_card', 'vnd', 1_000_000, true],
        ['membership', 'visits', 5, true],
      ],
    )
    assert.equal(await issueMissingCards(app.store, now), 0)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })
})

describe('the report of cards', () => {
  it('shows each month what was sold, redeemed, expired and outstanding, also as CSV', async () => {
    const app = await startShop('spa')
    const mai = await addStaff(app, 'Mai')
    const path = await sellCard(mai)
    await redeem(mai, path, { amount: '120000' })
    await redeem(mai, path, { amount: '80000' })
    const undo = formTo(await mai.read(path), `${path}/undo`)
    await mai.post(undo.action, undo.fields)
    await sellCard(mai, { kind: 'membership', amount: '5', price: '1.500.000' })
    const text = visibleTextOf(await mai.read('/cards/report'))
    assert.match(text, /500\.000 ₫ 120\.000 ₫ 0 ₫ 0 ₫ 380\.000 ₫/)
    assert.match(text, /5 lần 0 lần 0 lần 0 lần 5 lần/)
    const csv = await press(mai, '/cards/report', '/cards/report/csv')
    assert.match(csv.headers.get('content-disposition') ?? '', /cards-2026-11-16\.csv/)
    assert.match(await csv.text(), /2026-11,vnd,1,500000,120000,0,0,380000/)
  })
})
