/** The same callback request sent again: staff have it once, and are notified once. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { minute } from '../src/kernel/time.ts'
import { call, type JsonRecord } from './support/assistant.ts'
import { rowCounts } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { openPage, pressButton } from './support/site-form.ts'

const lead = {
  ...{ name: 'Nguyễn Thị Lan', phone: '0912 345 678', email: 'lan@example.com' },
  ...{ message: 'Tiệc sinh nhật', preferred_time: 'sau 18 giờ' },
}
const path = '/contact/call-back'
const open = () => startShop('spa', { writeLimit: 100, trustProxy: 1 })

async function send(
  app: RunningShop,
  fields: object = {},
  { query = '', ...headers }: Record<string, string> = {},
): Promise<JsonRecord> {
  const body = { ...lead, consent: '1', ...fields }
  const response = await app.post(`/api/lead${query}`, body, headers)
  assert.equal(response.status, 201, await response.clone().text())
  return (await response.json()) as JsonRecord
}

const sendByTool = (app: RunningShop, args: object = {}) =>
  call(app, 'submit_contact_request', { ...lead, consent: true, locale: 'en', ...args })

async function sendByForm(app: RunningShop) {
  const { email: _, ...fields } = lead
  const review = await pressButton(app, await openPage(app, path), fields)
  return pressButton(app, review, { consent: '1' }, { step: 'send' })
}

const leadCount = async (app: RunningShop) => (await rowCounts(app)).leads

describe('the same callback request of the same client without a key', () => {
  it('gets the first response and stores, announces and counts nothing', async () => {
    const app = await open()
    const first = await send(app)
    assert.equal(first.already_requested, undefined)
    const before = await rowCounts(app)
    const again = await send(app, { phone: '+84912345678', name: ` ${lead.name} `, locale: 'en' })
    assert.deepEqual(again, { ...first, already_requested: true })
    assert.deepEqual(await rowCounts(app), before)
  })

  it('is found after the first one had a key, but not with another key', async () => {
    const app = await open()
    const first = await send(app, {}, { 'idempotency-key': 'key-of-the-first' })
    assert.deepEqual(await send(app), { ...first, already_requested: true })
    const second = await send(app, {}, { 'idempotency-key': 'key-of-the-second' })
    assert.notEqual(second.id, first.id)
  })

  it('is found across the API, the tool and the form', async () => {
    const app = await open()
    await send(app)
    const before = await rowCounts(app)
    const { structuredContent, content } = await sendByTool(app)
    assert.equal(structuredContent?.already_requested, true)
    assert.match(
      content[0]?.text ?? '',
      /Yêu cầu này đã được gửi trước đó; không có yêu cầu thứ hai/,
    )
    assert.deepEqual(await rowCounts(app), before)

    const site = await open()
    assert.equal((await sendByForm(site)).status, 200)
    assert.equal((await sendByForm(site)).status, 200)
    const { email: _, ...fields } = lead
    assert.equal((await send(site, { ...fields, email: undefined })).already_requested, true)
    assert.equal(await leadCount(site), 1)
  })

  it('is the response of a dry run, which stores nothing and tells no id to a model', async () => {
    const app = await open()
    const first = await send(app)
    const before = await rowCounts(app)
    const dryRun = await send(app, {}, { query: '?dry_run=1' })
    const { id, test, already_requested, next_step } = dryRun
    assert.deepEqual([id, test, already_requested], [first.id, true, true])
    assert.match(String(next_step), /đã được gửi trong nửa giờ qua/)
    const { structuredContent = {} } = await sendByTool(app, { dry_run: true, locale: 'vi' })
    assert.equal(structuredContent.dry_run, true)
    assert.equal((structuredContent.would_be as JsonRecord).already_requested, true)
    assert.ok(!JSON.stringify(structuredContent).includes(String(first.id)))
    assert.deepEqual(await rowCounts(app), before)
    assert.match(String((await send(app, { name: 'Hà' }, { query: '?dry_run=1' })).id), /^TEST-/)
  })

  it('is stored once when it is sent many times concurrently', async () => {
    const app = await open()
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(app)))
    assert.equal(new Set(sent.map(({ id }) => id)).size, 1)
    const { leads, outbox, audit } = await rowCounts(app)
    assert.deepEqual([leads, outbox, audit], [1, 1, 1])
  })
})

describe('a callback request is a new one', () => {
  const others = {
    ...{ name: 'Trần Hà', phone: '0987 654 321', email: 'ha@example.com' },
    ...{ message: 'Gói tháng', preferred_time: 'buổi sáng' },
  }
  for (const [field, value] of Object.entries(others)) {
    it(`with another ${field}, or without it`, async () => {
      const app = await open()
      await send(app)
      assert.equal((await send(app, { [field]: value })).already_requested, undefined)
      const isOptional = field !== 'name' && field !== 'phone'
      if (isOptional) {
        assert.equal((await send(app, { [field]: undefined })).already_requested, undefined)
      }
      assert.equal(await leadCount(app), isOptional ? 3 : 2)
    })
  }

  it('from another client', async () => {
    const app = await open()
    await send(app, {}, { 'x-forwarded-for': '203.0.113.1' })
    const other = await send(app, {}, { 'x-forwarded-for': '203.0.113.2' })
    assert.equal(other.already_requested, undefined)
  })

  it('after half an hour', async () => {
    const app = await open()
    const first = await send(app)
    app.clock.now += 29 * minute
    assert.equal((await send(app)).id, first.id)
    app.clock.now += 2 * minute
    assert.equal((await send(app)).already_requested, undefined)
  })

  it('after staff have called', async () => {
    const app = await open()
    const staff = await addStaff(app, 'Mai')
    const first = await send(app)
    assert.equal((await staff.post(`/leads/${first.id}`, { handled: '1' })).status, 303)
    const second = await send(app)
    assert.notEqual(second.id, first.id)
    assert.equal(second.already_requested, undefined)
  })
})
