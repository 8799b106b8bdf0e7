/** The host decides: refusals with their rule, overrides, several tables, extra tables, swaps and the end of a stay. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addStaff, type StaffClient } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import {
  app,
  cellsOf,
  expectConflict,
  expectRedirect,
  forceAction,
  historyOf,
  hoa,
  monday,
  november,
  openRestaurantDesk,
  requestBooking,
  rowOf,
} from './support/restaurant-desk.ts'
import { formsOf, noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

openRestaurantDesk()

const tablesOf = async (code: string): Promise<string[]> =>
  JSON.parse((await rowOf(code)).given).tables

/** Presses the button of the refusal. */
async function seatAnyway(staff: StaffClient, page: string): Promise<Response> {
  const again = formsOf(page).find(({ buttons }) => buttons[0]?.startsWith('Vẫn xếp'))
  assert.ok(again, noticeOf(page))
  return staff.post(again.action, again.fields)
}

/** Requests with other phone numbers: the same number twice at one time holds no second place. */
let guests = 0
const requestAt = (date: string, change: object = {}) =>
  requestBooking({ date, phone: `09123${String(10_000 + guests++)}`, ...change })

describe('a refused move', () => {
  it('names the rule, and "seat anyway" sets it aside, with the person in the history', async () => {
    const code = await requestAt('2026-11-24', { party_size: 4 })
    const page = await expectConflict(code, 'move', { resource: 'table:nha-1' })
    assert.match(noticeOf(page), /^Nhà 1 có 2 chỗ, nhóm 4 khách\. Vẫn xếp: Nhà 1/)
    assert.equal((await seatAnyway(hoa, page)).status, 303)
    assert.deepEqual(await tablesOf(code), ['nha-1'])
    const screen = await hoa.read(`/bookings/${code}`)
    assert.match(historyOf(screen), /Hoa đổi chỗ hoặc số người \(Nhà 1; bỏ qua: quá số ghế\)/)
    assert.match(visibleTextOf(screen), /Đã bỏ qua quá số ghế/)
    await expectRedirect(code, 'undo')
    assert.notDeepEqual(await tablesOf(code), ['nha-1'])
  })

  it('asks again for another place, but not for the same place with another end', async () => {
    const date = '2026-12-05'
    const code = await requestAt(date, { party_size: 4, time: '18:00' })
    const page = await expectConflict(code, 'move', { resource: 'table:nha-1' })
    assert.equal((await seatAnyway(hoa, page)).status, 303)
    const same = await forceAction(code, 'move', { date, time: '18:00', until: '19:00' })
    assert.equal(same.status, 303, noticeOf(await same.text()))
    assert.deepEqual(await tablesOf(code), ['nha-1'])
    const other = await expectConflict(code, 'move', { resource: 'table:nha-2' })
    assert.match(noticeOf(other), /^Nhà 2 có 2 chỗ, nhóm 4 khách/)
  })

  it('names all rules together, and the preference of the guest stays visible', async () => {
    const code = await requestAt('2026-11-24', { party_size: 2, table_type: 'hien-vuon' })
    const page = await expectConflict(code, 'move', { resource: 'table:nha-8', time: '09:00' })
    assert.match(
      noticeOf(page),
      /không mở cửa.*Nhà 8 \(bàn tròn\) dành cho nhóm từ 6 khách.*Khách đặt Hiên vườn/,
    )
    assert.equal((await seatAnyway(hoa, page)).status, 303)
    assert.deepEqual(await tablesOf(code), ['nha-8'])
    assert.match(visibleTextOf(await hoa.read(`/bookings/${code}`)), /Khách xin Hiên vườn/)
  })

  it('to a place that is taken names its guest and cannot be overridden', async () => {
    const [one, other] = [await requestAt('2026-11-25'), await requestAt('2026-11-25')]
    const [table] = await tablesOf(other)
    const fields = { resource: `table:${table}` }
    const page = await expectConflict(one, 'move', fields)
    assert.match(noticeOf(page), /đã có/)
    assert.doesNotMatch(page, /Vẫn xếp/)
    const forced = await forceAction(one, 'move', {
      ...{ date: '2026-11-25', time: '18:30', ...fields },
      override: 'seats,small_party,area,closed_day,before_opening,after_closing',
    })
    assert.equal(forced.status, 409)
  })

  it('from the timeline stays on the timeline', async () => {
    const code = await requestAt('2026-11-26')
    const response = await forceAction(code, 'move', {
      ...{ date: '2026-11-26', time: '18:30', resource: 'table:nha-1' },
      next: '/timeline?date=2026-11-26',
    })
    const page = await response.text()
    assert.equal(response.status, 409)
    assert.match(page, new RegExp(`data-refused="${code}"`))
    assert.match(noticeOf(page), /có 2 chỗ.*Vẫn xếp/)
    const location = (await seatAnyway(hoa, page)).headers.get('location')
    assert.match(location ?? '', /^\/timeline\?date=2026-11-26&did=moved/)
  })
})

