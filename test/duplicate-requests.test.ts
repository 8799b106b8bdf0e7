/** The same request sent again, and requests of different clients with one phone number. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBookingContext } from '../src/domain/booking/context.ts'
import { evaluateBooking, findOverlaps } from '../src/domain/booking/request.ts'
import { issueFormToken } from '../src/domain/guard/form-token.ts'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { minute } from '../src/kernel/time.ts'
import { call } from './support/assistant.ts'
import { type BookingResponse, rowCounts, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { base, type RunningShop, secret, startShop } from './support/shop.ts'

const openShop = () => startShop('restaurant', { trustProxy: 1 })

type Sent = { status: number; body: BookingResponse; location: string | null; quota: string }

/** Without an idempotency key. */
async function send(app: RunningShop, from: string, body: object): Promise<Sent> {
  const response = await app.get('/api/booking', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    body: (await response.json()) as BookingResponse,
    location: response.headers.get('location'),
    quota: response.headers.get('ratelimit') ?? '',
  }
}

async function sendByTool(app: RunningShop, from: string, args: object): Promise<BookingResponse> {
  const { consent: _, ...fields } = { consent: '', ...args }
  const params = { name: 'request_reservation', arguments: { ...fields, consent: true } }
  const response = await app.post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { 'x-forwarded-for': from, accept: 'application/json, text/event-stream' },
  )
  const { result } = (await response.json()) as { result: { structuredContent: BookingResponse } }
  return result.structuredContent
}

type Repeated = { summary: string; already_requested?: boolean }

/** The result of the second of two equal calls. */
async function twice(app: RunningShop, tool: string, args: object): Promise<{ result: Repeated }> {
  const sent = { ...args, consent: true, locale: 'en' }
  await call(app, tool, sent)
  return { result: (await call(app, tool, sent)).structuredContent as Repeated }
}

