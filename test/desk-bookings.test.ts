/** What staff do with a request, from the inbox to the end of the visit. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, table } from './support/booking.ts'
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
} from './support/restaurant-desk.ts'
import { formsOf, formTo, noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

openRestaurantDesk()

const spa = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const mai = openBefore(() => addStaff(spa, 'Mai'))
const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))

describe('inbox', () => {
  it('shows the guest, the request, contact details, notes and the answer deadline', async () => {
    const code = await requestBooking({
      email: 'lan@example.com',
      note: 'Ghế trẻ em',
      allergens: ['peanuts', 'fish'],
    })
    const page = await hoa.read('/')
    const card = cardOf(page, code)
    const words = visibleTextOf(card)
    assert.match(words, /18:30 4 khách Nguyễn Thị Lan/)
    assert.match(words, /Thứ Sáu 20\/11\/2026 · 18:30–20:15 · 4 khách · Bàn thường · qua API/)
    assert.match(words, /giữ Nhà 4/)
    assert.match(words, /Trả lời trước 12:30 T3 17\/11/)
    assert.match(words, /Nguyễn Thị Lan/)
    assert.match(words, /Lưu ý sức khoẻ: [^“]*cá/i)
    assert.match(words, /“Ghế trẻ em”/)
    assert.match(words, /Gọi 0912 345 678/)
    assert.ok(card.includes('href="tel:+84912345678"'))
    assert.ok(card.includes('href="https://zalo.me/84912345678"'))
    assert.ok(card.includes('href="mailto:lan@example.com"'))
    assert.doesNotMatch(words, /lần trước|không tới/)
    assert.match(page, /<title>\(1\) Hộp chờ · Khói Lam<\/title>/)
    assert.match(visibleTextOf(page), /Hộp chờ 1 đang chờ/)
    await expectRedirect(code, 'decline', { own: 'Đông khách' })
    const empty = visibleTextOf(await hoa.read('/'))
    assert.match(empty, /Không còn yêu cầu nào chờ/)
    assert.doesNotMatch(await hoa.read('/'), /<title>\(/)
  })

  it('lists the most urgent request first, and marks late ones', async () => {
    const early = await requestBooking({ date: '2026-11-18', time: '11:00' })
    app.clock.now = november(17, 11)
    const late = await requestBooking({ date: '2026-11-17', time: '12:00', party_size: 2 })
    const page = await hoa.read('/')
    assert.ok(page.indexOf(late.replaceAll('-', '')) < page.indexOf(early.replaceAll('-', '')))
    // The shop promises an answer within two opening hours, but never later than the start.
    assert.match(visibleTextOf(cardOf(page, late)), /Trả lời trước 12:00/)
    assert.match(visibleTextOf(cardOf(page, early)), /Trả lời trước 12:30/)
    app.clock.now = november(17, 13)
    const later = await hoa.read('/')
    assert.ok(!later.includes(late.replaceAll('-', '')), 'an expired request is not listed')
    assert.match(visibleTextOf(cardOf(later, early)), /Trễ: lẽ ra trước 12:30/)
    await expectRedirect(early, 'decline', { own: 'Đông khách' })
    app.clock.now = monday
  })

  it('shows previous visits and no-shows of a guest', async () => {
    const phone = '0987 000 111'
    const came = await requestBooking({ phone, date: '2026-11-17', time: '17:00', party_size: 2 })
    const missed = await requestBooking({ phone, date: '2026-11-17', time: '20:00', party_size: 2 })
    for (const code of [came, missed]) await expectRedirect(code, 'confirm')
    app.clock.now = november(17, 17)
    await expectRedirect(came, 'seated')
    app.clock.now = november(17, 20, 30)
    await expectRedirect(came, 'finished')
    await expectRedirect(missed, 'no_show')
    app.clock.now = november(17, 22)
    const again = await requestBooking({
      phone: '+84 987 000 111',
      date: '2026-11-21',
      party_size: 2,
    })
    const words = visibleTextOf(cardOf(await hoa.read('/'), again))
    assert.match(words, /1 lần trước 1 lần không tới/)
    assert.match(visibleTextOf(await hoa.read(`/bookings/${again}`)), /1 lần trước 1 lần không tới/)
    await expectRedirect(again, 'decline', { own: 'Đông khách' })
    app.clock.now = monday
  })

  it('has no Zalo link for a foreign number', async () => {
    const code = await requestBooking({
      phone: '+33 6 12 34 56 78',
      date: '2026-11-21',
      time: '12:00',
    })
    const card = cardOf(await hoa.read('/'), code)
    assert.ok(card.includes('href="tel:+33612345678"'))
    assert.ok(!card.includes('zalo.me') && !card.includes('mailto:'))
    await expectRedirect(code, 'decline', { own: 'Đông khách' })
  })

  it('shows the health data of a spa guest, and that staff must talk to her', async () => {
    const code = await requestBooking(
      { offerId: 'lam-sach-diu-nhe', health: ['skin_condition'] },
      spa,
    )
    const words = visibleTextOf(cardOf(await mai.read('/'), code))
    assert.match(words, /Lưu ý sức khoẻ: .+ Cần hỏi khách trước/)
    const status = await spa.get(`/booking/${code}`)
    assert.doesNotMatch(await status.text(), /\bLan\b|912345678/)
    const page = visibleTextOf(await mai.read(`/bookings/${code}`))
    assert.match(page, /Lưu ý Vì điều khách đánh dấu, khách nên hỏi bác sĩ trước khi đến/)
    assert.doesNotMatch(page, /bạn đánh dấu/)
  })
})

describe('answer of staff', () => {
  it('confirms with one tap; the guest sees it, and the next screen offers undo', async () => {
    const code = await requestBooking({ date: '2026-11-24' })
    assert.match(visibleTextOf(await (await app.get(`/booking/${code}`)).text()), /chờ/i)
    const response = await press(hoa, '/', `/bookings/${code}/confirm`)
    assert.equal(response.status, 303)
    const next = response.headers.get('location') ?? ''
    assert.equal(next, `/?did=confirmed&of=${code}`)
    assert.equal(await statusOf(code), 'confirmed')
    const page = visibleTextOf(await (await app.get(`/booking/${code}`)).text())
    assert.match(page, /đã (được )?xác nhận/i)
    const screen = await hoa.read(next)
    assert.match(noticeOf(screen), /Đã xác nhận: Nguyễn Thị Lan, 18:30/)
    assert.equal(formTo(screen, `/bookings/${code}/undo`).buttons[0], 'Hoàn tác')
    assert.ok(!screen.includes(`id="b-${code.replaceAll('-', '')}"`))
  })

  it('declines only with a reason, and keeps the input', async () => {
    const code = await requestBooking({ date: '2026-11-24', time: '12:00' })
    for (const own of ['', '   ']) {
      const page = await expectConflict(code, 'decline', { own })
      assert.match(noticeOf(page), /Xin ghi lý do/)
    }
    assert.equal(await statusOf(code), 'pending')
    await expectRedirect(code, 'decline', { own: 'Bếp nghỉ hôm đó' })
    assert.equal(await statusOf(code), 'cancelled')
    assert.match(
      visibleTextOf(await hoa.read(`/bookings/${code}`)),
      /Lý do cho khách Bếp nghỉ hôm đó/,
    )
    assert.equal(await cellsOf(code), '')
  })

  it('offers standard reasons in the guest’s language; a typed reason takes precedence', async () => {
    const english = await requestBooking({ date: '2026-11-24', time: '13:00', locale: 'en' })
    const { buttons } = formTo(await hoa.read('/'), `/bookings/${english}/decline`)
    assert.ok(buttons.includes('We are full at that time.'), buttons.join())
    // The Enter key presses the first button of a form.
    await expectRedirect(english, 'decline', {
      reason: buttons[0] ?? '',
      own: 'The kitchen is closed',
    })
    const words = visibleTextOf(await hoa.read(`/bookings/${english}`))
    assert.match(words, /Lý do cho khách The kitchen is closed/)
    const other = await requestBooking({ date: '2026-11-24', time: '13:00' })
    await expectRedirect(other, 'decline', { reason: 'Giờ đó chúng tôi đã kín chỗ.' })
    assert.match(
      visibleTextOf(await hoa.read(`/bookings/${other}`)),
      /Lý do cho khách Giờ đó chúng tôi/,
    )
  })

  it('offers reasons for the trade', async () => {
    const [party, absent] = [/tiệc riêng/, /Hôm đó kỹ thuật viên của chúng tôi nghỉ/]
    const atTable = await requestBooking({ date: '2026-11-24', time: '13:30' })
    const atSpa = await requestBooking({ date: '2026-11-24', time: '13:30' }, spa)
    const reasons = async (code: string, staff = hoa) =>
      formTo(await staff.read(`/bookings/${code}`), `/bookings/${code}/decline`).buttons.join()
    assert.match(await reasons(atTable), party)
    assert.doesNotMatch(await reasons(atTable), absent)
    assert.match(await reasons(atSpa, mai), absent)
    assert.doesNotMatch(await reasons(atSpa, mai), party)
  })

  it('offers the three nearest free times and holds them', async () => {
    const code = await requestBooking({ date: '2026-11-25', time: '12:00' })
    const before = await cellsOf(code)
    const page = await hoa.read(`/bookings/${code}`)
    const times = formsOf(partOf(page, 'id="other-times"', '</section>'))
    assert.deepEqual(
      times.map(({ buttons }) => buttons[0]),
      [
        'T4 25/11 11:30',
        'T4 25/11 12:30',
        'T4 25/11 11:00',
        'Mời khách chọn các giờ này',
        'Mời khách chọn',
      ],
    )
    const ticked = [...page.matchAll(/name="times" value="([^"]+)" checked/g)].map(([, at]) => at)
    assert.deepEqual(ticked, ['2026-11-25 11:30', '2026-11-25 12:30', '2026-11-25 11:00'])
    const offered = formTo(page, `/bookings/${code}/offer`)
    const body = new URLSearchParams({ version: offered.fields.version ?? '' })
    for (const at of ticked) body.append('times', at ?? '')
    assert.equal((await hoa.post(offered.action, body)).status, 303)
    assert.equal(await statusOf(code), 'pending')
    assert.equal(await cellsOf(code), before)
    const { offers } = (await app.json(`/api/booking/${code}`)) as { offers?: unknown[] }
    assert.equal(offers?.length, 3)
    const words = historyOf(await hoa.read(`/bookings/${code}`))
    assert.match(
      words,
      /Hoa mời giờ hoặc chỗ khác: 2026-11-25 11:30, 2026-11-25 12:30, 2026-11-25 11:00/,
    )
    assert.ok(cardOf(await hoa.read('/'), code))
  })

  it('moves to one of them and confirms immediately if the guest agreed on the phone', async () => {
    const code = await requestBooking({ date: '2026-11-25', time: '18:00' })
    const page = await hoa.read(`/bookings/${code}`)
    const [first] = formsOf(partOf(page, 'id="other-times"', '</section>'))
    assert.ok(first)
    assert.equal((await hoa.post(first.action, first.fields)).status, 303)
    const { status, starts_at } = await app.json(`/api/booking/${code}`)
    assert.deepEqual([status, starts_at], ['confirmed', '2026-11-25T17:30:00+07:00'])
  })

  it('rejects invalid times to offer', async () => {
    const code = await requestBooking({ date: '2026-11-25', time: '20:00' })
    for (const times of ['', 'mai', '2026-11-25', '2026-99-99 18:00', '2026-11-25 25:00']) {
      await expectConflict(code, 'offer', { times })
    }
  })
})

describe('move of a booking', () => {
  it('changes day, time, party size and table, and keeps the status', async () => {
    const code = await requestBooking({ date: '2026-11-26' })
    await expectRedirect(code, 'confirm')
    const target = { date: '2026-11-27', time: '19:15', party: '5', resource: 'table:hien-5' }
    const next = await expectRedirect(code, 'move', target)
    assert.equal(next, `/bookings/${code}?did=moved&of=${code}`)
    const { status, starts_at, party_size } = await app.json(`/api/booking/${code}`)
    assert.deepEqual([status, starts_at, party_size], ['confirmed', '2026-11-27T19:15:00+07:00', 5])
    const page = await hoa.read(next)
    assert.match(visibleTextOf(page), /Giữ Hiên 5/)
    assert.match(historyOf(page), /Hoa dời giờ: 2026-11-26 18:30 → 2026-11-27 19:15/)
    assert.match(await cellsOf(code), /^(\d+ table:hien-5(, )?){9}$/)
  })

  it('to another table at the same time is described as that, with undo on the next screen', async () => {
    const code = await requestBooking({ date: '2026-11-26', time: '12:00' })
    const next = await expectRedirect(code, 'move', { resource: 'table:hien-3' })
    const page = await hoa.read(next)
    assert.match(noticeOf(page), /Đã đổi chỗ hoặc số người/)
    const undo = formTo(partOf(page, 'class="notice', '</div>'), `/bookings/${code}/undo`)
    assert.equal((await hoa.post(undo.action, undo.fields)).status, 303)
    assert.doesNotMatch(await cellsOf(code), /hien-3/)
  })

  it('names the booking in the way, and keeps the input', async () => {
    const held = await requestBooking({ date: '2026-11-27', time: '12:00', name: 'Trần Văn Bảo' })
    await expectRedirect(held, 'move', { resource: 'table:nha-7' })
    const code = await requestBooking({ date: '2026-11-27', time: '14:00' })
    const page = await expectConflict(code, 'move', { time: '12:30', resource: 'table:nha-7' })
    assert.match(noticeOf(page), /không còn chỗ phù hợp\. .+ đã có Trần Văn Bảo, 12:00–13:45\./)
    const { fields } = formTo(partOf(page, 'id="move"', '</details>'), `/bookings/${code}/move`)
    assert.deepEqual(
      [fields.date, fields.time, fields.party, fields.resource],
      ['2026-11-27', '12:30', '4', 'table:nha-7'],
    )
    assert.match(page, /<details class="disclosure" id="move" open>/)
    await app.desk.block({
      resource: 'table:hien-2',
      date: '2026-11-27',
      at: 720,
      minutes: 60,
      reason: 'Dột mái',
      actor: 'terminal',
    })
    const blocked = await expectConflict(code, 'move', { time: '12:30', resource: 'table:hien-2' })
    assert.match(noticeOf(blocked), / đang được khoá/)
    const { starts_at } = await app.json(`/api/booking/${code}`)
    assert.equal(starts_at, '2026-11-27T14:00:00+07:00')
  })

  it('to a time that is full lists two other places and another time, also half an hour before', async () => {
    const own = await startShop('restaurant', { writeLimit: 100 })
    const staff = await addStaff(own, 'Hoa')
    const room = { ...table, time: '19:00', party_size: 10, table_type: 'phong-rieng' }
    assert.equal((await book(own, { ...room, date: '2026-11-18' })).status, 202)
    const { code } = (await book(own, { ...room, date: '2026-11-19' })).body
    own.clock.now = november(18, 18, 30)
    const { action, fields } = formTo(
      await staff.read(`/bookings/${code}`),
      `/bookings/${code}/move`,
    )
    const refused = await staff.post(action, { ...fields, date: '2026-11-18', resource: '' })
    assert.equal(refused.status, 409)
    const proposals = formsOf(await refused.text()).filter(({ fields }) => 'override' in fields)
    assert.deepEqual(
      proposals.map(({ fields }) => [fields.date, fields.time, fields.resource !== '']),
      [
        ['2026-11-18', '19:00', true],
        ['2026-11-18', '19:00', true],
        ['2026-11-20', '19:00', false],
      ],
    )
    await own.stop()
  })

  it('rejects an unknown resource or time', async () => {
    const code = await requestBooking({ date: '2026-11-28' })
    const before = [await cellsOf(code), await app.json(`/api/booking/${code}`)]
    const wrong: Record<string, string>[] = [
      { date: '2026-11-30' },
      { date: '2026-11-15' },
      { date: '2026-11-31' },
      { date: '' },
      { date: 'mai' },
      { time: '03:00' },
      { time: '18:37' },
      { time: '25:00' },
      { time: '' },
      { resource: 'table:none' },
      { resource: 'table:nha-1' },
      { resource: 'constructor' },
      { party: '15' },
      { party: '499' },
      { date: '2027-02-05' },
    ]
    for (const target of wrong) {
      const page = await expectConflict(code, 'move', target)
      assert.match(
        noticeOf(page),
        /đã qua|Không có ngày|tròn mười lăm|không mở cửa|đóng cửa|chọn chỗ khác|có \d+ chỗ, nhóm \d+ khách/,
        JSON.stringify(target),
      )
    }
    assert.deepEqual([await cellsOf(code), await app.json(`/api/booking/${code}`)], before)
  })
})

describe('visit', () => {
  it('is marked only when it is possible, and releases its table when it ends', async () => {
    const code = await requestBooking({ date: '2026-11-18' })
    await expectRedirect(code, 'confirm')
    const buttons = async () =>
      formsOf(await hoa.read(`/bookings/${code}`)).map(({ action }) => action.split('/').at(-1))
    assert.ok(!(await buttons()).some((one) => /seated|finished|no_show/.test(one ?? '')))
    for (const visit of ['seated', 'finished', 'no_show']) {
      assert.equal((await forceAction(code, visit)).status, 409, visit)
    }
    app.clock.now = november(18, 18, 20)
    assert.ok((await buttons()).includes('seated') && !(await buttons()).includes('no_show'))
    assert.equal((await forceAction(code, 'no_show')).status, 409)
    await expectRedirect(code, 'seated')
    assert.deepEqual(
      (await buttons()).filter((one) => /seated|finished|no_show|move|cancel/.test(one ?? '')),
      ['finished', 'move', 'move'],
    )
    assert.match(visibleTextOf(await hoa.read('/day')), /đã tới Xong/)
    const held = await cellsOf(code)
    app.clock.now = november(18, 19)
    await expectRedirect(code, 'finished')
    assert.ok((await cellsOf(code)).length < held.length)
    assert.equal((await rowOf(code)).visit, 'finished')
    app.clock.now = monday
  })

  it('is marked as a no-show only after its start', async () => {
    const code = await requestBooking({ date: '2026-11-18', time: '20:00' })
    await expectRedirect(code, 'confirm')
    app.clock.now = november(18, 20)
    const response = await press(tuan, '/day', `/bookings/${code}/no_show`)
    assert.equal(response.headers.get('location'), `/day?date=2026-11-18&did=no_show&of=${code}`)
    assert.equal(await cellsOf(code), '')
    app.clock.now = monday
  })

  it('can continue at another table, but not at another time', async () => {
    const code = await requestBooking({ date: '2026-11-18', time: '12:00', party_size: 2 })
    await expectRedirect(code, 'confirm')
    app.clock.now = november(18, 12, 10)
    await expectRedirect(code, 'seated')
    const here = { date: '2026-11-18', time: '12:00', party: '2', resource: 'table:hien-1' }
    assert.equal((await forceAction(code, 'move', here)).status, 303)
    assert.match(await cellsOf(code), /^(\d+ table:hien-1(, )?)+$/)
    assert.equal((await forceAction(code, 'move', { ...here, date: '2026-11-19' })).status, 409)
    assert.equal((await rowOf(code)).visit, 'seated')
    app.clock.now = monday
  })
})

describe('staff note', () => {
  it('is visible to staff only, and can be removed', async () => {
    const code = await requestBooking({ date: '2026-12-01', time: '12:00' })
    await expectRedirect(code, 'note', { note: '  Khách quen, <b>tặng chè</b>  ' })
    const page = await hoa.read(`/bookings/${code}`)
    assert.match(visibleTextOf(page), /✎ Khách quen, <b>tặng chè<\/b>/)
    assert.match(visibleTextOf(await hoa.read('/day?date=2026-12-01')), /✎ Khách quen/)
    for (const path of [`/booking/${code}`, `/api/booking/${code}`]) {
      assert.doesNotMatch(await (await app.get(path)).text(), /tặng chè/)
    }
    await expectRedirect(code, 'note', { note: 'x'.repeat(900) })
    assert.equal(
      formTo(await hoa.read(`/bookings/${code}`), `/bookings/${code}/note`).fields.note?.length,
      500,
    )
    await expectRedirect(code, 'note', { note: '' })
    assert.doesNotMatch(await hoa.read(`/bookings/${code}`), /✎/)
  })
})

describe('guest details of a booking', () => {
  it('can be corrected, and are then used to find, call and recognize the guest', async () => {
    const code = await requestBooking({
      date: '2026-12-03',
      time: '12:00',
      email: 'lam@example.com',
    })
    const own = `/bookings/${code}`
    await expectRedirect(code, 'confirm')
    const right = { name: ' Nguyễn Thị Lam ', phone: '0987 111 222', email: 'Lam2@example.com' }
    await expectRedirect(code, 'correct', right)
    const page = visibleTextOf(await hoa.read(own))
    assert.match(page, /Nguyễn Thị Lam 0987 111 222/)
    assert.match(page, /Email Lam2@example\.com/)
    assert.match(page, /Hoa sửa tên, số hoặc email/)
    assert.match(await hoa.read('/search?q=thi%20lam'), new RegExp(code))
    const change = { kind: 'cancel', consent: '1', phone_last4: '5678' }
    assert.equal((await app.post(`/api/booking/${code}/change`, change)).status, 404)
    const known = await app.post(`/api/booking/${code}/change`, { ...change, phone_last4: '1222' })
    assert.equal(known.status, 202)
    // The old details are not recorded, and the previous action can still be undone.
    const { facts } = (await app.store.read.get<{ facts: string }>(
      "SELECT facts FROM audit WHERE action = 'corrected' ORDER BY id DESC LIMIT 1",
    )) ?? { facts: '' }
    assert.doesNotMatch(facts, /Lan|Lam|\d{6}/)
    await expectRedirect(code, 'correct', { ...right, phone: '', email: '' })
    assert.doesNotMatch(await hoa.read(own), /href="tel:|Lam2@/)
  })

  it('keep the input if it is not valid', async () => {
    const code = await requestBooking({ date: '2026-12-04', time: '12:00' })
    const right = { name: 'Lam', phone: '0987 111 222', email: '' }
    for (const wrong of [{ phone: '12' }, { email: 'lam' }, { name: '  ' }, { name: '–' }]) {
      const page = await expectConflict(code, 'correct', { ...right, ...wrong })
      assert.match(noticeOf(page), /Phải có tên; viết số điện thoại như/)
      const { version: _, ...typed } = formTo(page, `/bookings/${code}/correct`).fields
      assert.deepEqual(typed, { ...right, ...wrong })
    }
  })
})

describe('message texts', () => {
  it('are in the guest’s language, regardless of the language of the staff member', async () => {
    const texts = async (code: string) => {
      const page = await hoa.read(`/bookings/${code}`)
      return [...page.matchAll(/<p id="text-(\w+)" lang="(\w+)">([^<]*)</g)]
    }
    const vietnamese = await texts(await requestBooking({ date: '2026-12-18' }))
    const english = await texts(await requestBooking({ date: '2026-12-18', locale: 'en' }))
    const kinds = ['confirm', 'offer', 'ask', 'decline']
    for (const [list, lang, hello] of [
      [vietnamese, 'vi', 'Chào anh/chị Nguyễn Thị Lan'],
      [english, 'en', 'Hello Nguyễn Thị Lan'],
    ] as const) {
      assert.deepEqual(
        list.map(([, kind]) => kind),
        kinds,
      )
      for (const [, kind, language, text = ''] of list) {
        assert.equal(language, lang)
        assert.ok(text.startsWith(hello), kind)
        assert.ok(text.includes('18:30'), text)
      }
    }
  })
})

describe('stored rows of a booking', () => {
  it('contain no name, phone or note in the history and the outbox', async () => {
    const rows = [
      ...(await app.store.read.all('SELECT * FROM audit')),
      ...(await app.store.read.all('SELECT * FROM outbox')),
    ]
    assert.doesNotMatch(JSON.stringify(rows), /Lan|912345678|Bảo|chè|Kín chỗ|Mưa bão/)
  })
})

describe('log', () => {
  it('contains no guest data', () => {
    const lines = app.log.join('').split('\n')
    assert.ok(lines.some((line) => line.includes('/bookings/{code}/{action}')))
    const personalData = /Lan|912345678|alert|Kín chỗ|example\.com|BAN-|"level":"error"/
    assert.deepEqual(
      lines.filter((line) => personalData.test(line)),
      [],
    )
  })
})
