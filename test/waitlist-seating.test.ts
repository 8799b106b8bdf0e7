/** The waitlist at the desk: seating guests at the door, undo, what staff enter, and who is proposed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { book } from './support/booking.ts'
import { addStaff, type StaffClient } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, formTo, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { blockEvening, freeTable, friday, join, statusOf, waiting } from './support/waitlist.ts'

/** Friday, 18:05. */
const evening = Date.UTC(2026, 10, 20, 11, 5)

const openShop = (options: object = {}) =>
  startShop('restaurant', { writeLimit: 100_000, ...options })

async function post(staff: StaffClient, path: string, action: string, change: object = {}) {
  const { fields } = formTo(await staff.read(path), action)
  return staff.post(action, { ...fields, ...change })
}

async function wait(staff: StaffClient, fields: object = {}) {
  const response = await post(staff, '/tonight?walk-in=2', '/tonight/door', {
    quoted: '20',
    ...fields,
  })
  return response
}

/** The forms that seat guests of the list, by their address. */
async function seatingForms(staff: StaffClient) {
  const page = await staff.read('/tonight')
  const [, address = ''] = /href="(\/tonight\?[^"]*waiting=[^"]*)"/.exec(page) ?? []
  const sheet = await staff.read(address.replaceAll('&amp;', '&'))
  return formsOf(sheet).filter(({ action }) => action === '/tonight/walk-in')
}

const seated = (app: RunningShop) =>
  app.store.read.all<{ name: string; status: string }>(
    `SELECT name, status FROM bookings JOIN booking_guests ON booking_id = bookings.id
     WHERE status = 'confirmed' ORDER BY bookings.id`,
  )

async function followed(staff: StaffClient, response: Response): Promise<string> {
  assert.equal(response.status, 303, visibleTextOf(await response.clone().text()))
  return staff.read(response.headers.get('location') ?? '')
}