describe('a confirmation against a rule', () => {
  it('has the rule in the history', async () => {
    const date = '2026-12-04'
    const code = await requestAt(date)
    const closed = await press(hoa, '/closed', '/closed/close', { date, reason: 'Mất điện' })
    assert.equal(closed.status, 303)
    assert.equal((await forceAction(code, 'confirm')).status, 409)
    assert.doesNotMatch(historyOf(await hoa.read(`/bookings/${code}`)), /bỏ qua/)
    const forced = await forceAction(code, 'confirm', { override: 'closed_day' })
    assert.equal(forced.status, 303, noticeOf(await forced.text()))
    const screen = await hoa.read(`/bookings/${code}`)
    assert.match(historyOf(screen), /Hoa xác nhận \(bỏ qua: ngày đóng cửa\)/)
  })
})

describe('a party larger than any table', () => {
  it('gets the nearest options, and sits at several tables with one booking', async () => {
    const entry = {
      ...{ date: '2026-11-27', time: '18:00', party: '20', name: 'Công ty Sao', phone: '' },
      ...{ offerId: '', note: '', resource: '' },
    }
    const response = await hoa.post('/entry', entry)
    const page = await response.text()
    assert.equal(response.status, 409)
    const options = formsOf(page).filter(({ fields }) => fields.resource?.startsWith('table:'))
    assert.ok(options.length > 0 && options.length <= 3, noticeOf(page))
    const chosen = ['table:nha-4', 'table:nha-5', 'table:nha-6', 'table:nha-8']
    const body = new URLSearchParams({ ...entry, resource: '' })
    for (const table of chosen) body.append('resource', table)
    const saved = await fetch(`${app.deskUrl}/entry`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        cookie: hoa.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: body.toString(),
    })
    const code = /of=([\w-]+)/.exec(saved.headers.get('location') ?? '')?.[1] ?? ''
    assert.deepEqual(await tablesOf(code), ['nha-4', 'nha-5', 'nha-6', 'nha-8'])
    await expectRedirect(code, 'move', { time: '19:00' })
    assert.equal((await tablesOf(code)).length, 4)
  })
})

describe('a swap', () => {
  it('exchanges the tables of two bookings, and one undo returns both', async () => {
    const date = '2026-11-28'
    const [one, other] = [await requestAt(date), await requestAt(date, { party_size: 2 })]
    const before = [await tablesOf(one), await tablesOf(other)]
    const cells = [await cellsOf(one), await cellsOf(other)]
    const swap = `${other} ${(await rowOf(other)).version}`
    const fields = { date, time: '18:30', swap }
    const refused = await forceAction(one, 'move', fields)
    assert.equal(refused.status, 409)
    const done = await seatAnyway(hoa, await refused.text())
    assert.equal(done.status, 303)
    assert.deepEqual([await tablesOf(one), await tablesOf(other)], before.toReversed())
    assert.match(historyOf(await hoa.read(`/bookings/${one}`)), new RegExp(`đổi với ${other}`))
    await expectRedirect(other, 'undo')
    assert.deepEqual([await cellsOf(one), await cellsOf(other)], cells)
  })
})

