/** Idempotency keys: a repeated request gets the first response, and nothing is stored twice. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { issueFormToken } from '../src/domain/guard/form-token.ts'
import { book, guest, massage, rowCounts, table } from './support/booking.ts'
import { newDatabase } from './support/database.ts'
import { openBefore } from './support/lifetime.ts'
import { base, secret, startShop } from './support/shop.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))

describe('Idempotency-Key', () => {
  it('repeats the first response byte for byte, and creates no second booking', async () => {
    const headers = { 'idempotency-key': 'first-key-0001' }
    const first = await app.post('/api/booking', table, headers)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    const text = await first.text()
    const before = await rowCounts(app)
    const turned = Object.fromEntries(Object.entries(table).reverse())
    for (const [body, key] of [
      [table, 'first-key-0001'],
      [turned, '"first-key-0001"'],
      [table, ' first-key-0001 '],
    ] as const) {
      const again = await app.post('/api/booking', body, { 'idempotency-key': key })
      assert.equal(again.status, first.status)
      assert.equal(await again.text(), text)
      assert.equal(again.headers.get('location'), first.headers.get('location'))
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
    }
    assert.deepEqual(await rowCounts(app), before)
  })

  it('keeps the language of the first response', async () => {
    const headers = { 'idempotency-key': 'language-key-0001' }
    const body = { ...table, date: '2026-12-11' }
    const first = await app.post('/api/booking?locale=en', body, headers)
    const again = await app.post('/api/booking', body, headers)
    assert.equal(again.headers.get('content-language'), 'en')
    assert.equal(await again.text(), await first.text())
  })

  it('accepts the same form again', async () => {
    const headers = { 'idempotency-key': 'form-key-000001' }
    const fields = { ...(table as unknown as Record<string, string>), date: '2026-12-12' }
    const body = new URLSearchParams({
      ...fields,
      form_token: issueFormToken(secret, 'requestBooking', app.clock.now - 5_000),
    })
    const send = () => app.get('/api/booking', { method: 'POST', body, headers })
    const [first, again] = [await send(), await send()]
    assert.deepEqual([first.status, again.status], [202, 202])
    assert.equal(await again.text(), await first.text())
  })

  it('is rejected with another body, and valid for another endpoint', async () => {
    const headers = { 'idempotency-key': 'second-key-0001' }
    assert.equal((await book(app, { ...table, date: '2026-11-21' }, headers)).status, 202)
    for (const other of [{ ...table, date: '2026-11-22' }, { date: 'nonsense' }]) {
      const { status, body } = await book(app, other, headers)
      assert.equal(status, 422)
      assert.equal(body.type, `${base}/problems/idempotency-key-reused`)
    }
    assert.equal((await app.post('/api/lead', guest, headers)).status, 201)
  })

  it('is not used up by a rejected request', async () => {
    const headers = { 'idempotency-key': 'third-key-0001' }
    assert.equal((await book(app, { ...table, time: '15:00' }, headers)).status, 422)
    assert.equal((await book(app, { ...table, date: '2026-11-24' }, headers)).status, 202)
  })

  it('must be 8 to 64 visible characters', async () => {
    for (const key of ['a'.repeat(7), 'a'.repeat(65), 'with space', '"short"', '""']) {
      const { status, body } = await book(app, table, { 'idempotency-key': key })
      assert.equal(status, 400, key)
      assert.equal(body.type, `${base}/problems/invalid-idempotency-key`)
    }
    for (const [index, key] of ['b'.repeat(8), 'b'.repeat(64), `"${'c'.repeat(64)}"`].entries()) {
      const date = `2026-12-0${index + 1}`
      assert.equal((await book(app, { ...table, date }, { 'idempotency-key': key })).status, 202)
    }
  })

  it('creates one booking from twenty concurrent requests', async () => {
    const headers = { 'idempotency-key': 'at-once-key-0001' }
    const request = { ...table, date: '2026-12-04' }
    const before = await rowCounts(app)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => book(app, request, headers)),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([202]))
    assert.equal(new Set(responses.map(({ body }) => body.code)).size, 1)
    const replayed = responses.filter(({ response }) => response.headers.has('idempotent-replayed'))
    assert.equal(replayed.length, 19)
    assert.equal((await rowCounts(app)).bookings, (before.bookings ?? 0) + 1)
  })

  it('is stored for a day, across a restart', async () => {
    const file = await newDatabase()
    const headers = { 'idempotency-key': 'kept-key-0001' }
    const one = await startShop('spa', { file })
    const { body } = await book(one, massage, headers)
    await one.stop()
    const two = await startShop('spa', { file })
    assert.equal((await book(two, massage, headers)).body.code, body.code)
    two.clock.now += 24 * 3600_000 + 1000
    assert.notEqual((await book(two, massage, headers)).body.code, body.code)
    await two.stop()
  })
})
