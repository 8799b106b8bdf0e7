/** Changes of bookings: undo, concurrent edits, change requests of guests, and invalid actions. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { releaseCells } from '../src/domain/booking/occupancy.ts'
import { createOccupancyCache } from '../src/domain/booking/occupancy-cache.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import {
  app,
  cardOf,
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
  statusOf,
  submitAction,
} from './support/restaurant-desk.ts'
import { formsOf, formTo, noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'

openRestaurantDesk()

const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))
const hour = 3600_000

describe('undo', () => {
  const reason = { own: 'Nhầm' }
  const kinds: [name: string, steps: [string, Record<string, string>?][], at?: number][] = [
    ['a confirmation', [['confirm']]],
    ['a decline', [['decline', reason]]],
    ['a cancellation', [['confirm'], ['cancel', reason]]],
    ['a move', [['confirm'], ['move', { time: '12:00', date: '2026-11-22' }]]],
    ['a move with confirmation', [['move', { time: '12:00', agreed: '1' }]]],
    ['another table', [['move', { resource: 'table:hien-4' }]]],
    ['a smaller party', [['move', { party: '2' }]]],
    ['an arrival', [['confirm'], ['seated']], november(21, 18)],
    ['a departure', [['confirm'], ['seated'], ['finished']], november(21, 18, 45)],
    ['a no-show', [['confirm'], ['no_show']], november(21, 18, 45)],
  ]
  for (const [name, steps, at] of kinds) {
    it(`reverts ${name}`, async () => {
      const code = await requestBooking({ date: '2026-11-21' })
      const readState = async () => {
        const { version: _, ...row } = await rowOf(code)
        const { updated_at: __, ...rest } = row as Record<string, unknown>
        return { ...rest, cells: await cellsOf(code) }
      }
      const before = [...steps]
      const [last = '', typed = {}] = before.pop() ?? []
      for (const [step, more] of before) {
        if (step !== 'confirm') app.clock.now = at ?? monday
        await expectRedirect(code, step, more)
      }
      const was = await readState()
      app.clock.now = at ?? monday
      const next = await expectRedirect(code, last, typed)
      assert.notDeepEqual(await readState(), was)
      const screen = await hoa.read(next)
      const notice = partOf(screen, 'class="notice', '</div>')
      const undo = formTo(notice, `/bookings/${code}/undo`)
      const response = await hoa.post(undo.action, undo.fields)
      assert.equal(response.status, 303, noticeOf(await response.text()))
      assert.deepEqual(await readState(), was)
      const page = await hoa.read(`/bookings/${code}`)
      assert.match(historyOf(page), /Hoa hoàn tác: /)
      // An undone action cannot be undone again.
      assert.equal((await forceAction(code, 'undo')).status, 409)
      app.clock.now = monday
      const row = await rowOf(code)
      await app.store.write((sql) => releaseCells(sql, createOccupancyCache(), `booking:${row.id}`))
    })
  }

  it('names the booking that took the resource, and changes nothing', async () => {
    const room = { date: '2026-12-02', party_size: 10, table_type: 'phong-rieng' }
    const first = await requestBooking(room)
    await expectRedirect(first, 'decline', { own: 'Nhầm' })
    const second = await requestBooking({ ...room, name: 'Lê Văn Tám' })
    const page = await expectConflict(first, 'undo')
    assert.match(noticeOf(page), /không còn chỗ phù hợp\. .+ đã có Lê Văn Tám, 18:30–21:00/)
    assert.equal(await statusOf(first), 'cancelled')
    assert.equal(await statusOf(second), 'pending')

    const third = await requestBooking({ ...room, date: '2026-12-03' })
    await expectRedirect(third, 'move', { date: '2026-12-04' })
    await requestBooking({ ...room, date: '2026-12-03', name: 'Lê Văn Tám' })
    assert.match(noticeOf(await expectConflict(third, 'undo')), / đã có Lê Văn Tám/)
    assert.match(String((await app.json(`/api/booking/${third}`)).starts_at), /^2026-12-04T18:30/)
  })

  it('assigns another table if its own is taken and another one fits', async () => {
    const code = await requestBooking({ date: '2026-12-05', time: '12:00' })
    const [, , own = ''] = /(\d+) (table:[\w-]+)/.exec(await cellsOf(code)) ?? []
    await expectRedirect(code, 'decline', { own: 'Nhầm' })
    const other = await requestBooking({ date: '2026-12-05', time: '12:00' })
    assert.ok((await cellsOf(other)).includes(own))
    await expectRedirect(code, 'undo')
    assert.equal(await statusOf(code), 'pending')
    assert.ok(!(await cellsOf(code)).includes(own))
  })

  it('rejects a request whose time has come, and one without an action, and then is not offered', async () => {
    const code = await requestBooking({ date: '2026-11-18', time: '17:00', party_size: 2 })
    const undo = `/bookings/${code}/undo`
    const isOffered = async (path = `/bookings/${code}`) =>
      formsOf(await hoa.read(path)).some(({ action }) => action === undo)
    assert.equal(await isOffered(), false)
    assert.equal((await forceAction(code, 'undo')).status, 409)
    const next = await expectRedirect(code, 'decline', { own: 'Nhầm' })
    assert.deepEqual([await isOffered(), await isOffered(next)], [true, true])
    app.clock.now = november(18, 17)
    assert.deepEqual([await isOffered(), await isOffered(next)], [false, false])
    assert.match(noticeOf(await (await forceAction(code, 'undo')).text()), /đã qua/)
    app.clock.now = monday
  })
})

describe('concurrent edits', () => {
  it('the second staff member sees who was first and what they did, and nothing is done twice', async () => {
    const code = await requestBooking({ date: '2026-12-08' })
    const own = `/bookings/${code}`
    const { fields } = formTo(await tuan.read(own), `${own}/decline`)
    await expectRedirect(code, 'confirm')
    const response = await tuan.post(`${own}/decline`, { ...fields, own: 'Kín chỗ' })
    assert.equal(response.status, 409)
    const page = await response.text()
    assert.match(
      noticeOf(page),
      /Có người vừa sửa trước; xin xem lại\. Hoa vừa xác nhận \(09:00\)\./,
    )
    assert.equal(await statusOf(code), 'confirmed')
    // The input belongs to the old state; the page shows the new one.
    assert.equal(formTo(page, `${own}/cancel`).fields.own, '')
    // A note stays valid regardless of other changes.
    const note = { ...fields, note: 'Khách quen, thích bàn cửa sổ' }
    const noted = await tuan.post(`${own}/note`, note)
    assert.equal(noted.status, 409)
    assert.equal(formTo(await noted.text(), `${own}/note`).fields.note, note.note)

    const both = formTo(await tuan.read(own), `${own}/move`)
    const moves = await Promise.all(
      [hoa, tuan].map((staff, index) =>
        staff.post(both.action, { ...both.fields, time: index === 0 ? '19:00' : '20:00' }),
      ),
    )
    assert.deepEqual(moves.map(({ status }) => status).sort(), [303, 409])
  })

  it('a change request of the guest in the meantime is named too', async () => {
    const code = await requestBooking({ date: '2026-12-08', time: '12:00' })
    const { action, fields } = formTo(await hoa.read('/'), `/bookings/${code}/confirm`)
    const changeRequest = { kind: 'cancel', phone_last4: '5678', consent: '1' }
    assert.equal((await app.post(`/api/booking/${code}/change`, changeRequest)).status, 202)
    const response = await hoa.post(action, fields)
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), /Khách \(API\) vừa xin đổi hoặc huỷ/)
    assert.equal(await statusOf(code), 'pending')
  })

  for (const version of ['', '0', '2', '-1', '1.5', 'x', '1e0x', '99999999999999999999']) {
    it(`the version “${version}” is rejected`, async () => {
      const code = await requestBooking({ date: '2026-12-09', time: '12:00', party_size: 2 })
      const response = await hoa.post(`/bookings/${code}/confirm`, { version })
      assert.equal(response.status, 409)
      assert.equal(await statusOf(code), 'pending')
      await expectRedirect(code, 'decline', { own: 'Kín chỗ' })
    })
  }
})

describe('change request of a guest', () => {
  const requestChange = async (code: string, change: object) => {
    const body = { phone_last4: '5678', consent: '1', ...change }
    const response = await app.post(`/api/booking/${code}/change`, body)
    assert.equal(response.status, 202, await response.text())
  }
  const changeRequested = async (code: string) =>
    (await app.json(`/api/booking/${code}`)).change_requested

  it('is granted with one tap for another time', async () => {
    const code = await requestBooking({ date: '2026-12-10' })
    await expectRedirect(code, 'confirm')
    await requestChange(code, {
      kind: 'move',
      date: '2026-12-11',
      time: '19:30',
      note: 'Kẹt <i>xe</i>',
    })
    const card = cardOf(await hoa.read('/'), code)
    assert.match(visibleTextOf(card), /Khách xin dời sang 19:30 T6 11\/12: “Kẹt <i>xe<\/i>”/)
    const response = await press(hoa, '/', `/bookings/${code}/move`)
    assert.equal(response.headers.get('location'), `/?did=moved&of=${code}`)
    const { status, starts_at } = await app.json(`/api/booking/${code}`)
    assert.deepEqual([status, starts_at], ['confirmed', '2026-12-11T19:30:00+07:00'])
    assert.equal(await changeRequested(code), false)
    // An undo restores the change request too.
    await expectRedirect(code, 'undo')
    assert.equal(await changeRequested(code), true)
    assert.ok(cardOf(await hoa.read('/'), code))
    await expectRedirect(code, 'settle')
  })

  it('is granted for a cancellation, and for a smaller and a larger party', async () => {
    const leaving = await requestBooking({ date: '2026-12-10', time: '12:00' })
    await requestChange(leaving, { kind: 'cancel' })
    assert.match(visibleTextOf(cardOf(await hoa.read('/'), leaving)), /Khách xin huỷ/)
    assert.equal((await press(hoa, '/', `/bookings/${leaving}/cancel`)).status, 303)
    assert.equal(await statusOf(leaving), 'cancelled')
    assert.equal(await changeRequested(leaving), false)

    const fewer = await requestBooking({ date: '2026-12-10', time: '12:00' })
    await expectRedirect(fewer, 'confirm')
    await requestChange(fewer, { kind: 'smaller_party', party_size: 2 })
    assert.match(visibleTextOf(cardOf(await hoa.read('/'), fewer)), /Khách xin giảm còn 2 khách/)
    const response = await press(hoa, '/', `/bookings/${fewer}/move`)
    const next = await hoa.read(response.headers.get('location') ?? '')
    assert.match(noticeOf(next), /Đã đổi chỗ hoặc số người/)
    assert.equal((await app.json(`/api/booking/${fewer}`)).party_size, 2)

    await requestChange(fewer, { kind: 'larger_party', party_size: 5 })
    assert.match(visibleTextOf(cardOf(await hoa.read('/'), fewer)), /Khách xin tăng lên 5 khách/)
    const more = await press(hoa, '/', `/bookings/${fewer}/move`)
    assert.match(
      noticeOf(await hoa.read(more.headers.get('location') ?? '')),
      /Đã đổi chỗ hoặc số người/,
    )
    assert.equal((await app.json(`/api/booking/${fewer}`)).party_size, 5)
    assert.equal(await changeRequested(fewer), false)
  })

  it('is resolved after a phone call without a change', async () => {
    const code = await requestBooking({ date: '2026-12-11', time: '12:00' })
    await requestChange(code, { kind: 'cancel' })
    const labels = formsOf(cardOf(await hoa.read('/'), code)).flatMap(({ buttons }) => buttons)
    assert.deepEqual(labels, ['Huỷ theo ý khách', 'Xác nhận giờ cũ', 'Đã giải quyết'])
    assert.equal((await press(hoa, '/', `/bookings/${code}/settle`)).status, 303)
    assert.equal(await changeRequested(code), false)
    assert.equal(await statusOf(code), 'pending')
  })

  it('is rejected with the reason if the time is no longer free', async () => {
    const room = { date: '2026-12-15', party_size: 10, table_type: 'phong-rieng' }
    const code = await requestBooking(room)
    await requestChange(code, { kind: 'move', date: '2026-12-16', time: '18:30' })
    await requestBooking({ ...room, date: '2026-12-16', name: 'Lê Văn Tám' })
    const response = await press(hoa, '/', `/bookings/${code}/move`)
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), / đã có Lê Văn Tám/)
    assert.equal(await changeRequested(code), true)
  })
})

describe('stored rows of a booking', () => {
  it('contain each action with the name of the staff member', async () => {
    const code = await requestBooking({ date: '2026-12-17' })
    await submitAction(code, 'note', { note: 'Gọi lại' }, tuan)
    await expectRedirect(code, 'confirm')
    app.clock.now = monday + 25 * hour
    await submitAction(code, 'cancel', { own: 'Mưa bão' }, tuan)
    const words = historyOf(await hoa.read(`/bookings/${code}`))
    assert.match(
      words,
      /^09:00 T2 16\/11 Khách \(API\) gửi yêu cầu 09:00 T2 16\/11 Tuấn ghi chú 09:00 T2 16\/11 Hoa xác nhận 10:00 Tuấn huỷ \(tiệm huỷ\)$/,
    )
    app.clock.now = monday
  })

  it('contain no name, phone or note in the history and the outbox', async () => {
    const rows = [
      ...(await app.store.read.all('SELECT * FROM audit')),
      ...(await app.store.read.all('SELECT * FROM outbox')),
    ]
    assert.doesNotMatch(JSON.stringify(rows), /Lan|912345678|Bảo|chè|Kín chỗ|Mưa bão/)
  })
})

describe('invalid action', () => {
  it('on an unknown booking responds with 404', async () => {
    for (const code of ['BAN-0000-0000-00', 'x', '%20', 'constructor', 'BAN%00', '%F0%9F%8D%9C']) {
      assert.equal((await hoa.get(`/bookings/${code}`)).status, 404, code)
      const response = await hoa.post(`/bookings/${code}/confirm`, { version: '1' })
      assert.equal(response.status, 404, code)
      assert.match(visibleTextOf(await response.text()), /Không có lượt đặt này/)
    }
  })

  it('with an unknown name responds with 404', async () => {
    const code = await requestBooking({ date: '2026-12-19', time: '12:00' })
    for (const name of [
      'nonsense',
      'constructor',
      'toString',
      '__proto__',
      'hasOwnProperty',
      '%20',
    ]) {
      assert.equal((await forceAction(code, name)).status, 404, name)
    }
    const shown = await hoa.get(`/bookings/${code}/confirm`)
    assert.equal(shown.headers.get('location'), `/bookings/${code}`)
    assert.equal(await statusOf(code), 'pending')
    for (const flash of ['constructor', 'toString', '<b>', 'confirmed']) {
      const page = await hoa.read(`/?did=${encodeURIComponent(flash)}&of=${code}`)
      assert.doesNotMatch(noticeOf(page), /function|<b>|undefined/)
    }
    assert.equal(noticeOf(await hoa.read(`/?did=constructor&of=${code}`)), '')
  })

  const future = { date: '2026-12-23', time: '18:30' }
  const states: Record<string, [string, Record<string, string>?, number?][]> = {
    pending: [],
    confirmed: [['confirm']],
    declined: [['decline', { own: 'Kín chỗ' }]],
    cancelled: [['confirm'], ['cancel', { own: 'Kín chỗ' }]],
    seated: [['confirm'], ['seated', {}, 18]],
    finished: [['confirm'], ['seated', {}, 18], ['finished', {}, 19]],
    missed: [['confirm'], ['no_show', {}, 19]],
  }
  const actions: Record<string, Record<string, string>> = {
    confirm: {},
    decline: { own: 'Kín chỗ' },
    cancel: { own: 'Kín chỗ' },
    move: { ...future, party: '4' },
    offer: { times: '2026-12-23 18:30' },
    seated: {},
    finished: {},
    no_show: {},
    note: { note: 'Nhớ' },
    undo: {},
  }
  const allowed: Record<string, string[]> = {
    pending: ['confirm', 'decline', 'cancel', 'move', 'offer', 'note'],
    confirmed: ['cancel', 'move', 'offer', 'note', 'undo'],
    declined: ['note', 'undo'],
    cancelled: ['note', 'undo'],
    seated: ['finished', 'note', 'undo'],
    finished: ['note', 'undo'],
    missed: ['note', 'undo'],
    expired: [],
  }
  for (const state of [...Object.keys(states), 'expired']) {
    it(`is rejected in the status ${state}, and valid ones work`, async () => {
      const worked: string[] = []
      for (const [name, fields] of Object.entries(actions)) {
        const code = await requestBooking({ date: '2026-11-19', party_size: 2 })
        for (const [step, typed = {}, at] of states[state] ?? []) {
          if (at !== undefined) app.clock.now = november(19, at, 45)
          await expectRedirect(code, step, typed)
        }
        if (state === 'expired') app.clock.now = november(19, 18, 30)
        const before = JSON.stringify(await rowOf(code))
        const response = await forceAction(code, name, fields)
        assert.ok([303, 409].includes(response.status), `${name}: ${response.status}`)
        if (response.status === 303) worked.push(name)
        else {
          assert.equal(JSON.stringify(await rowOf(code)), before, name)
          assert.notEqual(noticeOf(await response.text()), '')
        }
        app.clock.now = monday
        const { id } = await rowOf(code)
        await app.store.write((sql) => releaseCells(sql, createOccupancyCache(), `booking:${id}`))
        await app.store.write((sql) =>
          sql.run("UPDATE bookings SET status = 'cancelled' WHERE id = ?", id),
        )
      }
      assert.deepEqual(worked, allowed[state])
    })
  }

  it('on an expired request is rejected until the clock cancels it and emails the guest', async () => {
    const code = await requestBooking({ date: '2026-11-19', time: '12:00', party_size: 2 })
    app.clock.now = november(19, 12)
    assert.equal((await forceAction(code, 'note', { note: 'Quên mất' })).status, 409)
    assert.ok((await app.desk.expire()) > 0)
    assert.equal(await cellsOf(code), '')
    await expectRedirect(code, 'note', { note: 'Quên mất' })
    assert.match(
      historyOf(await hoa.read(`/bookings/${code}`)),
      /Hệ thống tự huỷ vì chưa ai trả lời/,
    )
    app.clock.now = monday
  })
})

describe('guest input', () => {
  it('is escaped on every screen', async () => {
    const name = `<img src=x onerror=alert(1)> "Lan" 'x' & co`
    const code = await requestBooking({
      name,
      note: '</p><script>alert(2)</script>',
      date: '2026-12-22',
    })
    const change = {
      kind: 'cancel',
      note: '<svg onload=alert(3)>',
      phone_last4: '5678',
      consent: '1',
    }
    assert.equal((await app.post(`/api/booking/${code}/change`, change)).status, 202)
    await expectRedirect(code, 'note', { note: '<textarea></textarea><script>alert(4)</script>' })
    await expectRedirect(code, 'confirm')
    const conflicting = await requestBooking({ date: '2026-12-22', time: '12:00' })
    const [, table = ''] = /(table:[\w-]+)/.exec(await cellsOf(code)) ?? []
    const pages = [
      await hoa.read('/'),
      await hoa.read(`/?did=confirmed&of=${code}`),
      await hoa.read(`/bookings/${code}`),
      await hoa.read('/timeline?date=2026-12-22'),
      await hoa.read('/day?date=2026-12-22'),
      await hoa.read(`/search?q=${encodeURIComponent('<img')}`),
      await hoa.read('/search?q=lan'),
      await expectConflict(conflicting, 'move', { time: '18:30', resource: table }),
      await expectConflict(code, 'cancel', { own: '', reason: '' }),
      await (await submitAction(code, 'move', { date: '"><script>alert(5)</script>' })).text(),
    ]
    for (const page of pages) {
      assert.doesNotMatch(page, /<img src=x|<script>|<svg onload|<textarea><\/textarea><script/)
    }
    assert.ok(pages.filter((page) => page.includes('&lt;img src=x')).length >= 8)
    const { fields } = formTo(pages[2] ?? '', `/bookings/${code}/note`)
    assert.equal(fields.note, '<textarea></textarea><script>alert(4)</script>')
  })

  it('is not in the log', () => {
    const lines = app.log.join('').split('\n')
    assert.ok(lines.some((line) => line.includes('/bookings/{code}/{action}')))
    const personalData = /Lan|912345678|alert|Kín chỗ|example\.com|BAN-|"level":"error"/
    assert.deepEqual(
      lines.filter((line) => personalData.test(line)),
      [],
    )
  })
})
