/** Closed days and blocked resources at the desk. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, dayOf, monthOf, rowCounts, table } from './support/booking.ts'
import {
  app,
  hoa,
  openRestaurantDesk,
  requestBooking,
  rowOf,
  submitAction,
} from './support/restaurant-desk.ts'
import {
  barsOf,
  formsOf,
  formTo,
  noticeOf,
  partOf,
  press,
  resourceRowOf,
  visibleTextOf,
} from './support/screen.ts'
import { assertElapsed } from './support/timing.ts'

openRestaurantDesk()

describe('day closed by staff', () => {
  const date = '2026-12-01'
  const reason = 'Nghỉ giỗ tổ'

  it('is closed for all guests immediately, with the reason, until it is opened again (timing)', async () => {
    const sure = await requestBooking({ date })
    await submitAction(sure, 'confirm')
    const waiting = await requestBooking({ date, time: '12:00', name: 'Trần Văn Bảo' })
    assert.equal((await dayOf(app, `date=${date}&party_size=2`)).open, true)
    const begun = performance.now()
    const typed = { date, reason, reason_en: 'A family day' }
    const response = await press(hoa, '/closed', '/closed/close', typed)
    assert.equal(
      response.headers.get('location'),
      `/closed?change=closed&from=${date}&to=${date}#day-${date}`,
    )
    const closed = await dayOf(app, `date=${date}&party_size=2`)
    assertElapsed(begun, { belowMs: 8_000 })
    assert.deepEqual([closed.open, closed.reason, closed.slots], [false, reason, []])
    assert.equal((await dayOf(app, `date=${date}&locale=en`)).reason, 'A family day')
    const month = await monthOf(app, 'month=2026-12&party_size=2')
    assert.equal(month.days.find((one) => one.date === date)?.open, false)
    const { status, body } = await book(app, { ...table, date })
    assert.equal(status, 422)
    assert.deepEqual(
      body.fields.map(({ name, code, message }) => [name, code, message]),
      [['date', 'not_open', reason]],
    )
    const booking = { ...table, date, ...{ party_size: '4', consent: '1' } }
    assert.doesNotMatch(
      await (await app.get(`/booking?date=${booking.date}&party_size=4`)).text(),
      /18:30/,
    )

    // Existing bookings stay, and their guests must be called.
    const page = await hoa.read('/closed')
    const line = partOf(page, `id="day-${date}"`, '</details>')
    assert.match(
      visibleTextOf(line),
      /Thứ Ba 1\/12\/2026 Nghỉ giỗ tổ Mở lại 2 lượt đã đặt cần gọi khách Trần Văn Bảo T3 1\/12 12:00/,
    )
    assert.ok(line.includes(`href="/bookings/${sure}"`) && line.includes('href="tel:+84912345678"'))
    assert.match(visibleTextOf(await hoa.read(`/day?date=${date}`)), /Trần Văn Bảo/)
    assert.match(visibleTextOf(await hoa.read(`/timeline?date=${date}`)), /Nghỉ giỗ tổ/)
    assert.equal((await app.json(`/api/booking/${sure}`)).status, 'confirmed')
    const promise = await submitAction(waiting, 'confirm')
    assert.equal(promise.status, 409)
    assert.equal((await submitAction(waiting, 'decline', { own: reason })).status, 303)
    const entry = { date, time: '12:00', party: '2', name: 'Hùng', id: 'on a closed day' }
    assert.equal((await hoa.post('/entry', entry)).status, 409)

    const opened = await press(hoa, '/closed', '/closed/open', { date })
    assert.equal(opened.status, 303)
    assert.equal((await dayOf(app, `date=${date}&party_size=2`)).open, true)
    assert.equal((await book(app, { ...table, date, time: '13:00' })).status, 202)
    const rows = await app.store.read.all<{ action: string; actor: string }>(
      "SELECT action, actor FROM audit WHERE subject = 'day:2026-12-01' ORDER BY id",
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['closed', 'reopened'],
    )
    assert.ok(rows.every(({ actor }) => actor.startsWith('staff:')))
  })

  it('can be closed with the days after it in one entry, reopened together, and both undone', async () => {
    const days = ['2027-01-08', '2027-01-09', '2027-01-10']
    const isOpen = async () =>
      Promise.all(days.map(async (one) => (await dayOf(app, `date=${one}&party_size=2`)).open))
    const typed = { date: '2027-01-08', until: '2027-01-10', reason: 'Nghỉ xuân' }
    const closed = await press(hoa, '/closed', '/closed/close', typed)
    assert.equal(closed.status, 303)
    assert.deepEqual(await isOpen(), [false, false, false])
    const page = await hoa.read(closed.headers.get('location') ?? '')
    assert.match(noticeOf(page), /^Đã đóng: T6 8\/1 – Chủ nhật 10\/1\/2027 \(3 ngày\) Hoàn tác$/)
    const undo = formTo(page, '/closed/undo')
    assert.equal((await hoa.post(undo.action, undo.fields)).status, 303)
    assert.deepEqual(await isOpen(), [true, true, true])
    assert.equal((await hoa.post(undo.action, undo.fields)).status, 409)

    await press(hoa, '/closed', '/closed/close', typed)
    const line = partOf(await hoa.read('/closed'), 'id="day-2027-01-08"', '<details')
    const reopened = await hoa.post('/closed/open', formTo(line, '/closed/open').fields)
    assert.deepEqual(await isOpen(), [true, true, true])
    const back = formTo(await hoa.read(reopened.headers.get('location') ?? ''), '/closed/undo')
    assert.equal((await hoa.post(back.action, back.fields)).status, 303)
    assert.deepEqual(await isOpen(), [false, false, false])
    assert.equal((await dayOf(app, 'date=2027-01-09')).reason, 'Nghỉ xuân')

    // One of them alone.
    assert.equal((await hoa.post('/closed/open', { date: '2027-01-09' })).status, 303)
    assert.deepEqual(await isOpen(), [false, true, false])
    for (const one of ['2027-01-08', '2027-01-10']) await hoa.post('/closed/open', { date: one })
  })

  it('is reopened by the undo although its pace was set meanwhile', async () => {
    const closed = await press(hoa, '/closed', '/closed/close', { date: '2027-01-15', reason })
    const pace = { date: '2027-01-15', every: '30', guests: '20', bookings: '' }
    assert.equal((await hoa.post('/online/pace', pace)).status, 303)
    const undo = formTo(await hoa.read(closed.headers.get('location') ?? ''), '/closed/undo')
    assert.equal((await hoa.post(undo.action, undo.fields)).status, 303)
    assert.equal((await dayOf(app, 'date=2027-01-15&party_size=2')).open, true)
  })

  it('is closed with at most 60 days, the last not before the first, or none at all', async () => {
    const before = await rowCounts(app)
    for (const until of ['2027-01-31', '2027-04-02', '2027-13-01', 'x']) {
      const fields = { date: '2027-02-01', until, reason }
      const response = await hoa.post('/closed/close', fields)
      assert.equal(response.status, 409, until)
      assert.equal(formTo(await response.text(), '/closed/close').fields.until, until)
    }
    assert.deepEqual(await rowCounts(app), before)
    const last = '2027-04-01'
    assert.equal(
      (await hoa.post('/closed/close', { date: '2027-02-01', until: last, reason })).status,
      303,
    )
    assert.equal((await hoa.post('/closed/open', { date: '2027-02-01', until: last })).status, 303)
  })

  it('can be one of several that are closed at the same time', async () => {
    const dates = ['2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11']
    const responses = await Promise.all(
      dates.map((one) => hoa.post('/closed/close', { date: one, reason })),
    )
    assert.deepEqual(
      responses.map(({ status }) => status),
      [303, 303, 303, 303],
    )
    for (const one of dates) assert.equal((await dayOf(app, `date=${one}`)).open, false, one)
    await Promise.all(dates.map((one) => hoa.post('/closed/open', { date: one })))
    for (const one of dates) assert.equal((await dayOf(app, `date=${one}`)).open, true, one)
  })

  it('in another process is rejected immediately and shown on the next page', async () => {
    const day = '2026-12-12'
    await app.store.write((sql) =>
      sql.run(
        'INSERT INTO closed_days (date, reason_vi, reason_en, created_at) VALUES (?, ?, ?, ?)',
        day,
        'Bão',
        'A storm',
        app.clock.now,
      ),
    )
    const { status, body } = await book(app, { ...table, date: day })
    assert.deepEqual([status, body.fields[0]?.message], [422, 'Bão'])
    await app.appHost.refresh()
    assert.equal((await dayOf(app, `date=${day}`)).reason, 'Bão')
    assert.equal((await press(hoa, '/closed', '/closed/open', { date: day })).status, 303)
  })

  it('needs a future day and a reason, and keeps the input', async () => {
    const before = await rowCounts(app)
    for (const [typed, expected] of [
      [{ date: '2026-11-15' }, /đã qua/],
      [{ date: '2028-01-01' }, /không có/],
      [{ date: '2026-11-31' }, /không có/],
      [{ date: '' }, /không có/],
      [{ reason: '  ' }, /Xin ghi lý do/],
    ] as const) {
      const response = await press(hoa, '/closed', '/closed/close', { date, reason, ...typed })
      assert.equal(response.status, 409, JSON.stringify(typed))
      const page = await response.text()
      assert.match(noticeOf(page), expected)
      const { fields } = formTo(page, '/closed/close')
      assert.equal(fields.date, { date, ...typed }.date)
    }
    assert.equal((await hoa.post('/closed/open', { date: '2026-12-30' })).status, 409)
    assert.deepEqual(await rowCounts(app), before)
    assert.match(await hoa.read('/closed?date=%22%3E%3Cb%3E'), /value="&quot;&gt;&lt;b&gt;"/)
  })
})

describe('blocked resources', () => {
  const span = { date: '2026-12-15', from: '17:00', to: '23:30', reason: 'Tiệc <riêng>' }
  const block = (typed: Record<string, string>) =>
    press(hoa, '/blocks', '/closed/block', { ...span, ...typed })
  const blocks = async () =>
    (await app.store.read.all<{ id: string }>('SELECT id FROM blocks')).length
  const readRemaining = async () =>
    (await dayOf(app, `date=${span.date}&party_size=2`)).slots.find(({ time }) => time === '19:00')
      ?.left ?? 0

  it('are one resource, a group or all, and are blocked completely or not at all', async () => {
    const before = [await blocks(), await readRemaining()] as const
    assert.equal((await block({ resource: 'table:hien-1' })).status, 303)
    assert.equal(await readRemaining(), before[1] - 1)
    const page = await hoa.read(`/timeline?date=${span.date}`)
    const [bar] = barsOf(resourceRowOf(page, 'table:hien-1'))
    assert.match(bar?.className ?? '', /^blocked c28 s26$/)
    assert.equal(bar?.title, 'Tiệc &lt;riêng&gt;')

    // One table of the veranda is blocked already, so the others are not blocked.
    const response = await block({ resource: 'group:Hiên vườn' })
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), /Hiên 1 đang được khoá/)
    assert.equal(await blocks(), before[0] + 1)

    const code = await requestBooking({ date: span.date, time: '20:00', name: 'Trần Văn Bảo' })
    const everything = await block({ resource: 'all', from: '19:00', to: '19:30' })
    assert.equal(everything.status, 409)
    const [{ fields } = { fields: {} }] = formsOf(
      await block({ resource: 'all' }).then((one) => one.text()),
    ).filter(({ action }) => action === '/closed/block')
    assert.equal((fields as Record<string, string>).reason, span.reason)
    assert.equal(await blocks(), before[0] + 1)
    assert.equal((await submitAction(code, 'decline', { own: 'Kín chỗ' })).status, 303)

    const [own] = formsOf(await hoa.read('/blocks')).filter(
      ({ action }) => action === '/closed/unblock',
    )
    assert.equal((await hoa.post('/closed/unblock', own?.fields ?? {})).status, 303)
    assert.equal((await hoa.post('/closed/unblock', own?.fields ?? {})).status, 409)
    assert.equal(
      (await block({ resource: 'group:Hiên vườn', next: 'timeline' })).headers.get('location'),
      `/timeline?date=${span.date}`,
    )
    assert.equal(await blocks(), before[0] + 5)
    assert.equal((await block({ resource: 'group:Trong nhà' })).status, 303)
    assert.equal(await readRemaining(), 0)
  })

  it('that are rejected do not fill in the form that closes the shop', async () => {
    const page = await (await block({ resource: 'none', reason: 'Bàn gãy chân' })).text()
    assert.equal(formTo(page, '/closed/block').fields.reason, 'Bàn gãy chân')
    assert.ok(!page.includes('action="/closed/close"'))
  })

  it('are free again by the undo, and blocked again by the undo of that', async () => {
    const own = { date: '2026-12-18', resource: 'group:Trong nhà' }
    const undoOf = async ({ headers }: Response) => {
      const page = await hoa.read(headers.get('location') ?? '')
      const [undo] = formsOf(partOf(page, 'class="notice', '</div>'))
      return hoa.post(undo?.action ?? '', undo?.fields ?? {})
    }
    const before = await blocks()
    const blocked = await block(own)
    assert.ok((await blocks()) > before + 1)
    await undoOf(blocked)
    assert.equal(await blocks(), before)

    const single = await block({ ...own, resource: 'table:nha-1' })
    const unblocked = await undoOf(single)
    const again = await undoOf(unblocked)
    assert.equal(again.status, 303)
    assert.equal(await blocks(), before + 1)
    const page = await hoa.read('/blocks')
    assert.match(visibleTextOf(page), /T6 18\/12 17:00–23:30 Tiệc <riêng>.*Hoa khoá/)
    await undoOf(again)
  })

  it('that are an absence are taken back on its page, and no guest remains to be told', async () => {
    const code = await requestBooking({ date: '2026-12-19', name: 'Lê Văn Tám' })
    await submitAction(code, 'confirm')
    const table = JSON.parse((await rowOf(code)).given).tables[0]
    const away = { resource: `table:${table}`, date: '2026-12-19', for: 'day' }
    const marked = await hoa.post('/absence', away)
    const [, id = ''] = /\/absence\/(\w+)/.exec(marked.headers.get('location') ?? '') ?? []
    const open = async () =>
      (await app.store.read.all('SELECT id FROM guest_contacts WHERE about = ?', id)).length
    assert.equal(await open(), 1)
    const response = await hoa.post('/closed/unblock', { id })
    assert.equal(response.headers.get('location'), `/absence/${id}`)
    assert.equal(await open(), 0)
  })

  it('name the guest who has a booking', async () => {
    const date = '2026-12-16'
    await requestBooking({ date, name: 'Trần Văn Bảo' })
    const response = await block({ date, resource: 'group:Trong nhà' })
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), /Nhà 4 đã có Trần Văn Bảo, 18:30–20:15/)
  })

  it('are rejected if the input is not valid', async () => {
    const before = await blocks()
    const wrong: Record<string, string>[] = [
      { from: '19:00', to: '18:00' },
      { from: '19:00', to: '19:00' },
      { from: '19:07', to: '20:00' },
      { from: '', to: '20:00' },
      { from: '19:00', to: '25:00' },
      { date: '' },
      { date: '2026-02-30' },
      { reason: ' ' },
      { resource: 'table:x' },
      { resource: '' },
      { resource: 'group:Nơi nào đó' },
    ]
    for (const typed of wrong) {
      const response = await block({ resource: 'table:nha-1', date: '2026-12-17', ...typed })
      assert.equal(response.status, 409, JSON.stringify(typed))
      assert.notEqual(noticeOf(await response.text()), '')
    }
    assert.equal((await hoa.post('/closed/unblock', { id: 'x' })).status, 409)
    assert.equal(await blocks(), before)
  })
})

describe('log', () => {
  it('contains no reasons or guests', () => {
    const lines = app.log.join('').split('\n')
    const personalData = /Lan|912345678|Bảo|Minh|Hùng|riêng|giỗ|"level":"(warn|error)"/
    assert.deepEqual(
      lines.filter((line) => personalData.test(line)),
      [],
    )
  })
})
