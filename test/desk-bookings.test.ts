/** What staff do with a request, from the inbox to the end of the visit. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { releaseCells } from '../src/domain/booking/schedule.ts'
import { book, massage, table } from './support/booking.ts'
import { hire } from './support/desk.ts'
import { formsOf, formTo, noticeOf, partOf, press, wordsOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = await startShop('restaurant', { writeLimit: 100_000 })
const spa = await startShop('spa', { writeLimit: 100_000 })
const hoa = await hire(app, 'Hoa')
const tuan = await hire(app, 'Tuấn', 'host')
const mai = await hire(spa, 'Mai')

const hour = 3600_000
/** A moment of that November in Vietnam. */
const november = (day: number, hours: number, minutes = 0) =>
  Date.UTC(2026, 10, day, hours - 7, minutes)
const { now: monday } = app.clock

async function ask(change: object = {}, shop = app): Promise<string> {
  const { status, body } = await book(shop, { ...(shop === spa ? massage : table), ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

/** Sends a form of the booking's own screen. */
async function act(code: string, name: string, typed: Record<string, string> = {}, who = hoa) {
  const page = await who.read(`/bookings/${code}`)
  // The other times above it are moves, too.
  const part = name === 'move' ? partOf(page, 'id="move"', '</details>') : page
  const { action, fields } = formTo(part, `/bookings/${code}/${name}`)
  return who.post(action, { ...fields, ...typed })
}

async function done(code: string, name: string, typed: Record<string, string> = {}) {
  const answer = await act(code, name, typed)
  assert.equal(answer.status, 303, `${name}: ${noticeOf(await answer.text())}`)
  return answer.headers.get('location') ?? ''
}

async function refused(code: string, name: string, typed: Record<string, string> = {}, who = hoa) {
  const answer = await act(code, name, typed, who)
  const page = await answer.text()
  assert.equal(answer.status, 409, name)
  return page
}

/** A button that the screen does not show: sent all the same. */
async function force(code: string, name: string, fields: Record<string, string> = {}) {
  const version = (await rowOf(code)).version
  return hoa.post(`/bookings/${code}/${name}`, { version: String(version), ...fields })
}

const statusOf = async (code: string) => (await app.json(`/api/booking/${code}`)).status

type Row = { id: string; status: string; visit: string | null; version: number; given: string }

async function rowOf(code: string): Promise<Row> {
  const plain = code.replaceAll('-', '')
  const row = await app.store.read.get<Row>('SELECT * FROM bookings WHERE code = ?', plain)
  assert.ok(row)
  return row
}

/** What it holds: tables and quarter hours. */
async function cellsOf(code: string): Promise<string> {
  const rows = await app.store.read.all<{ cell: number; resource: string }>(
    'SELECT cell, resource FROM cells WHERE holder = ? ORDER BY cell, resource',
    `booking:${(await rowOf(code)).id}`,
  )
  return rows.map(({ cell, resource }) => `${cell} ${resource}`).join(', ')
}

const cardOf = (page: string, code: string) =>
  partOf(page, `id="b-${code.replaceAll('-', '')}"`, '</article>')

const historyOf = (page: string) => wordsOf(partOf(page, '<ol class="history">', '</ol>'))

describe('the inbox', () => {
  it('shows who asks for what, how to reach him, what to mind and by when to answer', async () => {
    const code = await ask({
      email: 'lan@example.com',
      note: 'Ghế trẻ em',
      allergens: ['peanuts', 'fish'],
    })
    const page = await hoa.read('/')
    const card = cardOf(page, code)
    const words = wordsOf(card)
    assert.match(words, /Thứ Sáu 20\/11\/2026 18:30/)
    assert.match(words, /18:30–20:15 · 4 khách · Đặt bàn · qua API/)
    assert.match(words, /Trả lời trước 12:30 T3 17\/11/)
    assert.match(words, /Nguyễn Thị Lan/)
    assert.match(words, /Lưu ý sức khỏe: [^“]*cá/i)
    assert.match(words, /“Ghế trẻ em”/)
    assert.match(words, /Gọi 0912 345 678/)
    assert.ok(card.includes('href="tel:+84912345678"'))
    assert.ok(card.includes('href="https://zalo.me/84912345678"'))
    assert.ok(card.includes('href="mailto:lan@example.com"'))
    assert.doesNotMatch(words, /lần trước|không tới/)
    assert.match(page, /<title>\(1\) Hộp chờ · Khói Lam<\/title>/)
    assert.match(wordsOf(page), /Hộp chờ 1 đang chờ/)
    await done(code, 'decline', { own: 'Đông khách' })
    const empty = wordsOf(await hoa.read('/'))
    assert.match(empty, /Không còn yêu cầu nào chờ/)
    assert.doesNotMatch(await hoa.read('/'), /<title>\(/)
  })

  it('has the most urgent first, and says what is late', async () => {
    const early = await ask({ date: '2026-11-18', time: '11:00' })
    app.clock.now = november(17, 11)
    const late = await ask({ date: '2026-11-17', time: '12:00', party_size: 2 })
    const page = await hoa.read('/')
    assert.ok(page.indexOf(late.replaceAll('-', '')) < page.indexOf(early.replaceAll('-', '')))
    // Two opening hours are promised, but never more time than there is.
    assert.match(wordsOf(cardOf(page, late)), /Trả lời trước 12:00/)
    assert.match(wordsOf(cardOf(page, early)), /Trả lời trước 12:30/)
    app.clock.now = november(17, 13)
    const later = await hoa.read('/')
    assert.ok(!later.includes(late.replaceAll('-', '')), 'what has lapsed waits for nobody')
    assert.match(wordsOf(cardOf(later, early)), /Trễ: lẽ ra trước 12:30/)
    await done(early, 'decline', { own: 'Đông khách' })
    app.clock.now = monday
  })

  it('knows who was here before, and who did not come', async () => {
    const phone = '0987 000 111'
    const came = await ask({ phone, date: '2026-11-17', time: '17:00', party_size: 2 })
    const missed = await ask({ phone, date: '2026-11-17', time: '20:00', party_size: 2 })
    for (const code of [came, missed]) await done(code, 'confirm')
    app.clock.now = november(17, 17)
    await done(came, 'seated')
    app.clock.now = november(17, 20, 30)
    await done(came, 'finished')
    await done(missed, 'no_show')
    app.clock.now = november(17, 22)
    const again = await ask({ phone: '+84 987 000 111', date: '2026-11-21', party_size: 2 })
    const words = wordsOf(cardOf(await hoa.read('/'), again))
    assert.match(words, /1 lần trước 1 lần không tới/)
    assert.match(wordsOf(await hoa.read(`/bookings/${again}`)), /1 lần trước 1 lần không tới/)
    await done(again, 'decline', { own: 'Đông khách' })
    app.clock.now = monday
  })

  it('has no Zalo for a number from elsewhere', async () => {
    const code = await ask({ phone: '+33 6 12 34 56 78', date: '2026-11-21', time: '12:00' })
    const card = cardOf(await hoa.read('/'), code)
    assert.ok(card.includes('href="tel:+33612345678"'))
    assert.ok(!card.includes('zalo.me') && !card.includes('mailto:'))
    await done(code, 'decline', { own: 'Đông khách' })
  })

  it('shows what a guest of the spa told of her body, and that she must be spoken to', async () => {
    const code = await ask({ offerId: 'lam-sach-diu-nhe', health: ['skin_condition'] }, spa)
    const words = wordsOf(cardOf(await mai.read('/'), code))
    assert.match(words, /Lưu ý sức khỏe: .+ · Cần hỏi khách trước/)
    const status = await spa.get(`/booking/${code}`)
    assert.doesNotMatch(await status.text(), /Lan|912345678/)
  })
})

describe('answering', () => {
  it('confirms with one tap; the guest sees it, and the next screen offers to undo it', async () => {
    const code = await ask({ date: '2026-11-24' })
    assert.match(wordsOf(await (await app.get(`/booking/${code}`)).text()), /chờ/i)
    const answer = await press(hoa, '/', `/bookings/${code}/confirm`)
    assert.equal(answer.status, 303)
    const next = answer.headers.get('location') ?? ''
    assert.equal(next, `/?did=confirmed&of=${code}`)
    assert.equal(await statusOf(code), 'confirmed')
    const page = wordsOf(await (await app.get(`/booking/${code}`)).text())
    assert.match(page, /đã (được )?xác nhận/i)
    const screen = await hoa.read(next)
    assert.match(noticeOf(screen), /Đã xác nhận: Nguyễn Thị Lan, 18:30/)
    assert.equal(formTo(screen, `/bookings/${code}/undo`).buttons[0], 'Hoàn tác')
    assert.ok(!screen.includes(`id="b-${code.replaceAll('-', '')}"`))
  })

  it('declines only with a reason, and keeps what was typed', async () => {
    const code = await ask({ date: '2026-11-24', time: '12:00' })
    for (const own of ['', '   ']) {
      const page = await refused(code, 'decline', { own })
      assert.match(noticeOf(page), /Xin ghi lý do/)
    }
    assert.equal(await statusOf(code), 'pending')
    await done(code, 'decline', { own: 'Bếp nghỉ hôm đó' })
    assert.equal(await statusOf(code), 'cancelled')
    assert.match(wordsOf(await hoa.read(`/bookings/${code}`)), /Lý do đã báo khách Bếp nghỉ hôm đó/)
    assert.equal(await cellsOf(code), '')
  })

  it('offers the usual reasons in the guest’s language; what was typed counts before them', async () => {
    const english = await ask({ date: '2026-11-24', time: '13:00', locale: 'en' })
    const { buttons } = formTo(await hoa.read('/'), `/bookings/${english}/decline`)
    assert.ok(buttons.includes('We are full at that time.'), buttons.join())
    // The Enter key presses the first button of a form.
    await done(english, 'decline', { reason: buttons[0] ?? '', own: 'The kitchen is closed' })
    const words = wordsOf(await hoa.read(`/bookings/${english}`))
    assert.match(words, /Lý do đã báo khách The kitchen is closed/)
    const other = await ask({ date: '2026-11-24', time: '13:00' })
    await done(other, 'decline', { reason: 'Giờ đó chúng tôi đã kín chỗ.' })
    assert.match(wordsOf(await hoa.read(`/bookings/${other}`)), /đã báo khách Giờ đó chúng tôi/)
  })

  it('offers the three nearest free times, which hold nothing', async () => {
    const code = await ask({ date: '2026-11-25', time: '12:00' })
    const before = await cellsOf(code)
    const page = await hoa.read(`/bookings/${code}`)
    const times = formsOf(partOf(page, 'id="other-times"', '</section>'))
    assert.deepEqual(
      times.map(({ buttons }) => buttons[0]),
      ['T4 25/11 11:30', 'T4 25/11 12:30', 'T4 25/11 11:00', 'Gửi các giờ này cho khách'],
    )
    await done(code, 'offer')
    assert.equal(await statusOf(code), 'pending')
    assert.equal(await cellsOf(code), before)
    const words = historyOf(await hoa.read(`/bookings/${code}`))
    assert.match(
      words,
      /Hoa đề nghị giờ khác: 2026-11-25 11:30, 2026-11-25 12:30, 2026-11-25 11:00/,
    )
    assert.ok(cardOf(await hoa.read('/'), code))
  })

  it('moves to one of them and confirms at once, if the guest agreed on the phone', async () => {
    const code = await ask({ date: '2026-11-25', time: '18:00' })
    const page = await hoa.read(`/bookings/${code}`)
    const [first] = formsOf(partOf(page, 'id="other-times"', '</section>'))
    assert.ok(first)
    assert.equal((await hoa.post(first.action, first.fields)).status, 303)
    const { status, starts_at } = await app.json(`/api/booking/${code}`)
    assert.deepEqual([status, starts_at], ['confirmed', '2026-11-25T17:30:00+07:00'])
  })

  it('refuses times to offer that are none', async () => {
    const code = await ask({ date: '2026-11-25', time: '20:00' })
    for (const times of ['', 'mai', '2026-11-25', '2026-99-99 18:00', '2026-11-25 25:00']) {
      await refused(code, 'offer', { times })
    }
  })
})

describe('moving', () => {
  it('takes another day, time, party and table, and keeps the state', async () => {
    const code = await ask({ date: '2026-11-26' })
    await done(code, 'confirm')
    const place = { date: '2026-11-27', time: '19:15', party: '5', resource: 'table:hien-5' }
    const next = await done(code, 'move', place)
    assert.equal(next, `/bookings/${code}?did=moved&of=${code}`)
    const { status, starts_at, party_size } = await app.json(`/api/booking/${code}`)
    assert.deepEqual([status, starts_at, party_size], ['confirmed', '2026-11-27T19:15:00+07:00', 5])
    const page = await hoa.read(next)
    assert.match(wordsOf(page), /Giữ Hiên 5/)
    assert.match(historyOf(page), /Hoa dời giờ: 2026-11-26 18:30 → 2026-11-27 19:15/)
    assert.match(await cellsOf(code), /^(\d+ table:hien-5(, )?){9}$/)
  })

  it('to another table at the same time is told as that, and can be undone from the next screen', async () => {
    const code = await ask({ date: '2026-11-26', time: '12:00' })
    const next = await done(code, 'move', { resource: 'table:hien-3' })
    const page = await hoa.read(next)
    assert.match(noticeOf(page), /Đã đổi chỗ hoặc số người/)
    const undo = formTo(partOf(page, 'class="notice', '</div>'), `/bookings/${code}/undo`)
    assert.equal((await hoa.post(undo.action, undo.fields)).status, 303)
    assert.doesNotMatch(await cellsOf(code), /hien-3/)
  })

  it('says who has the place, and keeps what was typed', async () => {
    const held = await ask({ date: '2026-11-27', time: '12:00', name: 'Trần Văn Bảo' })
    await done(held, 'move', { resource: 'table:nha-7' })
    const code = await ask({ date: '2026-11-27', time: '14:00' })
    const page = await refused(code, 'move', { time: '12:30', resource: 'table:nha-7' })
    assert.match(noticeOf(page), /không còn chỗ phù hợp\. Đã có Trần Văn Bảo, 12:00–13:45\./)
    const { fields } = formTo(partOf(page, 'id="move"', '</details>'), `/bookings/${code}/move`)
    assert.deepEqual(
      [fields.date, fields.time, fields.party, fields.resource],
      ['2026-11-27', '12:30', '4', 'table:nha-7'],
    )
    assert.match(page, /<details class="drop" id="move" open>/)
    await app.desk.block({
      resource: 'table:hien-2',
      date: '2026-11-27',
      at: 720,
      minutes: 60,
      reason: 'Dột mái',
      actor: 'terminal',
    })
    const blocked = await refused(code, 'move', { time: '12:30', resource: 'table:hien-2' })
    assert.match(noticeOf(blocked), /Chỗ đó đang được khóa/)
    const { starts_at } = await app.json(`/api/booking/${code}`)
    assert.equal(starts_at, '2026-11-27T14:00:00+07:00')
  })

  it('does not go where or when there is nothing', async () => {
    const code = await ask({ date: '2026-11-28' })
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
    for (const place of wrong) {
      const page = await refused(code, 'move', place)
      assert.match(noticeOf(page), /không có, hoặc đã qua|không còn chỗ/, JSON.stringify(place))
    }
    assert.deepEqual([await cellsOf(code), await app.json(`/api/booking/${code}`)], before)
  })
})

describe('a visit', () => {
  it('is marked when it can be true, and its table is free again when it ends', async () => {
    const code = await ask({ date: '2026-11-18' })
    await done(code, 'confirm')
    const buttons = async () =>
      formsOf(await hoa.read(`/bookings/${code}`)).map(({ action }) => action.split('/').at(-1))
    assert.ok(!(await buttons()).some((one) => /seated|finished|no_show/.test(one ?? '')))
    for (const visit of ['seated', 'finished', 'no_show']) {
      assert.equal((await force(code, visit)).status, 409, visit)
    }
    app.clock.now = november(18, 18, 20)
    assert.ok((await buttons()).includes('seated') && !(await buttons()).includes('no_show'))
    assert.equal((await force(code, 'no_show')).status, 409)
    await done(code, 'seated')
    assert.deepEqual(
      (await buttons()).filter((one) => /seated|finished|no_show|move|cancel/.test(one ?? '')),
      ['finished'],
    )
    assert.match(wordsOf(await hoa.read('/day')), /đã tới Xong/)
    const held = await cellsOf(code)
    app.clock.now = november(18, 19)
    await done(code, 'finished')
    assert.ok((await cellsOf(code)).length < held.length)
    assert.equal((await rowOf(code)).visit, 'finished')
    app.clock.now = monday
  })

  it('that did not happen is marked from its start on', async () => {
    const code = await ask({ date: '2026-11-18', time: '20:00' })
    await done(code, 'confirm')
    app.clock.now = november(18, 20)
    const answer = await press(tuan, '/day', `/bookings/${code}/no_show`)
    assert.equal(answer.headers.get('location'), `/day?date=2026-11-18&did=no_show&of=${code}`)
    assert.equal(await cellsOf(code), '')
    app.clock.now = monday
  })

  it('of guests who want another table goes on there, but not at another time', async () => {
    const code = await ask({ date: '2026-11-18', time: '12:00', party_size: 2 })
    await done(code, 'confirm')
    app.clock.now = november(18, 12, 10)
    await done(code, 'seated')
    const here = { date: '2026-11-18', time: '12:00', party: '2', resource: 'table:hien-1' }
    assert.equal((await force(code, 'move', here)).status, 303)
    assert.match(await cellsOf(code), /^(\d+ table:hien-1(, )?)+$/)
    assert.equal((await force(code, 'move', { ...here, date: '2026-11-19' })).status, 409)
    assert.equal((await rowOf(code)).visit, 'seated')
    app.clock.now = monday
  })
})

describe('the note of the desk', () => {
  it('is for staff alone, and can be taken away', async () => {
    const code = await ask({ date: '2026-12-01', time: '12:00' })
    await done(code, 'note', { note: '  Khách quen, <b>tặng chè</b>  ' })
    const page = await hoa.read(`/bookings/${code}`)
    assert.match(wordsOf(page), /✎ Khách quen, <b>tặng chè<\/b>/)
    assert.match(wordsOf(await hoa.read('/day?date=2026-12-01')), /✎ Khách quen/)
    for (const path of [`/booking/${code}`, `/api/booking/${code}`]) {
      assert.doesNotMatch(await (await app.get(path)).text(), /tặng chè/)
    }
    await done(code, 'note', { note: 'x'.repeat(900) })
    assert.equal(
      formTo(await hoa.read(`/bookings/${code}`), `/bookings/${code}/note`).fields.note?.length,
      500,
    )
    await done(code, 'note', { note: '' })
    assert.doesNotMatch(await hoa.read(`/bookings/${code}`), /✎/)
  })
})

describe('undo', () => {
  const reason = { own: 'Nhầm' }
  const kinds: [name: string, steps: [string, Record<string, string>?][], at?: number][] = [
    ['a confirmation', [['confirm']]],
    ['a refusal', [['decline', reason]]],
    ['a cancellation', [['confirm'], ['cancel', reason]]],
    ['a move', [['confirm'], ['move', { time: '12:00', date: '2026-11-22' }]]],
    ['a move that confirmed', [['move', { time: '12:00', agreed: '1' }]]],
    ['another table', [['move', { resource: 'table:hien-4' }]]],
    ['a smaller party', [['move', { party: '2' }]]],
    ['an arrival', [['confirm'], ['seated']], november(21, 18)],
    ['a departure', [['confirm'], ['seated'], ['finished']], november(21, 18, 45)],
    ['a guest who did come', [['confirm'], ['no_show']], november(21, 18, 45)],
  ]
  for (const [name, steps, at] of kinds) {
    it(`takes back ${name}`, async () => {
      const code = await ask({ date: '2026-11-21' })
      const seen = async () => {
        const { version: _, ...row } = await rowOf(code)
        const { updated_at: __, ...rest } = row as Record<string, unknown>
        return { ...rest, cells: await cellsOf(code) }
      }
      const before = [...steps]
      const [last = '', typed = {}] = before.pop() ?? []
      for (const [step, more] of before) {
        if (step !== 'confirm') app.clock.now = at ?? monday
        await done(code, step, more)
      }
      const was = await seen()
      app.clock.now = at ?? monday
      const next = await done(code, last, typed)
      assert.notDeepEqual(await seen(), was)
      const screen = await hoa.read(next)
      const notice = partOf(screen, 'class="notice', '</div>')
      const undo = formTo(notice, `/bookings/${code}/undo`)
      const answer = await hoa.post(undo.action, undo.fields)
      assert.equal(answer.status, 303, noticeOf(await answer.text()))
      assert.deepEqual(await seen(), was)
      const page = await hoa.read(`/bookings/${code}`)
      assert.match(historyOf(page), /Hoa hoàn tác: /)
      // Once is enough: what was undone is not undone again.
      assert.equal((await force(code, 'undo')).status, 409)
      app.clock.now = monday
      const row = await rowOf(code)
      await app.store.write((sql) => releaseCells(sql, `booking:${row.id}`))
    })
  }

  it('says who has the place meanwhile, and changes nothing', async () => {
    const room = { date: '2026-12-02', party_size: 10, table_type: 'phong-rieng' }
    const first = await ask(room)
    await done(first, 'decline', { own: 'Nhầm' })
    const second = await ask({ ...room, name: 'Lê Văn Tám' })
    const page = await refused(first, 'undo')
    assert.match(noticeOf(page), /không còn chỗ phù hợp\. Đã có Lê Văn Tám, 18:30–21:00/)
    assert.equal(await statusOf(first), 'cancelled')
    assert.equal(await statusOf(second), 'pending')

    const third = await ask({ ...room, date: '2026-12-03' })
    await done(third, 'move', { date: '2026-12-04' })
    await ask({ ...room, date: '2026-12-03', name: 'Lê Văn Tám' })
    assert.match(noticeOf(await refused(third, 'undo')), /Đã có Lê Văn Tám/)
    assert.match(String((await app.json(`/api/booking/${third}`)).starts_at), /^2026-12-04T18:30/)
  })

  it('takes another table where its own was given away and another serves as well', async () => {
    const code = await ask({ date: '2026-12-05', time: '12:00' })
    const [, , own = ''] = /(\d+) (table:[\w-]+)/.exec(await cellsOf(code)) ?? []
    await done(code, 'decline', { own: 'Nhầm' })
    const other = await ask({ date: '2026-12-05', time: '12:00' })
    assert.ok((await cellsOf(other)).includes(own))
    await done(code, 'undo')
    assert.equal(await statusOf(code), 'pending')
    assert.ok(!(await cellsOf(code)).includes(own))
  })

  it('does not bring back a request whose time has come, nor one that nobody acted upon', async () => {
    const code = await ask({ date: '2026-11-18', time: '17:00', party_size: 2 })
    assert.equal((await force(code, 'undo')).status, 409)
    await done(code, 'decline', { own: 'Nhầm' })
    app.clock.now = november(18, 17)
    assert.match(noticeOf(await refused(code, 'undo')), /đã qua/)
    app.clock.now = monday
  })
})

describe('two at once', () => {
  it('the second is told who was first and what that one did, and nothing is done twice', async () => {
    const code = await ask({ date: '2026-12-08' })
    const own = `/bookings/${code}`
    const { fields } = formTo(await tuan.read(own), `${own}/decline`)
    await done(code, 'confirm')
    const answer = await tuan.post(`${own}/decline`, { ...fields, own: 'Kín chỗ' })
    assert.equal(answer.status, 409)
    const page = await answer.text()
    assert.match(
      noticeOf(page),
      /Có người vừa sửa trước; xin xem lại\. Hoa vừa xác nhận \(09:00\)\./,
    )
    assert.equal(await statusOf(code), 'confirmed')
    // What was typed belongs to what he saw before; now he sees what there is.
    assert.equal(formTo(page, `${own}/cancel`).fields.own, '')

    const both = formTo(await tuan.read(own), `${own}/move`)
    const moves = await Promise.all(
      [hoa, tuan].map((who, place) =>
        who.post(both.action, { ...both.fields, time: place === 0 ? '19:00' : '20:00' }),
      ),
    )
    assert.deepEqual(moves.map(({ status }) => status).sort(), [303, 409])
  })

  it('a guest who asked for a change meanwhile is named as well', async () => {
    const code = await ask({ date: '2026-12-08', time: '12:00' })
    const { action, fields } = formTo(await hoa.read('/'), `/bookings/${code}/confirm`)
    const wish = { kind: 'cancel', phone_last4: '5678', consent: '1' }
    assert.equal((await app.post(`/api/booking/${code}/change`, wish)).status, 202)
    const answer = await hoa.post(action, fields)
    assert.equal(answer.status, 409)
    assert.match(noticeOf(await answer.text()), /Khách \(API\) vừa xin đổi hoặc hủy/)
    assert.equal(await statusOf(code), 'pending')
  })

  for (const version of ['', '0', '2', '-1', '1.5', 'x', '1e0x', '99999999999999999999']) {
    it(`takes the version “${version}” for none that it knows`, async () => {
      const code = await ask({ date: '2026-12-09', time: '12:00', party_size: 2 })
      const answer = await hoa.post(`/bookings/${code}/confirm`, { version })
      assert.equal(answer.status, 409)
      assert.equal(await statusOf(code), 'pending')
      await done(code, 'decline', { own: 'Kín chỗ' })
    })
  }
})

describe('a guest who asks for a change', () => {
  const wish = async (code: string, change: object) => {
    const body = { phone_last4: '5678', consent: '1', ...change }
    const answer = await app.post(`/api/booking/${code}/change`, body)
    assert.equal(answer.status, 202, await answer.text())
  }
  const changeRequested = async (code: string) =>
    (await app.json(`/api/booking/${code}`)).change_requested

  it('is granted another time with one tap', async () => {
    const code = await ask({ date: '2026-12-10' })
    await done(code, 'confirm')
    await wish(code, { kind: 'move', date: '2026-12-11', time: '19:30', note: 'Kẹt <i>xe</i>' })
    const card = cardOf(await hoa.read('/'), code)
    assert.match(wordsOf(card), /Khách xin dời sang 19:30 T6 11\/12: “Kẹt <i>xe<\/i>”/)
    const answer = await press(hoa, '/', `/bookings/${code}/move`)
    assert.equal(answer.headers.get('location'), `/?did=moved&of=${code}`)
    const { status, starts_at } = await app.json(`/api/booking/${code}`)
    assert.deepEqual([status, starts_at], ['confirmed', '2026-12-11T19:30:00+07:00'])
    assert.equal(await changeRequested(code), false)
    // An undo brings the wish back too.
    await done(code, 'undo')
    assert.equal(await changeRequested(code), true)
    assert.ok(cardOf(await hoa.read('/'), code))
    await done(code, 'settle')
  })

  it('is granted a cancellation, and a smaller party', async () => {
    const leaving = await ask({ date: '2026-12-10', time: '12:00' })
    await wish(leaving, { kind: 'cancel' })
    assert.match(wordsOf(cardOf(await hoa.read('/'), leaving)), /Khách xin hủy/)
    assert.equal((await press(hoa, '/', `/bookings/${leaving}/cancel`)).status, 303)
    assert.equal(await statusOf(leaving), 'cancelled')
    assert.equal(await changeRequested(leaving), false)

    const fewer = await ask({ date: '2026-12-10', time: '12:00' })
    await done(fewer, 'confirm')
    await wish(fewer, { kind: 'smaller_party', party_size: 2 })
    assert.match(wordsOf(cardOf(await hoa.read('/'), fewer)), /Khách xin giảm còn 2 khách/)
    const answer = await press(hoa, '/', `/bookings/${fewer}/move`)
    const next = await hoa.read(answer.headers.get('location') ?? '')
    assert.match(noticeOf(next), /Đã đổi chỗ hoặc số người/)
    assert.equal((await app.json(`/api/booking/${fewer}`)).party_size, 2)
  })

  it('is told by phone that it stays as it is, which settles it', async () => {
    const code = await ask({ date: '2026-12-11', time: '12:00' })
    await wish(code, { kind: 'cancel' })
    const labels = formsOf(cardOf(await hoa.read('/'), code)).flatMap(({ buttons }) => buttons)
    assert.deepEqual(labels, ['Hủy theo ý khách', 'Xác nhận giờ cũ', 'Đã giải quyết'])
    assert.equal((await press(hoa, '/', `/bookings/${code}/settle`)).status, 303)
    assert.equal(await changeRequested(code), false)
    assert.equal(await statusOf(code), 'pending')
  })

  it('is refused with the reason where the time is no longer free', async () => {
    const room = { date: '2026-12-15', party_size: 10, table_type: 'phong-rieng' }
    const code = await ask(room)
    await wish(code, { kind: 'move', date: '2026-12-16', time: '18:30' })
    await ask({ ...room, date: '2026-12-16', name: 'Lê Văn Tám' })
    const answer = await press(hoa, '/', `/bookings/${code}/move`)
    assert.equal(answer.status, 409)
    assert.match(noticeOf(await answer.text()), /Đã có Lê Văn Tám/)
    assert.equal(await changeRequested(code), true)
  })
})

describe('what is kept of a booking', () => {
  it('is who did what, by name', async () => {
    const code = await ask({ date: '2026-12-17' })
    await act(code, 'note', { note: 'Gọi lại' }, tuan)
    await done(code, 'confirm')
    app.clock.now = monday + 25 * hour
    await act(code, 'cancel', { own: 'Mưa bão' }, tuan)
    const words = historyOf(await hoa.read(`/bookings/${code}`))
    assert.match(
      words,
      /^09:00 T2 16\/11 Khách \(API\) gửi yêu cầu 09:00 T2 16\/11 Tuấn ghi chú 09:00 T2 16\/11 Hoa xác nhận 10:00 Tuấn hủy$/,
    )
    app.clock.now = monday
  })

  it('is no name, phone or note in the history’s or the news’ own tables', async () => {
    const rows = [
      ...(await app.store.read.all('SELECT * FROM audit')),
      ...(await app.store.read.all('SELECT * FROM outbox')),
    ]
    assert.doesNotMatch(JSON.stringify(rows), /Lan|912345678|Bảo|chè|Kín chỗ|Mưa bão/)
  })
})

describe('texts to send by hand', () => {
  it('are in the guest’s language, whatever the colleague’s', async () => {
    const texts = async (code: string) => {
      const page = await hoa.read(`/bookings/${code}`)
      return [...page.matchAll(/<p id="text-(\w+)" lang="(\w+)">([^<]*)</g)]
    }
    const vietnamese = await texts(await ask({ date: '2026-12-18' }))
    const english = await texts(await ask({ date: '2026-12-18', locale: 'en' }))
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

describe('a wrong act', () => {
  it('on a booking that is not there is answered as that', async () => {
    for (const code of ['BAN-0000-0000-00', 'x', '%20', 'constructor', 'BAN%00', '%F0%9F%8D%9C']) {
      assert.equal((await hoa.get(`/bookings/${code}`)).status, 404, code)
      const answer = await hoa.post(`/bookings/${code}/confirm`, { version: '1' })
      assert.equal(answer.status, 404, code)
      assert.match(wordsOf(await answer.text()), /Không có lượt đặt này/)
    }
  })

  it('that is none is answered as that', async () => {
    const code = await ask({ date: '2026-12-19', time: '12:00' })
    for (const name of [
      'nonsense',
      'constructor',
      'toString',
      '__proto__',
      'hasOwnProperty',
      '%20',
    ]) {
      assert.equal((await force(code, name)).status, 404, name)
    }
    const shown = await hoa.get(`/bookings/${code}/confirm`)
    assert.equal(shown.headers.get('location'), `/bookings/${code}`)
    assert.equal(await statusOf(code), 'pending')
    for (const did of ['constructor', 'toString', '<b>', 'confirmed']) {
      const page = await hoa.read(`/?did=${encodeURIComponent(did)}&of=${code}`)
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
  const acts: Record<string, Record<string, string>> = {
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
    lapsed: [],
  }
  for (const state of [...Object.keys(states), 'lapsed']) {
    it(`on what is ${state} is refused, and the others are done`, async () => {
      const worked: string[] = []
      for (const [name, fields] of Object.entries(acts)) {
        const code = await ask({ date: '2026-11-19', party_size: 2 })
        for (const [step, typed = {}, at] of states[state] ?? []) {
          if (at !== undefined) app.clock.now = november(19, at, 45)
          await done(code, step, typed)
        }
        if (state === 'lapsed') app.clock.now = november(19, 18, 30)
        const before = JSON.stringify(await rowOf(code))
        const answer = await force(code, name, fields)
        assert.ok([303, 409].includes(answer.status), `${name}: ${answer.status}`)
        if (answer.status === 303) worked.push(name)
        else {
          assert.equal(JSON.stringify(await rowOf(code)), before, name)
          assert.notEqual(noticeOf(await answer.text()), '')
        }
        app.clock.now = monday
        const { id } = await rowOf(code)
        await app.store.write((sql) => releaseCells(sql, `booking:${id}`))
        await app.store.write((sql) =>
          sql.run("UPDATE bookings SET status = 'cancelled' WHERE id = ?", id),
        )
      }
      assert.deepEqual(worked, allowed[state])
    })
  }

  it('while a request has lapsed leaves it to the clock, which tells the guest', async () => {
    const code = await ask({ date: '2026-11-19', time: '12:00', party_size: 2 })
    app.clock.now = november(19, 12)
    assert.equal((await force(code, 'note', { note: 'Quên mất' })).status, 409)
    assert.ok((await app.desk.expire()) > 0)
    assert.equal(await cellsOf(code), '')
    await done(code, 'note', { note: 'Quên mất' })
    assert.match(
      historyOf(await hoa.read(`/bookings/${code}`)),
      /Đồng hồ tự hủy vì chưa ai trả lời/,
    )
    app.clock.now = monday
  })
})

describe('what guests write', () => {
  it('is text on every screen', async () => {
    const name = `<img src=x onerror=alert(1)> "Lan" 'x' & co`
    const code = await ask({ name, note: '</p><script>alert(2)</script>', date: '2026-12-22' })
    const change = {
      kind: 'cancel',
      note: '<svg onload=alert(3)>',
      phone_last4: '5678',
      consent: '1',
    }
    assert.equal((await app.post(`/api/booking/${code}/change`, change)).status, 202)
    await done(code, 'note', { note: '<textarea></textarea><script>alert(4)</script>' })
    await done(code, 'confirm')
    const conflicting = await ask({ date: '2026-12-22', time: '12:00' })
    const [, table = ''] = /(table:[\w-]+)/.exec(await cellsOf(code)) ?? []
    const pages = [
      await hoa.read('/'),
      await hoa.read(`/?did=confirmed&of=${code}`),
      await hoa.read(`/bookings/${code}`),
      await hoa.read('/timeline?date=2026-12-22'),
      await hoa.read('/day?date=2026-12-22'),
      await hoa.read(`/search?q=${encodeURIComponent('<img')}`),
      await hoa.read('/search?q=lan'),
      await refused(conflicting, 'move', { time: '18:30', resource: table }),
      await refused(code, 'cancel', { own: '', reason: '' }),
      await (await act(code, 'move', { date: '"><script>alert(5)</script>' })).text(),
    ]
    for (const page of pages) {
      assert.doesNotMatch(page, /<img src=x|<script>|<svg onload|<textarea><\/textarea><script/)
    }
    assert.ok(pages.filter((page) => page.includes('&lt;img src=x')).length >= 8)
    const { fields } = formTo(pages[2] ?? '', `/bookings/${code}/note`)
    assert.equal(fields.note, '<textarea></textarea><script>alert(4)</script>')
  })

  it('is in no log line', () => {
    const lines = app.log.join('').split('\n')
    assert.ok(lines.some((line) => line.includes('/bookings/{code}/{act}')))
    const telling = /Lan|912345678|alert|Kín chỗ|example\.com|BAN-|"level":"error"/
    assert.deepEqual(
      lines.filter((line) => telling.test(line)),
      [],
    )
  })
})
