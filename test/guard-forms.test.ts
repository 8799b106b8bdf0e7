/** Writes from a browser: the site that they come from, the token of their form, and how fast they are sent. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { issueFormToken } from '../src/domain/guard/form-token.ts'
import { rowCounts, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { base, monday, secret, startShop } from './support/shop.ts'
import { assertElapsed } from './support/timing.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))

describe('write from a browser', () => {
  const send = (headers: Record<string, string>) =>
    app.post('/api/booking?dry_run=1', { ...table, date: '2026-12-10' }, headers)

  it('is rejected from another site, in any media type', async () => {
    for (const headers of [
      { origin: 'https://other.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://other.example', 'content-type': 'application/x-www-form-urlencoded' },
      { origin: `${base}.evil.example` },
      { origin: 'https://other.example', 'sec-fetch-site': 'same-origin' },
    ]) {
      const response = await send(headers)
      assert.equal(response.status, 403, JSON.stringify(headers))
      assert.match(((await response.json()) as { type: string }).type, /cross-site$/)
      assert.equal(response.headers.get('access-control-allow-origin'), null)
    }
  })

  it('is accepted from our own pages, and from programs', async () => {
    for (const headers of [
      {},
      { origin: base },
      { origin: base, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: `http://127.0.0.1:${app.port}` },
    ] as Record<string, string>[]) {
      assert.equal((await send(headers)).status, 202, JSON.stringify(headers))
    }
  })

  it('has no CORS permission for other origins', async () => {
    const asked = await app.get('/api/booking', {
      method: 'OPTIONS',
      headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
    })
    assert.equal(asked.status, 204)
    assert.equal(asked.headers.get('allow'), 'POST, OPTIONS')
    assert.equal(asked.headers.get('access-control-allow-origin'), null)
  })
})

describe('form', () => {
  const later = monday + 5_000
  const token = (form = 'requestBooking', at = app.clock.now) => issueFormToken(secret, form, at)
  const submit = (fields: Record<string, string>, query = '') => {
    const body = new URLSearchParams({ ...(table as unknown as Record<string, string>), ...fields })
    return app.get(`/api/booking${query}`, { method: 'POST', body })
  }

  it('is accepted once with the token of the page', async () => {
    const form_token = token()
    app.clock.now = later
    const fields = { form_token, date: '2026-12-15', note: '' }
    const first = await submit(fields)
    assert.equal(first.status, 202, await first.clone().text())
    const { code } = (await first.json()) as { code: string }
    const row = await app.store.read.get(
      'SELECT source FROM bookings WHERE code = ?',
      code.replaceAll('-', ''),
    )
    assert.equal(row?.source, 'web')
    assert.equal((await submit({ ...fields, time: '12:00' })).status, 403)
    app.clock.now = later - 5_000
  })

  it('can be sent again with the same token after an error, and accepts lists', async () => {
    const form_token = token()
    app.clock.now = later
    assert.equal((await submit({ form_token, date: '2026-12-16', time: '15:00' })).status, 422)
    const body = new URLSearchParams({
      ...(table as unknown as Record<string, string>),
      form_token,
      date: '2026-12-16',
    })
    body.append('allergens', 'fish')
    body.append('allergens', 'milk')
    assert.equal((await app.get('/api/booking', { method: 'POST', body })).status, 202)
    app.clock.now = later - 5_000
  })

  it('is rejected without a valid token of this form', async () => {
    const cases: [name: string, fields: Record<string, string>, at: number][] = [
      ['none', {}, later],
      ['forged', { form_token: `${token().slice(0, -2)}xx` }, later],
      ['nonsense', { form_token: 'a.b.c.d' }, later],
      ['too old', { form_token: token() }, app.clock.now + 2 * 3600_000 + 1],
      ['another form', { form_token: token('submitLead') }, later],
    ]
    const before = await rowCounts(app)
    for (const [name, fields, at] of cases) {
      const start = app.clock.now
      app.clock.now = at
      const response = await submit({ ...fields, date: '2026-12-17' })
      app.clock.now = start
      assert.equal(response.status, 403, name)
      assert.match(((await response.json()) as { type: string }).type, /form-check-failed$/)
    }
    assert.deepEqual(await rowCounts(app), before)
  })
})

describe('form that is sent within two seconds', () => {
  const submit = (ageMs: number, query: string, signal?: AbortSignal) => {
    const form_token = issueFormToken(secret, 'requestBooking', app.clock.now - ageMs)
    const fields = {
      ...(table as unknown as Record<string, string>),
      form_token,
      date: '2026-12-18',
    }
    const body = new URLSearchParams(fields)
    return app.get(`/api/booking${query}`, { method: 'POST', body, ...(signal && { signal }) })
  }

  it('is held for the rest of them while others are answered, and then accepted (timing)', async () => {
    const start = performance.now()
    let isAnswered = false
    const held = submit(400, '').finally(() => {
      isAnswered = true
    })
    assert.equal((await app.get('/api/offers?limit=1')).status, 200)
    assert.equal((await submit(2_000, '?dry_run=1')).status, 202)
    assert.equal(isAnswered, false)
    assert.equal((await held).status, 202)
    assertElapsed(start, { atLeastMs: 1_550, belowMs: 8_000 })
  })

  it('is not stored if the client disconnects meanwhile (timing)', async () => {
    const before = await rowCounts(app)
    const abort = new AbortController()
    const held = submit(1_000, '', abort.signal)
    await pause(100)
    abort.abort()
    await assert.rejects(held)
    // Held for as long, but later: when it is answered, the first one would have been stored.
    assert.equal((await submit(1_000, '?dry_run=1')).status, 202)
    assert.deepEqual(await rowCounts(app), before)
  })

  it('is rejected while the same client has eight such forms in progress', async () => {
    const forms = Array.from({ length: 9 }, () => submit(0, '?dry_run=1'))
    const statuses = (await Promise.all(forms)).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [...Array<number>(8).fill(202), 403],
    )
    assert.equal((await submit(1_900, '?dry_run=1')).status, 202)
  })
})

describe('form with a field that a honeypot would have', () => {
  it('gets an error on that field, and can be sent without it', async () => {
    const form_token = issueFormToken(secret, 'requestBooking', app.clock.now - 5_000)
    const fields = {
      ...(table as unknown as Record<string, string>),
      form_token,
      date: '2026-12-19',
    }
    const submit = (more: Record<string, string>) =>
      app.get('/api/booking', { method: 'POST', body: new URLSearchParams({ ...fields, ...more }) })
    const rejected = await submit({ website: 'https://lan.example' })
    assert.equal(rejected.status, 422)
    const problem = (await rejected.json()) as { fields: { name: string; code: string }[] }
    assert.deepEqual(
      problem.fields.map(({ name, code }) => ({ name, code })),
      [{ name: 'website', code: 'unknown' }],
    )
    assert.equal((await submit({ website: '' })).status, 202)
  })
})
