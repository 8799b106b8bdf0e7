/** Requests about personal data that guests send: they enter the register, and show and erase nothing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formsOf, formTo, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'

const openShop = (options: object = {}) =>
  startShop('restaurant', { writeLimit: 100_000, ...options })

type Row = {
  id: string
  kind: string
  contact: string
  note: string | null
  source: string | null
  verified_at: number | null
  reply_by: string
  due_on: string
}

const rowsOf = (app: RunningShop) =>
  app.store.read.all<Row>('SELECT * FROM guest_requests ORDER BY id')

let sent = 0

async function ask(app: RunningShop, fields: object, query = '') {
  const response = await app.post(
    `/api/data-request${query}`,
    { kind: 'see', consent: '1', ...fields },
    { 'idempotency-key': `data-request-${sent++}` },
  )
  const body = (await response.json()) as Record<string, unknown> & {
    fields: { name: string; code: string }[]
  }
  return { status: response.status, body }
}

describe('a request about personal data', () => {
  const app = openBefore(() => openShop())

  it('is registered with its deadlines for a phone number, once for each kind', async () => {
    const { status, body } = await ask(app, { kind: 'erase', phone: '0987 111 222' }, '?locale=en')
    assert.equal(status, 202, JSON.stringify(body))
    assert.match(String(body.next_step), /Staff call your number by .* verify that it is you/)
    const again = await ask(app, { kind: 'erase', phone: '+84987111222', note: 'Xin gấp' })
    assert.equal(again.status, 202)
    const [row, ...others] = await rowsOf(app)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [row?.kind, row?.contact, row?.source, row?.verified_at],
      ['erase', '+84987111222', 'api', null],
    )
    assert.deepEqual([body.reply_by, body.due_on], [row?.reply_by, row?.due_on])
  })

  it('to correct something else is registered as well, and the same one is not', async () => {
    const phone = '0987 222 111'
    for (const note of ['Tên là Lan', 'Email cũ', 'Tên là Lan', ''])
      assert.equal((await ask(app, { kind: 'correct', phone, note })).status, 202)
    const rows = (await rowsOf(app)).filter(({ contact }) => contact === '+84987222111')
    assert.deepEqual(
      rows.map(({ note }) => note),
      ['Tên là Lan', 'Email cũ'],
    )
  })

  it('with the code of a booking and four digits is about its phone number; a wrong pair looks like an unknown code', async () => {
    const { body: booking } = await book(app, { ...table, phone: '0987 333 444' })
    const wrong = await ask(app, { code: booking.code, phone_last4: '0000' })
    const unknown = await ask(app, { code: 'BAN-0000-0000-00', phone_last4: '3444' })
    assert.equal(wrong.status, 404)
    const { instance: _, ...first } = wrong.body
    const { instance: __, ...second } = unknown.body
    assert.deepEqual(first, second)
    const { status, body } = await ask(app, { code: booking.code, phone_last4: '3444' })
    assert.equal(status, 202, JSON.stringify(body))
    assert.equal(JSON.stringify(body).includes('987'), false, 'the response says no number')
    assert.equal((await rowsOf(app)).at(-1)?.contact, '+84987333444')
  })

  it('needs one of both, and stores nothing in a dry run', async () => {
    const before = await rowsOf(app)
    const neither = await ask(app, {})
    assert.equal(neither.status, 422)
    assert.deepEqual(
      neither.body.fields.map(({ name, code }) => [name, code]),
      [['phone', 'missing']],
    )
    const half = await ask(app, { code: 'BAN-0000-0000-00' })
    assert.deepEqual(
      half.body.fields.map(({ name }) => name),
      ['phone_last4'],
    )
    const other = await ask(app, { kind: 'withdraw', phone: '0987 555 666' })
    assert.equal(other.status, 422)
    const tried = await ask(app, { phone: '0987 555 666' }, '?dry_run=1')
    assert.equal(tried.status, 202)
    assert.equal(tried.body.test, true)
    assert.deepEqual(await rowsOf(app), before)
  })

  it('counts as a write, and wrong digits are limited', async () => {
    const limited = await openShop({ writeLimit: 2 })
    const { body } = await book(limited, { ...table, phone: '0987 777 888' })
    const guess = () => ask(limited, { code: body.code, phone_last4: '0000' })
    const statuses = [(await guess()).status, (await guess()).status, (await guess()).status]
    assert.equal(statuses.at(-1), 429, statuses.join())
  })

  it('is sent on the site: the privacy page and the status page lead to the form', async () => {
    const { body: booking } = await book(app, { ...table, phone: '0987 999 000' })
    const privacy = await (await app.get('/privacy')).text()
    assert.match(privacy, /href="\/privacy\/request"/)
    const status = await (await app.get(`/booking/${booking.code}`)).text()
    assert.ok(status.includes(`href="/privacy/request?code=${booking.code}"`))
    const page = await (await app.get(`/privacy/request?code=${booking.code}`)).text()
    const form = formsOf(page).find(({ fields }) => 'kind' in fields)
    assert.ok(form, visibleTextOf(page))
    assert.equal(form.fields.code, booking.code)
  })
})

describe('at the desk', () => {
  it('nothing is shown before staff have verified the person', async () => {
    const app = await openShop()
    const mai = await addStaff(app, 'Mai', 'owner')
    await book(app, { ...table, phone: '0987 111 000' })
    await ask(app, { kind: 'see', phone: '0987 111 000', note: 'Gửi qua Zalo' })
    const list = visibleTextOf(await mai.read('/guest-data'))
    assert.match(list, /Xin xem dữ liệu · 0987 111 000 .* khách gửi, chưa xác minh/)
    const [row] = await rowsOf(app)
    const path = `/guest-data/requests/${row?.id}`
    const page = await mai.read(path)
    assert.match(visibleTextOf(page), /chưa được xác minh/)
    assert.equal(
      formsOf(page).some(({ action }) => action === '/guest-data/kept'),
      false,
    )
    await mai.confirm()
    const { fields } = formTo(page, `${path}/save`)
    assert.equal((await mai.post(`${path}/verify`, fields)).status, 303)
    const verified = await mai.read(path)
    assert.match(visibleTextOf(verified), /Đã xác minh .*Mai/)
    assert.ok(formsOf(verified).some(({ action }) => action === '/guest-data/kept'))
    const second = formTo(verified, `${path}/save`)
    assert.equal((await mai.post(`${path}/verify`, second.fields)).status, 409)
  })
})