describe('the undo of a swap', () => {
  it('is refused if the other booking has been moved since', async () => {
    const date = '2026-12-08'
    const [one, other] = [await requestAt(date), await requestAt(date)]
    const swap = `${other} ${(await rowOf(other)).version}`
    assert.equal((await forceAction(one, 'move', { date, time: '18:30', swap })).status, 303)
    const places = [await tablesOf(one), ['nha-8']]
    await expectRedirect(other, 'move', { resource: 'table:nha-8', override: 'small_party' })
    const refused = await forceAction(one, 'undo')
    assert.equal(refused.status, 409)
    assert.match(noticeOf(await refused.text()), /Lượt kia đã được đổi tiếp/)
    assert.deepEqual([await tablesOf(one), await tablesOf(other)], places)
  })

  it('returns a place that one of the bookings has kept', async () => {
    const date = '2026-12-02'
    const large = await requestAt(date, { party_size: 10, time: '18:00' })
    const tables = await tablesOf(large)
    assert.ok(tables.length > 1)
    const small = await requestAt('2026-12-03', { party_size: 2, time: '18:00' })
    const moved = await forceAction(small, 'move', {
      ...{ date: '2026-12-03', time: '18:00', resource: `table:${tables[0]}` },
      override: 'seats,small_party,area',
    })
    assert.equal(moved.status, 303)
    const cells = await cellsOf(large)
    const swap = `${large} ${(await rowOf(large)).version}`
    const swapped = await forceAction(small, 'move', {
      ...{ date: '2026-12-03', time: '18:00', swap, override: 'seats,small_party,area' },
    })
    assert.equal(swapped.status, 303)
    assert.deepEqual(await tablesOf(large), tables)
    await expectRedirect(small, 'undo')
    assert.deepEqual(await cellsOf(large), cells)
  })
})

describe('the end of a stay', () => {
  it('can be changed where the time is free; otherwise the next guest is named', async () => {
    const date = '2026-11-18'
    const code = await requestAt(date, { party_size: 2, time: '18:00' })
    await expectRedirect(code, 'confirm')
    app.clock.now = november(18, 18, 10)
    await expectRedirect(code, 'seated')
    const times = { date, time: '18:00' }
    assert.equal((await forceAction(code, 'move', { ...times, until: '18:45' })).status, 303)
    const [table] = await tablesOf(code)
    const next = await hoa.post('/entry', {
      ...{ date, time: '19:15', party: '2', name: 'Khách Sau', phone: '', note: '', offerId: '' },
      resource: `table:${table}`,
    })
    assert.equal(next.status, 303, noticeOf(await next.text()))
    const longer = await forceAction(code, 'move', { ...times, until: '20:15' })
    assert.equal(longer.status, 409)
    assert.match(noticeOf(await longer.text()), /đã có Khách Sau, 19:15/)
    app.clock.now = monday
  })
})

describe('an entry at a certain table', () => {
  it('gets the tables that break no rule with it, although staff accept that the table is too small', async () => {
    const response = await hoa.post('/entry', {
      ...{ date: '2026-11-21', time: '12:00', party: '6', name: 'Nhóm sáu', phone: '' },
      ...{ offerId: '', note: '', resource: 'table:nha-4', override: 'seats' },
    })
    assert.equal(response.status, 303, noticeOf(await response.text()))
    const code = /of=([\w-]+)/.exec(response.headers.get('location') ?? '')?.[1] ?? ''
    assert.deepEqual(await tablesOf(code), ['nha-4', 'nha-5'])
    assert.doesNotMatch(visibleTextOf(await hoa.read(`/bookings/${code}`)), /Đã bỏ qua/)
  })
})