async function bookingRow(app: RunningShop, code: string) {
  const row = await app.store.read.get<{ id: string; version: number; status: string }>(
    'SELECT id, version, status FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  assert.ok(row)
  return row
}

async function heldCells(app: RunningShop, code: string): Promise<number> {
  const { id } = await bookingRow(app, code)
  const row = await app.store.read.get<{ cells: number }>(
    'SELECT COUNT(*) AS cells FROM cells WHERE holder = ?',
    `booking:${id}`,
  )
  return row?.cells ?? 0
}

describe('the same request of the same client without a key', () => {
  it('gets the first response and stores, holds and counts nothing', async () => {
    const app = await openShop()
    const first = await send(app, '203.0.113.1', table)
    assert.equal(first.body.already_requested, undefined)
    const before = await rowCounts(app)
    // The same fields in another spelling and language.
    const again = await send(app, '203.0.113.1', {
      ...table,
      name: ` ${table.name} `,
      phone: '+84912345678',
      locale: 'en',
    })
    assert.equal(again.status, 202)
    assert.equal(again.location, first.location)
    assert.deepEqual(again.body, { ...first.body, already_requested: true })
    assert.equal(again.quota, first.quota)
    assert.deepEqual(await rowCounts(app), before)
  })

  it('is valid in a dry run and a preview, although it holds the place and counts toward the limits', async () => {
    const app = await openShop()
    const from = '203.0.113.1'
    const dryRun = async (body: object) => {
      const response = await app.get('/api/booking?dry_run=1', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    for (const date of ['2026-11-27', '2026-11-28']) await send(app, from, { ...table, date })
    const first = await send(app, from, table)
    const before = await rowCounts(app)
    const again = await dryRun(table)
    assert.equal(again.status, 202, JSON.stringify(again.body))
    const { code, test, already_requested, status_url, next_step } = again.body
    assert.deepEqual([code, test, already_requested], [first.body.code, true, true])
    assert.equal(status_url, undefined)
    assert.match(String(next_step), /đã được gửi trong nửa giờ qua/)
    assert.equal((await dryRun({ ...table, date: '2026-12-04' })).status, 429)
    assert.equal((await dryRun({ ...table, note: 'khác' })).status, 429)
    const { consent: _, ...fields } = table
    const preview = await app.post(
      '/mcp',
      {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'request_reservation', arguments: fields },
      },
      { 'x-forwarded-for': from, accept: 'application/json, text/event-stream' },
    )
    const { result } = (await preview.json()) as { result: { isError?: boolean } }
    assert.ok(!result.isError, JSON.stringify(result))
    assert.deepEqual(await rowCounts(app), before)
  })

  it('is found across the API, the form and the tools', async () => {
    const app = await openShop()
    const { body } = await send(app, '203.0.113.2', table)
    const byTool = await sendByTool(app, '203.0.113.2', table)
    assert.equal(byTool.code, body.code)
    assert.equal(byTool.already_requested, true)
    const form = new URLSearchParams({
      ...Object.fromEntries(Object.entries(table).map(([name, value]) => [name, String(value)])),
      form_token: issueFormToken(secret, 'requestBooking', app.clock.now - 5_000),
    })
    const headers = { 'x-forwarded-for': '203.0.113.2', origin: base }
    const byForm = await app.get('/api/booking', { method: 'POST', headers, body: form })
    assert.equal(((await byForm.json()) as BookingResponse).code, body.code)
  })

  it('says of a change and of an order that it was sent before', async () => {
    const spa = await startShop('spa')
    const { result: order } = await twice(spa, 'request_gift_card', {
      ...{ amount: 500_000, delivery: 'printed_card', recipient: 'Lan' },
      ...{ name: 'Trần Hà', phone: '0912 345 678' },
    })
    assert.match(order.summary, /had been sent before, code THE-/)
    assert.equal(order.already_requested, true)
    const { structuredContent } = await call(spa, 'request_appointment', {
      ...{ service_id: 'massage-sa-chanh', date: '2026-11-20', time: '14:00' },
      ...{ name: 'Trần Hà', phone: '0912 345 678', consent: true },
    })
    const { result: change } = await twice(spa, 'request_change', {
      ...{ code: structuredContent?.code, phone_last4: '5678', kind: 'cancel' },
    })
    assert.match(change.summary, /had been sent before/)
    assert.equal(change.already_requested, true)
  })

  it('is a new request after half an hour, with other fields, or from another client', async () => {
    const app = await openShop()
    const { body: first } = await send(app, '203.0.113.3', table)
    const otherParty = await send(app, '203.0.113.3', { ...table, party_size: 3 })
    assert.notEqual(otherParty.body.code, first.code)
    const otherClient = await send(app, '203.0.113.4', { ...table, phone: '0987 654 321' })
    assert.notEqual(otherClient.body.code, first.code)
    app.clock.now += 31 * minute
    const later = await send(app, '203.0.113.3', table)
    assert.equal(later.body.already_requested, undefined)
    assert.notEqual(later.body.code, first.code)
  })

  it('is a new request after the first one was declined or moved', async () => {
    const app = await openShop()
    const { body: first } = await send(app, '203.0.113.5', table)
    const actor = 'staff:1'
    await app.desk.decline({ code: first.code, version: 1, actor, reason: 'Kín chỗ' })
    const { body: second } = await send(app, '203.0.113.5', table)
    assert.notEqual(second.code, first.code)
    const target = { date: '2026-11-21', time: '18:30' }
    await app.desk.move({ code: second.code, version: 1, actor, ...target })
    const { body: third } = await send(app, '203.0.113.5', table)
    assert.notEqual(third.code, second.code)
    assert.equal(third.already_requested, undefined)
  })

  it('is stored once when it is sent many times concurrently', async () => {
    const app = await openShop()
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(app, '203.0.113.6', table)))
    assert.equal(new Set(sent.map(({ body }) => body.code)).size, 1)
    assert.equal((await rowCounts(app)).bookings, 1)
  })
})

