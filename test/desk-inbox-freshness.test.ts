/**
 * The inbox keeps what it has read, rendered and encoded. After each kind of change in another process it shows what a
 * desk shows that has kept nothing.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hour, minute } from '../src/kernel/time.ts'
import { book, table } from './support/booking.ts'
import { mark, seen } from './support/contacts.ts'
import { newDatabase } from './support/database.ts'
import { addStaff, createStaffClient, inbox, type StaffClient } from './support/desk.ts'
import { eraseBy } from './support/guest-data-fixtures.ts'
import { defineResource } from './support/lifetime.ts'
import { formsOf, visibleTextOf } from './support/screen.ts'
import { loadSampleShop, monday, startShop } from './support/shop.ts'
import { blockEvening, freeTable, join } from './support/waitlist.ts'

const database = defineResource(async () => ({ file: await newDatabase() }))
const open = () =>
  startShop('restaurant', { file: database.resource.file, writeLimit: 100_000, trustProxy: 1 })
/** The process whose inbox is viewed. */
const shown = defineResource(open)
/** The process in which everything changes. */
const writing = defineResource(open)
const [app, other] = [shown.resource, writing.resource]
const member = defineResource(() => addStaff(app, 'Hoa'))
const hoa = member.resource
const colleague = defineResource(async () => createStaffClient(other, 'Hoa', hoa.cookie))
const elsewhere = colleague.resource
for (const { openBeforeTests } of [database, shown, writing, member, colleague]) openBeforeTests()