describe('guests at the door', () => {
  const app = openBefore(() => openShop({ now: evening }))
  const open = openBefore(async () => ({
    host: await addStaff(app, 'Ngọc Anh', 'host'),
    other: await addStaff(app, 'Văn Minh', 'host'),
  }))

  it('are entered in two taps, also without a name, and it can be undone', async () => {
    const page = await followed(open.host, await wait(open.host))
    assert.match(visibleTextOf(page), /Đã ghi vào danh sách chờ: Khách lẻ/)
    const [undo] = formsOf(page).filter(({ action }) => /^\/waitlist\/.*\/remove$/.test(action))
    assert.ok(undo)
    const undone = await followed(open.host, await open.host.post(undo.action, undo.fields))
    assert.match(visibleTextOf(undone), /Đã bỏ khỏi danh sách: Khách lẻ/)
    assert.doesNotMatch(visibleTextOf(undone), /Chờ ở cửa/)
  })

  it('are refused with the reason, and what was typed stays', async () => {
    const response = await wait(open.host, { name: 'Cô Ba', phone: '0912' })
    assert.equal(response.status, 409)
    const page = await response.text()
    assert.match(visibleTextOf(page), /Xin ghi số điện thoại như 0912 345 678/)
    assert.equal(formTo(page, '/tonight/door').fields.name, 'Cô Ba')
    assert.equal(formTo(page, '/tonight/door').fields.phone, '0912')
    for (const quoted of ['1.5', '0', '601', 'x'])
      assert.equal((await wait(open.host, { quoted })).status, 409, quoted)
  })

  it('are seated once, also from two desks and from an old page', async () => {
    await wait(open.host, { name: 'Cô Ba' })
    const forms = await seatingForms(open.host)
    const [first, second, third] = forms
    assert.ok(first && second && third)
    const responses = await Promise.all([
      open.host.post(first.action, first.fields),
      open.other.post(second.action, second.fields),
    ])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [303, 409])
    const late = await open.host.post(third.action, third.fields)
    assert.equal(late.status, 409)
    assert.match(visibleTextOf(await late.text()), /Khách này không còn chờ/)
    assert.deepEqual(
      (await seated(app)).map(({ name }) => name),
      ['Cô Ba'],
    )
  })

  it('wait again after the seating was undone', async () => {
    await wait(open.host, { name: 'Chú Tư' })
    const [form] = await seatingForms(open.host)
    assert.ok(form)
    const page = await followed(open.host, await open.host.post(form.action, form.fields))
    assert.doesNotMatch(visibleTextOf(page), /Chờ ở cửa/)
    const undo = formsOf(page).find(({ action }) => /\/undo$/.test(action))
    assert.ok(undo)
    const undone = visibleTextOf(
      await followed(open.host, await open.host.post(undo.action, undo.fields)),
    )
    assert.match(undone, /Chờ ở cửa 1/)
    assert.match(undone, /Chú Tư/)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('are found by the search, by name and by code', async () => {
    const { code } = (await app.store.read.get<{ code: string }>(
      "SELECT code FROM waitlist WHERE name = 'Chú Tư'",
    )) ?? { code: '' }
    for (const text of ['chu tu', code])
      assert.match(visibleTextOf(await open.host.read(`/search?q=${text}`)), /Chú Tư/, text)
  })
})

describe('a place of the waitlist', () => {
  const offeredTo = async (change: object = {}) => {
    const app = await openShop()
    const host = await addStaff(app, 'Ngọc Anh', 'host')
    const blocks = await blockEvening(app)
    const { body } = await join(app, change)
    return { app, host, blocks, code: String(body.code) }
  }

  const offer = async (host: StaffClient) => {
    const page = await host.read('/waitlist')
    const [form] = formsOf(page).filter(({ action }) => action.endsWith('/offer'))
    assert.ok(form, visibleTextOf(page))
    return followed(host, await host.post(form.action, form.fields))
  }

  it('that staff accept for the guest is shown with its undo, which puts the guest back', async () => {
    const { app, host, blocks, code } = await offeredTo()
    await freeTable(app, blocks)
    const offered = await offer(host)
    const accept = formsOf(offered).find(({ action }) => action.endsWith('/accept'))
    assert.ok(accept)
    const accepted = await followed(host, await host.post(accept.action, accept.fields))
    assert.match(visibleTextOf(accepted), /Trần Thu Hà, 18:00/)
    const booked = await statusOf(app, code)
    assert.equal(booked.status, 'booked')
    assert.equal(booked.booking_status, 'confirmed')
    assert.equal(booked.booking_starts_at, `${friday}T18:00:00+07:00`)
    const undo = formsOf(accepted).find(({ action }) => /\/undo$/.test(action))
    assert.ok(undo)
    await followed(host, await host.post(undo.action, undo.fields))
    assert.equal((await statusOf(app, code)).status, 'waiting')
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('whose booking was cancelled since is no longer called a place', async () => {
    const { app, host, blocks, code } = await offeredTo()
    await freeTable(app, blocks)
    const accept = formsOf(await offer(host)).find(({ action }) => action.endsWith('/accept'))
    assert.ok(accept)
    await followed(host, await host.post(accept.action, accept.fields))
    const { booking_code: booking = '' } = await statusOf(app, code)
    const row = await app.store.read.get<{ version: number }>('SELECT version FROM bookings')
    const actor = 'staff:test'
    await app.desk.cancel({ code: booking, version: row?.version ?? 0, actor, reason: 'Mất điện' })
    const after = await statusOf(app, code)
    assert.equal(after.booking_status, 'cancelled')
    assert.match(String(after.next_step), /đã được huỷ/)
    const page = await (await app.get(`/waitlist/${code}`)).text()
    assert.match(visibleTextOf(page), /Lượt đặt đã huỷ/)
    assert.doesNotMatch(visibleTextOf(page), /Hẹn gặp bạn/)
  })

  it('is offered again if declining or withdrawing was a mistake', async () => {
    const { app, host, blocks, code } = await offeredTo()
    await freeTable(app, blocks)
    for (const [command, text] of [
      ['decline', /Đã ghi khách không nhận chỗ: Trần Thu Hà, 18:00/],
      ['withdraw', /Đã rút lời mời: Trần Thu Hà, 18:00/],
    ] as const) {
      const shown = (await statusOf(app, code)).status === 'offered'
      const page = shown ? await host.read('/waitlist') : await offer(host)
      const form = formsOf(page).find(({ action }) => action.endsWith(`/${command}`))
      assert.ok(form)
      const done = await followed(host, await host.post(form.action, form.fields))
      assert.match(visibleTextOf(done), text)
      assert.equal((await statusOf(app, code)).status, 'waiting')
      const notice = /<[^>]*class="[^"]*flash[\s\S]*?<\/form>/.exec(done)?.[0] ?? ''
      const [undo] = formsOf(notice)
      assert.ok(undo)
      assert.match(undo.action, /\/offer$/)
      await followed(host, await host.post(undo.action, undo.fields))
      assert.equal((await statusOf(app, code)).status, 'offered')
    }
  })

  it('says before it is accepted what it costs and until when it can be cancelled', async () => {
    const { app, host, blocks, code } = await offeredTo({ party_size: 8 })
    for (const id of blocks.values()) await app.desk.unblock(id, 'staff:test')
    await offer(host)
    const { offers } = (await statusOf(app, code)) as unknown as {
      offers: { terms: { deposit: { amount: number }; free_cancellation_hours: number } }[]
    }
    assert.equal(offers[0]?.terms.deposit.amount, 800_000)
    assert.equal(offers[0]?.terms.free_cancellation_hours, 24)
    const page = visibleTextOf(await (await app.get(`/waitlist/${code}`)).text())
    assert.match(page, /800\.000/)
    assert.match(page, /24 giờ/)
  })

  it('is proposed to a guest once, and not if the guest has booked meanwhile', async () => {
    const { app, host, blocks } = await offeredTo()
    await join(app, { name: 'Trần Hà', from: '18:15' })
    await freeTable(app, blocks)
    await freeTable(app, blocks)
    const proposals = async () =>
      formsOf(await host.read('/waitlist')).filter(({ action }) => action.endsWith('/offer')).length
    assert.equal(await proposals(), 1)
    const request = { ...waiting, time: '18:30', from: undefined, to: undefined }
    const { status, body } = await book(app, request as never)
    assert.equal(status, 202, JSON.stringify(body))
    assert.equal(await proposals(), 0)
  })

  it('is not said to be announced by email if the shop sends none', async () => {
    const { app, host, blocks } = await offeredTo({ email: 'lan@example.com' })
    await freeTable(app, blocks)
    assert.match(visibleTextOf(await offer(host)), /Khách không được báo qua email/)
  })
})

describe('the entry of a guest who calls', () => {
  const app = openBefore(() => openShop())
  const open = openBefore(async () => ({ host: await addStaff(app, 'Ngọc Anh', 'host') }))
  const entry = { date: friday, from: '18:00', to: '20:00', party: '2', name: 'Chị Lan' }

  it('is refused with the reason for each wrong field, and what was typed stays', async () => {
    const cases: [object, RegExp][] = [
      [{ phone: '' }, /Xin ghi số điện thoại/],
      [{ name: ' ' }, /Xin ghi tên/],
      [{ party: '0' }, /Số khách phải là số từ 1 đến 500/],
      [{ party: '600' }, /Số khách phải là số từ 1 đến 500/],
      [{ date: '2026-11-23' }, /nghỉ|đóng cửa/i],
      [{ date: '2028-11-20' }, /./],
      [{ from: '03:00', to: '04:00' }, /không nhận khách/],
      [{ from: '20:00', to: '18:00' }, /giờ muộn nhất không trước giờ sớm nhất/],
    ]
    for (const [change, reason] of cases) {
      const typed = { ...entry, phone: '0912 345 678', ...change }
      const response = await post(open.host, '/waitlist', '/waitlist', typed)
      assert.equal(response.status, 409, JSON.stringify(change))
      const page = await response.text()
      assert.match(visibleTextOf(page), reason)
      assert.equal(formTo(page, '/waitlist').fields.to, typed.to)
    }
    assert.deepEqual(await app.store.read.all('SELECT id FROM waitlist'), [])
  })

  it('is stored, with its history on the card', async () => {
    const typed = { ...entry, phone: '0912 345 678' }
    const page = await followed(open.host, await post(open.host, '/waitlist', '/waitlist', typed))
    assert.match(visibleTextOf(page), /Đã ghi vào danh sách chờ: Chị Lan/)
    assert.match(visibleTextOf(page), /Lịch sử .*Ngọc Anh ghi vào danh sách chờ/)
  })
})

it('the card of a spa names the therapist whom the guest waits for', async () => {
  const app = await startShop('spa', { writeLimit: 100_000 })
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  for (const { id } of app.shop.booking.resources) {
    const block = { resource: id, date: friday, at: 8 * 60, minutes: 810, reason: 'Tiệc' }
    await app.desk.block({ ...block, actor: 'staff:test' })
  }
  const { status, body } = await join(app, {
    party_size: undefined,
    offerId: 'cap-am-nha-dam',
    therapist_id: 'thanh-mai',
  })
  assert.equal(status, 202, JSON.stringify(body))
  assert.match(visibleTextOf(await host.read('/waitlist')), /Thanh Mai/)
})
