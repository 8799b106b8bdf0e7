/** Search, cancellations by the guest or the shop, deposits and the figures of a day at the desk. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  app,
  expectRedirect,
  historyOf,
  hoa,
  november,
  openRestaurantDesk,
  requestBooking,
  rowOf,
  submitAction,
} from './support/restaurant-desk.ts'
import { formsOf, formTo, partOf, visibleTextOf } from './support/screen.ts'

openRestaurantDesk()

const cancelledBy = async (code: string) =>
  (
    await app.store.read.get<{ cancelled_by: string | null }>(
      'SELECT cancelled_by FROM bookings WHERE code = ?',
      code.replaceAll('-', ''),
    )
  )?.cancelled_by

describe('search', () => {
  const found = async (text: string) => {
    const page = await hoa.read(`/search?q=${encodeURIComponent(text)}`)
    return [...page.matchAll(/href="\/bookings\/([^"]+)"/g)].map(([, code]) => code)
  }

  it('finds several words in any order, parts of a code, and a table', async () => {
    const lan = { name: 'Trần Thu Hương', phone: '0977 412 906' }
    const code = await requestBooking({ ...lan, date: '2026-11-27', party_size: 2 })
    const other = await requestBooking({
      date: '2026-11-27',
      name: 'Hương Giang',
      phone: '0912 000 111',
    })
    for (const text of [
      'Huong 0977',
      '0977 huong',
      'thu 412 906',
      code.slice(0, 8),
      code.slice(4, 8),
    ]) {
      assert.deepEqual(await found(text), [code], text)
    }
    assert.deepEqual((await found('huong')).toSorted(), [code, other].toSorted())
    assert.deepEqual(await found('huong 0999'), [])
    const line = partOf(await hoa.read('/search?q=0977412906'), 'id="found"', '</li>')
    const [, place = ''] = / · (Nhà \d+)/.exec(visibleTextOf(line)) ?? []
    assert.notEqual(place, '')
    const folded = place.replace('Nhà', 'nha')
    assert.ok((await found(folded)).includes(code), folded)
    assert.deepEqual(await found(`${folded} huong 0977`), [code])
    for (const one of [code, other]) await submitAction(one, 'decline', { own: 'Kín chỗ' })
  })

  it('lists valid and coming bookings first, past and cancelled ones after them', async () => {
    const person = { name: 'Vũ Minh Khôi', phone: '0966 000 333', party_size: 2 }
    const past = await requestBooking({ ...person, date: '2026-11-17', time: '12:00' })
    await expectRedirect(past, 'confirm')
    const cancelled = await requestBooking({ ...person, date: '2026-11-28', time: '18:30' })
    await expectRedirect(cancelled, 'decline', { own: 'Kín chỗ' })
    const later = await requestBooking({ ...person, date: '2026-12-03' })
    const next = await requestBooking({ ...person, date: '2026-11-28', time: '19:00' })
    app.clock.now = november(18, 9)
    assert.deepEqual(await found('khoi'), [next, later, past, cancelled])
    const page = visibleTextOf(await hoa.read('/search?q=khoi'))
    assert.match(page, /19:00.*Đã qua hoặc đã huỷ.*T3 17\/11/)
    app.clock.now = november(16, 9)
  })
})

describe('cancellation', () => {
  it('by the guest is one tap, is stored as such, and says so to the guest', async () => {
    const code = await requestBooking({ date: '2026-12-01' })
    await expectRedirect(code, 'confirm')
    const page = await hoa.read(`/bookings/${code}`)
    const guestForm = formsOf(page).find(({ buttons }) => buttons.includes('Khách huỷ'))
    assert.ok(guestForm)
    assert.equal((await hoa.post(guestForm.action, guestForm.fields)).status, 303)
    assert.equal(await cancelledBy(code), 'guest')
    const after = await hoa.read(`/bookings/${code}`)
    assert.match(visibleTextOf(after), /khách đã huỷ/)
    assert.match(historyOf(after), /Hoa huỷ \(khách báo huỷ\)/)
    assert.equal((await app.json(`/api/booking/${code}`)).why, 'Theo yêu cầu của bạn.')
    // An undo takes it back, and the shop can cancel instead.
    await expectRedirect(code, 'undo')
    assert.equal(await cancelledBy(code), null)
    await expectRedirect(code, 'cancel', { own: 'Mất điện' })
    assert.equal(await cancelledBy(code), 'shop')
    assert.match(historyOf(await hoa.read(`/bookings/${code}`)), /Hoa huỷ \(tiệm huỷ\)/)
  })

  it('that the guest asked for on the site counts as one by the guest', async () => {
    const code = await requestBooking({ date: '2026-12-01', time: '12:00' })
    await expectRedirect(code, 'confirm')
    const change = { kind: 'cancel', phone_last4: '5678', consent: '1' }
    assert.equal((await app.post(`/api/booking/${code}/change`, change)).status, 202)
    const form = formsOf(await hoa.read(`/bookings/${code}`)).find(({ buttons }) =>
      buttons.includes('Huỷ theo ý khách'),
    )
    assert.equal((await hoa.post(form?.action ?? '', form?.fields ?? {})).status, 303)
    assert.equal(await cancelledBy(code), 'guest')
  })

  it('shows what happens to the deposit', async () => {
    const code = await requestBooking({ date: '2026-12-03', party_size: 10 })
    await expectRedirect(code, 'confirm')
    const hint = async () =>
      visibleTextOf(partOf(await hoa.read(`/bookings/${code}`), 'class="guest-cancels"', '</div>'))
    assert.match(await hint(), /Cọc .+ ₫: chưa nhận, không có gì phải hoàn/)
    await expectRedirect(code, 'deposit_paid')
    assert.match(await hint(), /đã nhận; huỷ lúc này được hoàn lại đủ, hạn là \S+ T\S+ \d/)
    app.clock.now = november(16, 9) + 17 * 86_400_000
    assert.match(await hint(), /theo quy định không hoàn lại/)
    app.clock.now = november(16, 9)
  })
})

describe('deposits', () => {
  it('are listed by date with their sums, and one tap marks one as received', async () => {
    const code = await requestBooking({ date: '2026-12-05', party_size: 10, phone: '0905 000 777' })
    const page = await hoa.read('/deposits')
    assert.match(visibleTextOf(page), /Chưa nhận 1\.000\.000 ₫ 1 lượt/)
    assert.match(visibleTextOf(page), /Thứ Bảy 5\/12\/2026 1\.000\.000 ₫/)
    const asked = formTo(page, `/bookings/${code}/deposit_asked`)
    const response = await hoa.post(asked.action, asked.fields)
    assert.equal(response.headers.get('location'), `/deposits?did=deposit_asked&of=${code}`)
    const paid = formTo(await hoa.read('/deposits'), `/bookings/${code}/deposit_paid`)
    await hoa.post(paid.action, paid.fields)
    assert.match(visibleTextOf(await hoa.read('/deposits')), /Chưa nhận 0 ₫ 0 lượt/)
    assert.match(visibleTextOf(await hoa.read('/')), /Tiền cọc chưa nhận/)
  })
})

describe('figures of a day', () => {
  it('count no no-shows in the headline, and cancellations by who cancelled', async () => {
    const date = '2026-11-19'
    const request = (time: string, party_size: number, phone: string) =>
      requestBooking({ date, time, party_size, phone })
    const came = await request('11:00', 2, '0901 000 001')
    const missed = await request('11:30', 3, '0901 000 002')
    const guest = await request('18:30', 4, '0901 000 003')
    const shop = await request('19:00', 5, '0901 000 004')
    for (const code of [came, missed, guest, shop]) await expectRedirect(code, 'confirm')
    await expectRedirect(shop, 'cancel', { own: 'Mất điện' })
    const { version } = await rowOf(guest)
    const fields = { version: String(version), by: 'guest', reason: 'Theo yêu cầu của bạn.' }
    assert.equal((await hoa.post(`/bookings/${guest}/cancel`, fields)).status, 303)
    app.clock.now = november(19, 12, 30)
    await expectRedirect(came, 'seated')
    await expectRedirect(missed, 'no_show')
    const page = visibleTextOf(await hoa.read(`/day?date=${date}`))
    assert.match(
      page,
      /1 lượt · 2 khách Đã tới 1 lượt · 2 khách Không tới 1 lượt · 3 khách Khách huỷ 1 lượt · 4 khách Tiệm huỷ 1 lượt · 5 khách/,
    )
    // Those who will not come any more are folded away as long as someone is there.
    const folded = /Đã về hoặc không tới \(1\)/
    assert.match(page, folded)
    await expectRedirect(came, 'finished')
    assert.doesNotMatch(visibleTextOf(await hoa.read(`/day?date=${date}`)), folded)
    const report = visibleTextOf(await hoa.read('/numbers?days=7'))
    assert.match(report, /Khách đã tới 2 1 lượt Không tới 1 lượt 3 khách · \d+ %/)
    assert.match(report, /Khách huỷ 1 lượt 4 khách Tiệm huỷ 1 lượt 5 khách/)
    app.clock.now = november(16, 9)
  })
})