describe('an extra table', () => {
  it('has 1 to 100 seats', async () => {
    const timeline = '/timeline?date=2026-12-03'
    for (const seats of ['0', '-1', '1.5', '101', 'bốn', '']) {
      const refused = await press(hoa, timeline, '/extra-places', { seats })
      assert.equal(refused.status, 409, seats)
      assert.match(noticeOf(await refused.text()), /số chỗ từ 1 đến 100/, seats)
    }
    assert.doesNotMatch(await hoa.read(timeline), /data-resource="table:extra-/)
    for (const seats of ['1', '100'])
      assert.equal((await press(hoa, timeline, '/extra-places', { seats })).status, 303, seats)
  })

  it('is there on its day only, and its bookings stay readable', async () => {
    const date = '2026-11-29'
    const added = await press(hoa, `/timeline?date=${date}`, '/extra-places', {
      ...{ name: 'Bàn phụ sân', kind: 'hien-vuon', seats: '6' },
    })
    assert.equal(added.status, 303)
    const page = await hoa.read(`/timeline?date=${date}`)
    const [, resource = ''] = /data-resource="(table:extra-[^"]+)"/.exec(page) ?? []
    assert.match(visibleTextOf(page), /Bàn phụ sân/)
    assert.doesNotMatch(await hoa.read('/timeline?date=2026-11-30'), /data-resource="table:extra-/)
    const code = await requestAt(date, { party_size: 6 })
    await expectRedirect(code, 'move', { resource })
    assert.match(visibleTextOf(await hoa.read(`/bookings/${code}`)), /Bàn phụ sân/)
    const removed = await press(hoa, `/timeline?date=${date}`, '/extra-places/remove')
    assert.equal(removed.status, 409)
    const screen = await hoa.read(`/resource?resource=${resource}&date=${date}`)
    assert.match(historyOf(screen), /Hoa thêm/)
  })

  it('is taken away by the undo, and comes back by the undo of that', async () => {
    const timeline = '/timeline?date=2026-12-02'
    const isThere = async () => /data-resource="table:extra-/.test(await hoa.read(timeline))
    const undoOf = async ({ headers }: Response) => {
      const page = await hoa.read(headers.get('location') ?? '')
      assert.match(noticeOf(page), /Bàn phụ 1.* Hoàn tác$/)
      const [undo] = formsOf(partOf(page, 'class="notice', '</div>'))
      return hoa.post(undo?.action ?? '', undo?.fields ?? {})
    }
    const added = await press(hoa, timeline, '/extra-places')
    assert.equal(await isThere(), true)
    const removed = await undoOf(added)
    assert.equal(await isThere(), false)
    const restored = await undoOf(removed)
    assert.equal(await isThere(), true)
    await undoOf(restored)
    assert.equal(await isThere(), false)
  })
})

describe('two desks that override at the same time', () => {
  it('never put two bookings on one table', async () => {
    const date = '2026-12-01'
    const codes = await Promise.all(
      Array.from({ length: 6 }, () => requestAt(date, { party_size: 4 })),
    )
    const results = await Promise.all(
      codes.map((code) =>
        forceAction(code, 'move', {
          ...{ date, time: '18:30', resource: 'table:nha-1', override: 'seats' },
        }),
      ),
    )
    assert.equal(results.filter(({ status }) => status === 303).length, 1)
    const held = await Promise.all(codes.map(tablesOf))
    assert.equal(held.filter(([table]) => table === 'nha-1').length, 1)
  })
})

describe('an appointment against a rule', () => {
  const spa = openBefore(() => startShop('spa'))
  const salon = openBefore(() => startShop('salon'))
  const staff = {
    spa: openBefore(() => addStaff(spa, 'Hoa')),
    salon: openBefore(() => addStaff(salon, 'Hoa')),
  }
  const entry = { date: '2026-11-20', time: '10:00', name: 'Lan', phone: '', note: '', party: '' }

  const cases = [
    [
      'spa',
      'off duty',
      { offerId: 'co-vai-gay', resource: 'therapist:thanh-mai', date: '2026-11-19' },
      /Thanh Mai nghỉ Thứ Năm/,
    ],
    [
      'salon',
      'does not do it',
      { offerId: 'cat-nam', resource: 'stylist:kim-thoa' },
      /không làm “Cắt/,
    ],
    [
      'salon',
      'before opening',
      { offerId: 'cat-nam', time: '06:00', resource: 'stylist:hoang-long' },
      /không mở cửa/,
    ],
  ] as const
  for (const [trade, name, fields, reason] of cases) {
    it(`in a ${trade} names it and can be overridden: ${name}`, async () => {
      const response = await staff[trade].post('/entry', { ...entry, ...fields })
      const page = await response.text()
      assert.equal(response.status, 409)
      assert.match(noticeOf(page), reason)
      const saved = await seatAnyway(staff[trade], page)
      assert.equal(saved.status, 303, noticeOf(await saved.text()))
    })
  }
})
