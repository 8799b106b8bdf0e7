/** Data requests of guests at the desk: deadlines, history and completion. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { computeDueDates } from '../src/domain/privacy/data-requests.ts'
import { applyRetention } from '../src/domain/privacy/retention.ts'
import { day } from '../src/kernel/time.ts'
import { addStaff } from './support/desk.ts'
import {
  createGuestRecords,
  defaultRequest,
  her,
  readAudit,
  readResponse,
  readTabCount,
  receiptIn,
  register,
  startPrivacyShop,
  step,
} from './support/guest-data.ts'
import { guestDataPattern } from './support/guest-data-fixtures.ts'
import { formTo, noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { monday } from './support/shop.ts'

describe('register of data requests', () => {
  it('shows the deadlines for the answer and the completion of each request', async () => {
    const shop = await startPrivacyShop()
    const path = await register(shop, {
      ...{ kind: 'correct', contact: 'Lan@example.com', name: 'Chị Lan', way: 'letter' },
      ...{ note: 'Tên sai', came_on: '2026-11-13' },
    })
    const page = visibleTextOf(await shop.mai.read(path))
    // Received on a Friday: two working days later is Tuesday.
    assert.match(page, /Xin sửa hạn trả lời T3 17\/11/)
    assert.match(page, /Khách Chị Lan, lan@example\.com Nhận Thứ Sáu 13\/11\/2026, thư giấy/)
    assert.match(page, /Hạn làm xong Thứ Hai 23\/11\/2026/)
    assert.match(
      visibleTextOf(await shop.mai.read('/guest-data')),
      /Xin sửa · Chị Lan, lan@example\.com/,
    )
  })

  it('has the legal deadlines by default', () => {
    const dueDateOf = (kind: 'see' | 'correct' | 'erase' | 'withdraw' | 'other') =>
      computeDueDates({}, { kind, came_on: '2026-11-02' })
    assert.deepEqual(dueDateOf('see'), { reply_by: '2026-11-04', due_on: '2026-11-12' })
    assert.equal(dueDateOf('correct').due_on, '2026-11-12')
    assert.equal(dueDateOf('withdraw').due_on, '2026-11-17')
    assert.equal(dueDateOf('erase').due_on, '2026-11-22')
    for (const [receivedOn, dueOn] of [
      ['2026-11-05', '2026-11-09'],
      ['2026-11-06', '2026-11-10'],
      ['2026-11-07', '2026-11-10'],
      ['2026-11-08', '2026-11-10'],
    ] as const) {
      assert.equal(
        computeDueDates({}, { kind: 'see', came_on: receivedOn }).reply_by,
        dueOn,
        receivedOn,
      )
    }
  })

  it('shows the number of unanswered, due and overdue requests on the owner’s tab', async () => {
    const shop = await startPrivacyShop()
    const { mai, app } = shop
    const tuan = await addStaff(app, 'Tuấn', 'host')
    assert.equal(await readTabCount(mai), '')
    const path = await register(shop, { kind: 'see', contact: her.phone })
    assert.equal(await readTabCount(mai), '1')
    assert.doesNotMatch(await tuan.read('/'), /class="count"|\/guest-data/)
    const more = partOf(await mai.read('/more'), '<ul class="more-list">', '</ul>')
    assert.match(partOf(more, '<a href="/guest-data"', '</a>'), /class="count">1</)

    assert.equal((await step(shop, path, 'reply')).status, 303)
    assert.equal(await readTabCount(mai), '')
    app.clock.now = monday + 6 * day
    assert.equal(await readTabCount(mai), '')
    app.clock.now = monday + 7 * day
    assert.equal(await readTabCount(mai), '1')
    assert.match(await mai.read(path), /class="due soon">hạn xong T5 26\/11</)
    app.clock.now = monday + 11 * day
    assert.match(await mai.read('/guest-data'), /class="due late">quá hạn · hạn xong T5 26\/11</)
    await mai.confirm()
    assert.equal((await step(shop, path, 'finish')).location, '/guest-data')
    assert.equal(await readTabCount(mai), '')
  })

  it('stores the input with any button, and the history', async () => {
    const shop = await startPrivacyShop()
    const { mai } = shop
    const path = await register(shop, { kind: 'see', contact: her.phone })
    await step(shop, path, 'reply', { note: 'Đã gọi lại\r\nlúc 10 giờ' })
    assert.equal(formTo(await mai.read(path), `${path}/save`).fields.note, 'Đã gọi lại\nlúc 10 giờ')
    await step(shop, path, 'save', { due_on: '2026-12-01' })
    const extended = visibleTextOf(await mai.read(path))
    assert.match(extended, /Hạn làm xong Thứ Ba 1\/12\/2026/)
    assert.match(extended, /Mai ghi chú: 2026-11-26 → 2026-12-01/)
    await step(shop, path, 'finish', { note: 'Đã đưa tận tay' })
    assert.match(visibleTextOf(await mai.read(path)), /Đã xong 09:00, Mai/)
    assert.match(visibleTextOf(await mai.read('/guest-data')), /Đã xong \(1\)/)
    assert.equal((await step(shop, path, 'finish')).status, 409)
    assert.equal((await step(shop, path, 'reopen')).status, 303)
    assert.deepEqual(await readAudit(shop, 'request:%'), [
      ...['Mai registered', 'Mai replied', 'Mai noted', 'Mai done', 'Mai reopened'],
    ])
  })

  it('shows the second staff member who was first', async () => {
    const shop = await startPrivacyShop()
    const path = await register(shop, { kind: 'see', contact: her.phone })
    const bich = await addStaff(shop.app, 'Bích')
    const { fields } = formTo(await bich.read(path), `${path}/save`)
    await step(shop, path, 'reply')
    const { status, text } = await readResponse(bich.post(`${path}/finish`, fields))
    assert.equal(status, 409)
    assert.match(noticeOf(text), /Có người vừa sửa trước.* Mai vừa báo đã trả lời khách/)
  })

  it('keeps the input of the second staff member beside the text of the first', async () => {
    const shop = await startPrivacyShop()
    const path = await register(shop, { kind: 'see', contact: her.phone, note: 'Khách gọi' })
    const bich = await addStaff(shop.app, 'Bích')
    const { fields } = formTo(await bich.read(path), `${path}/save`)
    await step(shop, path, 'reply', { note: 'Mai đã gọi lại', due_on: '2026-12-01' })
    const typed = { ...fields, note: 'Khách muốn\r\nnhận qua email' }
    const { status, text } = await readResponse(bich.post(`${path}/save`, typed))
    assert.equal(status, 409)
    const again = formTo(text, `${path}/save`).fields
    assert.equal(again.note, 'Khách muốn\nnhận qua email')
    assert.match(visibleTextOf(text), /Trong sổ đang ghi: Mai đã gọi lại/)
    // The second form has no input for the date, so it is as Mai stored it.
    assert.equal(again.due_on, '2026-12-01')
    assert.equal((await readResponse(bich.post(`${path}/save`, again))).status, 303)
    assert.match(await bich.read(path), />Khách muốn\nnhận qua email</)

    // A form without input shows the stored text, and does not overwrite it when submitted again.
    const { text: idle } = await readResponse(bich.post(`${path}/finish`, fields))
    assert.equal(formTo(idle, `${path}/save`).fields.note, 'Khách muốn\nnhận qua email')
    assert.doesNotMatch(visibleTextOf(idle), /Trong sổ đang ghi/)
    const moved = { ...fields, due_on: '2026-12-05' }
    const { text: later } = await readResponse(bich.post(`${path}/save`, moved))
    assert.equal(formTo(later, `${path}/save`).fields.due_on, '2026-12-05')
  })

  it('links an export to the access request of the guest', async () => {
    const shop = await startPrivacyShop()
    const { mai } = shop
    await createGuestRecords(shop)
    const accessRequest = await register(shop, { kind: 'see', contact: her.email })
    const correct = await register(shop, { kind: 'correct', contact: her.phone })
    const { text } = await readResponse(mai.post('/guest-data/export', { guest: her.phone }))
    const exported = JSON.parse(text) as { requests: Record<string, unknown>[] }
    assert.deepEqual(
      exported.requests.map(({ kind, contact }) => [kind, contact]),
      [
        ['correct', '+84987123654'],
        ['see', 'zyxq@example.com'],
      ],
    )
    const number = receiptIn(text)
    assert.ok((await mai.read(accessRequest)).includes(`/guest-data/receipts/${number}`))
    assert.match(
      visibleTextOf(await mai.read(accessRequest)),
      new RegExp(`Mai giao bản sao dữ liệu: ${number}`),
    )
    assert.doesNotMatch(await mai.read(correct), /guest-data\/receipts/)
  })

  it('accepts a page that was opened before the export', async () => {
    const shop = await startPrivacyShop()
    const { mai } = shop
    await createGuestRecords(shop)
    const path = await register(shop, { kind: 'see', contact: her.phone })
    const { fields } = formTo(await mai.read(path), `${path}/save`)
    await readResponse(mai.post('/guest-data/export', { guest: her.phone }))
    const done = await readResponse(mai.post(`${path}/finish`, { ...fields, note: 'Đã gửi tệp' }))
    assert.equal(done.status, 303, done.text)
    assert.deepEqual(await readAudit(shop, 'request:%'), [
      ...['Mai registered', 'Mai handed_over', 'Mai done'],
    ])
    // An export does not conflict, so the message does not name it.
    await step(shop, path, 'reopen')
    await readResponse(mai.post('/guest-data/export', { guest: her.phone }))
    const late = await readResponse(mai.post(`${path}/finish`, fields))
    assert.equal(late.status, 409)
    assert.match(noticeOf(late.text), /Mai vừa hoàn tác/)
  })

  it('links each booking from a correction request', async () => {
    const shop = await startPrivacyShop()
    const { mai } = shop
    const codes = await createGuestRecords(shop)
    const path = await register(shop, { kind: 'correct', contact: her.email })
    const page = await mai.read(path)
    for (const code of codes) assert.ok(page.includes(`href="/bookings/${code}#correct"`), code)
    const [first = ''] = codes
    const own = `/bookings/${first}`
    const name = 'Đỗ Thị Quỳnh'
    assert.equal((await press(mai, own, `${own}/correct`, { name })).status, 303)
    assert.match(visibleTextOf(await mai.read(path)), new RegExp(`${first} .* ${name}`))
    // An erased guest cannot be corrected back.
    await readResponse(mai.post('/guest-data/erase/now', { guest: her.phone, cancel: '1' }))
    const gone = await mai.read(own)
    assert.doesNotMatch(gone, /\/correct"/)
    const { fields } = formTo(gone, `${own}/note`)
    const again = await readResponse(
      mai.post(`${own}/correct`, { ...fields, name, phone: her.phone }),
    )
    assert.equal(again.status, 409)
    assert.match(noticeOf(again.text), /Tình trạng hiện giờ không cho/)
    assert.doesNotMatch(await mai.read(own), guestDataPattern)
  })

  it('rejects invalid input and keeps it', async () => {
    const shop = await startPrivacyShop()
    const { mai } = shop
    const validFields = { ...defaultRequest, kind: 'see', contact: her.phone, note: 'giữ lại' }
    const wrong: [change: Record<string, string>, expected: RegExp][] = [
      [{ contact: 'Lan' }, /Viết số điện thoại/],
      [{ kind: 'explode' }, /Chọn khách xin gì/],
      [{ way: '__proto__' }, /Chọn khách xin gì/],
      [{ came_on: '2026-11-17' }, /Ngày nhận phải là hôm nay/],
      [{ came_on: '2024-01-01' }, /Ngày nhận phải là hôm nay/],
      [{ came_on: 'hôm qua' }, /Ngày nhận phải là hôm nay/],
    ]
    for (const [change, expected] of wrong) {
      const { status, text } = await readResponse(
        mai.post('/guest-data/requests', { ...validFields, ...change }),
      )
      assert.equal(status, 400, JSON.stringify(change))
      assert.match(noticeOf(text), expected)
      assert.equal(formTo(text, '/guest-data/requests').fields.note, 'giữ lại')
    }
    for (const path of ['/guest-data/requests/x', '/guest-data/requests/x/save']) {
      assert.equal((await mai.get(path)).status, path.endsWith('x') ? 404 : 303)
      if (path.endsWith('save')) assert.equal((await mai.post(path, {})).status, 404)
    }
    const path = await register(shop, { kind: 'see', contact: her.phone })
    for (const action of ['explode', 'constructor', '__proto__']) {
      assert.equal((await mai.post(`${path}/${action}`, { version: '1' })).status, 404, action)
    }
    assert.deepEqual(await readAudit(shop, 'request:%'), ['Mai registered'])
  })
})

describe('desk of another trade', () => {
  it('does not mention a restaurant', async () => {
    const shop = await startPrivacyShop()
    const path = await register(shop, { kind: 'see', contact: her.phone, way: 'in_person' })
    assert.match(visibleTextOf(await shop.mai.read(path)), /2026, gặp trực tiếp/)
    for (const page of ['/guest-data', '/entry', path, '/team', '/more']) {
      assert.doesNotMatch(visibleTextOf(await shop.mai.read(page)), /\bquán\b/i, page)
    }
    const tuan = await addStaff(shop.app, 'Tuấn', 'host')
    const { text } = await readResponse(tuan.get('/guest-data'))
    assert.match(visibleTextOf(text), /Chỉ chủ mới xem được trang này/)
  })
})

describe('requests that are done', () => {
  it('are listed, the last fifty', async () => {
    const shop = await startPrivacyShop()
    const path = await register(shop, { kind: 'other', contact: her.phone })
    await step(shop, path, 'finish')
    await shop.app.store.write((sql) =>
      sql.run(
        `WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < 50)
         INSERT INTO guest_requests
           (id, kind, way, contact, came_on, reply_by, due_on, done_at, done_by, version, created_at)
         SELECT id || copy, kind, way, contact, came_on, reply_by, due_on, done_at + copy, done_by, version, created_at
         FROM guest_requests, copies`,
      ),
    )
    assert.match(visibleTextOf(await shop.mai.read('/guest-data')), /Đã xong \(50\)/)
  })
})

describe('data of the requester', () => {
  it('is anonymized after the retention period, but not before the request is done', async () => {
    const shop = await startPrivacyShop()
    const { app } = shop
    const done = await register(shop, { kind: 'other', contact: her.phone, name: 'Zyxq' })
    const open = await register(shop, { kind: 'other', contact: '0912 345 678' })
    await step(shop, done, 'finish')
    const { kept: retention } = app.shop.business
    assert.ok(retention)
    const runRetention = () => applyRetention(app.store, retention, () => app.clock.now)
    app.clock.now = monday + (retention.guest_days - 1) * day
    await runRetention()
    // The session has expired by then.
    const before = await addStaff(app, 'Lê')
    assert.match(await before.read(done), guestDataPattern)
    app.clock.now = monday + (retention.guest_days + 1) * day
    await runRetention()
    assert.doesNotMatch(await before.read(done), guestDataPattern)
    assert.match(await before.read(open), /0912 345 678/)
    const erased = await app.store.read.all<{ actor: string; subject: string }>(
      "SELECT actor, subject FROM audit WHERE action = 'erased'",
    )
    assert.deepEqual(
      erased.map(({ actor, subject }) => [actor, subject]),
      [['clock', `request:${done.split('/').at(-1)}`]],
    )
  })
})