async function request(change: object = {}, client = '203.0.113.10'): Promise<string> {
  const sent = { ...table, ...change }
  const { status, body } = await book(other, sent, { 'x-forwarded-for': client })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

/** Sends an action with the newest version of the booking. */
async function act(code: string, action: string, fields: Record<string, string> = {}) {
  const { version } = await seen(other, code)
  const response = await elsewhere.post(`/bookings/${code}/${action}`, {
    version: String(version),
    next: inbox,
    ...fields,
  })
  assert.equal(response.status, 303, visibleTextOf(await response.clone().text()))
}

async function press(action: string, fields: Record<string, string> = {}) {
  const response = await elsewhere.post(action, fields)
  assert.equal(response.status, 303, visibleTextOf(await response.clone().text()))
}

/** The inbox of a desk that has shown the state before, which must be that of a new desk. */
async function view(staff: StaffClient = hoa, path = inbox): Promise<string> {
  const [page, again] = [await staff.read(path), await staff.read(path)]
  assert.equal(again, page)
  await app.appHost.replace(loadSampleShop('restaurant'))
  assert.equal(page, await staff.read(path))
  return visibleTextOf(page)
}

const setClocks = (now: number) => {
  app.clock.now = now
  other.clock.now = now
}

describe('the inbox, after a change in another process', () => {
  it('shows a new request, what staff note, and what the guest is called now', async () => {
    assert.match(await view(), /Không còn yêu cầu nào chờ/)
    const code = await request({ note: 'Xin ghế em bé' })
    assert.match(await view(), /Nguyễn Thị Lan .*Xin ghế em bé/)
    await act(code, 'note', { note: 'gọi lại sau 18 giờ' })
    assert.match(await view(), /✎ gọi lại sau 18 giờ/)
    await act(code, 'correct', { name: 'Lan Anh', phone: '0912 345 679', email: '' })
    assert.match(await view(), /Lan Anh .*0912 345 679/)
    await act(code, 'move', {
      date: table.date,
      time: table.time,
      party: '4',
      resource: 'table:hien-5',
    })
    assert.match(await view(), /giữ Hiên 5/)
    await act(code, 'decline', { reason: 'Kín chỗ' })
    assert.match(await view(), /Không còn yêu cầu nào chờ/)
    await act(code, 'undo')
    assert.match(await view(), /Lan Anh/)
    await act(code, 'decline', { reason: 'Kín chỗ' })
  })

  it('shows the note about a guest, earlier visits, and how many requests a sender has', async () => {
    const phone = '0912 345 680'
    const [earlier, code] = [
      await request({ phone, date: '2026-11-19' }),
      await request({ phone, date: '2026-11-26' }),
    ]
    assert.match(await view(), /2 yêu cầu chờ trả lời từ cùng một nơi gửi/)
    await press(`/guests/${code}/note`, { version: '0', note: 'Ngồi gần cửa sổ' })
    assert.match(await view(), /Về khách: Ngồi gần cửa sổ/)
    await act(earlier, 'confirm')
    assert.doesNotMatch(await view(), /cùng một nơi gửi/)
    await other.store.write((sql) =>
      sql.run("UPDATE bookings SET visit = 'no_show' WHERE code = ?", earlier.replaceAll('-', '')),
    )
    assert.match(await view(), /1 lần không tới/)
    await act(code, 'decline', { reason: 'Kín chỗ' })
  })

  it('shows the deposit, offered places until they end, and a change request', async () => {
    const code = await request({ date: '2026-11-21', phone: '0912 345 681' })
    await act(code, 'deposit_asked', { amount: '400000' })
    assert.match(await view(), /Cọc 400\.000 ₫: chờ chuyển khoản/)
    await act(code, 'deposit_paid')
    assert.match(await view(), /Cọc 400\.000 ₫: đã nhận/)
    const targets = [{ date: '2026-11-21', time: '20:00' }]
    await other.desk.offer({ ...(await seen(other, code)), targets })
    const offered = await view()
    assert.match(offered, /Đã mời 1 chỗ/)
    const row = await app.store.read.get<{ ends: number }>(
      "SELECT MAX(expires_at) AS ends FROM place_offers WHERE status = 'open'",
    )
    setClocks((row?.ends ?? 0) - 1)
    assert.match(await view(), /Đã mời 1 chỗ/)
    setClocks(row?.ends ?? 0)
    assert.doesNotMatch(await view(), /Đã mời 1 chỗ/)
    setClocks(monday)
    await act(code, 'confirm')
    assert.doesNotMatch(await view(), /Thứ Bảy 21\/11\/2026 .*qua API/)
    const change = { kind: 'cancel', consent: '1', phone_last4: '5681' }
    assert.equal((await other.post(`/api/booking/${code}/change`, change)).status, 202)
    assert.match(await view(), /Khách xin huỷ/)
    await act(code, 'settle')
    assert.doesNotMatch(await view(), /Khách xin huỷ/)
  })

  it('shows which guests have to be informed, and that one was', async () => {
    const code = await request({ name: 'Phạm Gia Bảo', date: '2026-11-24', phone: '0912 345 682' })
    await act(code, 'confirm')
    await other.dispatch()
    assert.match(await view(), /Chưa báo khách \d+ .*Phạm Gia Bảo chưa báo khách/)
    await mark(elsewhere, inbox, 'Phạm Gia Bảo', 'Đã gọi')
    assert.match(await view(), /Phạm Gia Bảo đã gọi \d\d:\d\d/)
  })

  it('shows that a request holds no place, and the other booking of its number', async () => {
    const phone = '0912 345 683'
    const first = await request({ phone, date: '2026-11-25' })
    const second = { phone, date: '2026-11-25', time: '19:00', party_size: 2 }
    await request(second, '203.0.113.11')
    assert.match(await view(), new RegExp(`Cùng số điện thoại với ${first} lúc 18:30`))
    await act(first, 'decline', { reason: 'Kín chỗ' })
    assert.doesNotMatch(await view(), /Cùng số điện thoại với/)
  })

  it('shows pauses of online bookings until they end, within the minute', async () => {
    setClocks(monday + 12_345)
    await press('/online/pause', { for: 'hour' })
    assert.match(await view(), /Đang ngừng nhận đặt online đến 10:00/)
    setClocks(monday + hour + 12_344)
    assert.match(await view(), /Đang ngừng nhận đặt online/)
    setClocks(monday + hour + 12_345)
    assert.doesNotMatch(await view(), /Đang ngừng nhận đặt online/)
    setClocks(monday)
    await press('/online/pause', { for: 'hour' })
    assert.match(await view(), /Đang ngừng nhận đặt online/)
    const [resume] = formsOf(await elsewhere.read('/online')).filter(({ action }) =>
      action.endsWith('/resume'),
    )
    await press('/online/resume', resume?.fields ?? {})
    assert.doesNotMatch(await view(), /Đang ngừng nhận đặt online/)
  })

  it('shows free places for guests of the waitlist, on the inbox and on its tab', async () => {
    const blocks = await blockEvening(other)
    assert.equal((await join(other)).status, 202)
    assert.doesNotMatch(await view(), /Có chỗ cho khách đang chờ/)
    await freeTable(other, blocks)
    assert.match(await view(), /Có chỗ cho khách đang chờ/)
  })

  it('shows from minute to minute how long there is to answer', async () => {
    await request({ date: '2026-12-01', phone: '0912 345 684' })
    const label = async (minutes: number) => {
      setClocks(monday + minutes * minute)
      return view()
    }
    assert.doesNotMatch(await label(0), /gấp/)
    // It has to be answered by 12:30 of the next day.
    const due = 27 * 60 + 30
    assert.doesNotMatch(await label(due - 31), /gấp/)
    assert.match(await label(due - 30), /gấp .*còn 30′/)
    assert.match(await label(due - 29), /gấp .*còn 29′/)
    assert.match(await label(due), /còn 0′/)
    assert.match(await label(due + 1), /trễ 1′/)
    setClocks(monday)
  })

  it('shows a guest no longer who was erased', async () => {
    await request({ name: 'Chị Xoá', date: '2026-12-02', phone: '0912 345 685' })
    assert.match(await view(), /Chị Xoá/)
    await eraseBy(other, '0912 345 685', true)
    assert.doesNotMatch(await view(), /Chị Xoá/)
  })

  it('shows each member the page in their language with their tabs', async () => {
    const mai = await addStaff(app, 'Mai', 'host')
    const [ofOwner, ofHost] = [await hoa.read(inbox), await mai.read(inbox)]
    const memberOf = (page: string) => /data-member="([^"]+)"/.exec(page)?.[1]
    assert.notEqual(memberOf(ofOwner), memberOf(ofHost))
    assert.ok(ofOwner.includes('href="/team"'))
    assert.ok(!ofHost.includes('href="/team"'))
    await createStaffClient(other, 'Mai', mai.cookie).post('/account/language', { locale: 'en' })
    assert.match(await view(mai), /Inbox/)
    assert.match(await view(), /Hộp chờ/)
    assert.match(await view(mai, `${inbox}?kind=new`), /Filter|All/)
  })

  it('shows in this process a day that was closed', async () => {
    await request({ date: '2026-12-03', phone: '0912 345 686' })
    assert.doesNotMatch(await hoa.read(inbox), /Ngày này đã đóng cửa/)
    await hoa.read(inbox)
    const response = await hoa.post('/closed/close', {
      ...{ date: '2026-12-03', until: '2026-12-03', reason: 'Sửa bếp', reason_en: 'Repairs' },
    })
    assert.equal(response.status, 303)
    assert.match(visibleTextOf(await hoa.read(inbox)), /Ngày này đã đóng cửa/)
  })
})

it('the title of a screen counts a request, and a change of a confirmed booking, until it starts', async () => {
  const own = await startShop('restaurant')
  const staff = await addStaff(own, 'Hoa')
  const date = '2026-11-17'
  await book(own, { ...table, date, time: '18:30' })
  const { code } = (await book(own, { ...table, date, time: '19:00' })).body
  await own.desk.confirm(await seen(own, code))
  const change = { kind: 'cancel', consent: '1', phone_last4: '5678' }
  assert.equal((await own.post(`/api/booking/${code}/change`, change)).status, 202)
  for (const [time, count] of [
    ['18:29:59.999', '(2)'],
    ['18:30', '(1)'],
    ['18:59:59.999', '(1)'],
    ['19:00', undefined],
  ] as const) {
    own.clock.now = Date.parse(`${date}T${time}+07:00`)
    assert.equal(/<title>(\(\d+\))?/.exec(await staff.read('/tonight'))?.[1], count, time)
  }
})