describe('a request with the phone number of another open booking at that time', () => {
  const shop = openBefore(openShop)
  const overlapping = { ...table, time: '19:00', party_size: 2, phone: '+84 912 345 678' }
  const actor = 'staff:1'
  let first: Sent
  let second: Sent

  it('is accepted from another client like any other, and holds no place', async () => {
    first = await send(shop, '203.0.113.10', table)
    second = await send(shop, '203.0.113.11', overlapping)
    assert.equal(second.status, 202)
    assert.deepEqual(Object.keys(second.body), Object.keys(first.body))
    assert.equal(second.body.status, 'pending')
    assert.ok((await heldCells(shop, first.body.code)) > 0)
    assert.equal(await heldCells(shop, second.body.code), 0)
    assert.deepEqual(await findBrokenInvariants(shop.store.read), [])
  })

  it('names the other booking on the desk', async () => {
    const staff = await addStaff(shop, 'Mai')
    const warning = new RegExp(
      `Cùng số điện thoại với</b> <a [^>]*>${first.body.code}</a>\\slúc 18:30`,
    )
    for (const path of ['/', `/bookings/${second.body.code}`]) {
      assert.match(await staff.read(path), warning)
    }
    assert.doesNotMatch(await staff.read(`/bookings/${first.body.code}`), /Cùng số điện thoại/)
  })

  it('holds a place once staff confirm it, and none again after an undo', async () => {
    const { code } = second.body
    await shop.desk.confirm({ code, version: 1, actor })
    assert.ok((await heldCells(shop, code)) > 0)
    await shop.desk.undo({ code, version: 2, actor })
    assert.equal(await heldCells(shop, code), 0)
    assert.equal((await bookingRow(shop, code)).status, 'pending')
    await shop.desk.decline({ code, version: 3, actor, reason: 'Trùng' })
    await shop.desk.undo({ code, version: 4, actor })
    assert.equal(await heldCells(shop, code), 0)
    assert.deepEqual(await findBrokenInvariants(shop.store.read), [])
  })

  it('holds a place after a move, and none again after its undo', async () => {
    const { code } = second.body
    await shop.desk.move({ code, version: 5, actor, date: '2026-11-20', time: '20:00' })
    assert.ok((await heldCells(shop, code)) > 0)
    await shop.desk.undo({ code, version: 6, actor })
    assert.equal(await heldCells(shop, code), 0)
    assert.deepEqual(await findBrokenInvariants(shop.store.read), [])
  })

  it('holds a place at a time that does not overlap', async () => {
    const lunch = await send(shop, '203.0.113.12', { ...table, time: '11:30' })
    assert.ok((await heldCells(shop, lunch.body.code)) > 0)
  })

  it('is compared with each of several requests, and one that begins when the other ends holds a place', async () => {
    const app = await openShop()
    await send(app, '203.0.113.13', { ...table, time: '18:00', party_size: 2 })
    const [details] = app.shop.booking.parseDetails({ party_size: 2 }, 'request').details ?? []
    assert.ok(details)
    const evaluate = (time: string, phone: string) => {
      const request = {
        ...{ details, date: table.date, time, answers: {}, locale: 'vi' as const },
        guest: { name: table.name, phone, email: null, note: null },
        consent: { version: '2026-01-01', text: 'web' },
        ...{ source: 'web', client: '203.0.113.14' },
      }
      return evaluateBooking(app.store.read, createBookingContext(app.shop), request, app.clock.now)
    }
    const bookings = await Promise.all([
      evaluate('18:00', '+84987654321'),
      evaluate('19:00', '+84912345678'),
      evaluate('19:30', '+84912345678'),
    ])
    const hasOverlap = await findOverlaps(app.store.read, bookings)
    assert.deepEqual(bookings.map(hasOverlap), [false, true, false])
  })

  it('expires at its start like any other', async () => {
    shop.clock.now = Date.parse('2026-11-20T19:00:00+07:00')
    await shop.desk.expire()
    assert.equal((await bookingRow(shop, second.body.code)).status, 'cancelled')
    assert.deepEqual(await findBrokenInvariants(shop.store.read), [])
  })
})

it('a phone number may have more bookings than a statement has parameters', async () => {
  const app = await openShop()
  await send(app, '203.0.113.30', table)
  const count = 17_000
  await app.store.write(async (sql) => {
    const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
    const columnsOf = async (name: string) =>
      Object.keys((await sql.get(`SELECT * FROM ${name}`)) ?? {})
    const copy = async (name: string, changed: Readonly<Record<string, string>>) => {
      const columns = await columnsOf(name)
      const values = columns.map((column) => changed[column] ?? column)
      await sql.run(
        `INSERT INTO ${name} (${columns.join(', ')}) ${numbers}
         SELECT ${values.join(', ')} FROM numbers CROSS JOIN (SELECT * FROM ${name}) AS original`,
      )
    }
    const past = { starts_at: 'starts_at - 86400000', ends_at: 'ends_at - 86400000' }
    await copy('bookings', { ...past, id: "'past-' || n", code: "'P' || n" })
    await copy('booking_guests', { booking_id: "'past-' || n" })
  })
  const other = await send(app, '203.0.113.31', { ...table, time: '19:00', party_size: 2 })
  assert.equal(other.status, 202, JSON.stringify(other.body))
  assert.equal(await heldCells(app, other.body.code), 0)
})

it('a request without a place cannot be confirmed while all places are taken', async () => {
  const app = await openShop()
  const room = { ...table, party_size: 12, table_type: 'phong-rieng' }
  const first = await send(app, '203.0.113.20', room)
  assert.equal(first.status, 202, JSON.stringify(first.body))
  const { code: firstCode } = first.body
  const actor = 'staff:1'
  await app.desk.confirm({ code: firstCode, version: 1, actor })
  await app.desk.move({ code: firstCode, version: 2, actor, date: table.date, time: '17:00' })
  const second = await send(app, '203.0.113.21', { ...table, time: '18:00' })
  assert.equal(await heldCells(app, second.body.code), 0)
  const { resources } = app.shop.booking
  for (const { id } of resources) {
    const block = { resource: id, date: table.date, at: 18 * 60, minutes: 60, reason: 'tiệc' }
    await app.desk.block({ ...block, actor }).catch(() => {})
  }
  await assert.rejects(app.desk.confirm({ code: second.body.code, version: 1, actor }), {
    code: 'not_free',
  })
  assert.equal((await bookingRow(app, second.body.code)).status, 'pending')
  assert.deepEqual(await findBrokenInvariants(app.store.read), [])
})
