import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { parseList } from 'structured-headers'
import { issueFormToken } from '../src/domain/guard/form-token.ts'
import { book, guest, massage, rowCounts, table } from './support/booking.ts'
import { newDatabase } from './support/database.ts'
import { openBefore } from './support/lifetime.ts'
import { base, monday, type RunningShop, secret, startShop } from './support/shop.ts'
import { assertElapsed } from './support/timing.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))

function quotaOf(response: Response): { r: number; t: number } {
  const [item] = parseList(response.headers.get('ratelimit') ?? '')
  assert.equal(item?.[0], 'writes')
  const { r, t } = Object.fromEntries(item?.[1] ?? [])
  return { r: Number(r), t: Number(t) }
}

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

describe('write limit', () => {
  it('allows five writes per hour and address, and returns the remaining count', async () => {
    const own = await startShop('restaurant')
    for (const [index, left] of [4, 3, 2, 1, 0].entries()) {
      const { status, response } = await book(own, {
        ...{ ...table, phone: `090000000${index}` },
        date: `2026-12-0${index + 1}`,
      })
      assert.equal(status, 202)
      const { r, t } = quotaOf(response)
      assert.equal(r, left)
      assert.ok(t > 0 && t <= 3600)
      own.clock.now += 60_000
    }
    const { status, body, response } = await book(own, { ...table, date: '2026-12-09' })
    assert.equal(status, 429)
    assert.equal(body.type, `${base}/problems/rate-limited`)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const { r, t } = quotaOf(response)
    assert.equal(r, 0)
    assert.equal(Number(response.headers.get('retry-after')), body.retry_after)
    assert.ok(Number(body.retry_after) >= t)
    assert.equal((await own.post('/api/lead', guest)).status, 429)
    assert.equal((await own.get('/api/availability?date=2026-12-09')).status, 200)
    own.clock.now += Number(body.retry_after) * 1000
    await own.store.write((sql) => sql.run("UPDATE bookings SET status = 'confirmed'"))
    assert.equal((await book(own, { ...table, date: '2026-12-09' })).status, 202)
    assert.equal((await book(own, { ...table, date: '2026-12-10' })).status, 429)
    await own.stop()
  })

  it('counts neither rejected requests nor replays, and survives a restart', async () => {
    const file = await newDatabase()
    const one = await startShop('restaurant', { file, writeLimit: 2 })
    const key = { 'idempotency-key': 'limit-key-0001' }
    await book(one, table, key)
    for (let time = 0; time < 4; time++) {
      assert.equal(quotaOf((await book(one, table, key)).response).r, 1)
      assert.equal(quotaOf((await book(one, { ...table, time: '15:00' })).response).r, 1)
      assert.equal(quotaOf((await book(one, {})).response).r, 1)
    }
    await one.stop()
    const two = await startShop('restaurant', { file, writeLimit: 2 })
    assert.equal((await book(two, { ...table, date: '2026-11-21' })).status, 202)
    assert.equal((await book(two, { ...table, date: '2026-11-22' })).status, 429)
    await two.stop()
  })

  it('trusts X-Forwarded-For only from our own proxies, and treats an IPv6 /64 as one address', async () => {
    const from = async (own: RunningShop, forwarded: string, index: number) => {
      const phone = `090000000${index}`
      const body = { ...table, phone, date: `2026-12-0${index}` }
      return (await book(own, body, { 'x-forwarded-for': forwarded })).status
    }
    const open = await startShop('restaurant', { writeLimit: 1 })
    assert.equal(await from(open, '203.0.113.1', 1), 202)
    assert.equal(await from(open, '203.0.113.2', 2), 429)
    await open.stop()
    const behind = await startShop('restaurant', { writeLimit: 1, trustProxy: 1 })
    assert.equal(await from(behind, '203.0.113.1', 1), 202)
    assert.equal(await from(behind, '203.0.113.2', 2), 202)
    assert.equal(await from(behind, '198.51.100.7, 203.0.113.1', 3), 429)
    assert.equal(await from(behind, '2001:db8:1:2::1', 4), 202)
    assert.equal(await from(behind, '2001:0db8:1:2:ffff::9', 8), 429)
    assert.equal(await from(behind, '2001:db8:1:3::1', 9), 202)
    const text = JSON.stringify(await behind.store.read.all('SELECT * FROM writes'))
    assert.doesNotMatch(text, /203\.0|2001/)
    await behind.stop()
  })
})

describe('client behind a proxy', () => {
  const shop = openBefore(() => startShop('restaurant', { writeLimit: 1, trustProxy: 1 }))

  /** Whether two writes count as writes of one client. */
  const areOneClient = async (one: Record<string, string>, other: Record<string, string>) => {
    // The limit is for an hour.
    shop.clock.now += 2 * 3600_000
    assert.equal((await shop.post('/api/lead', guest, one)).status, 201)
    const { status } = await shop.post('/api/lead', guest, other)
    assert.ok(status === 201 || status === 429, String(status))
    return status === 429
  }
  const viaXff = (value: string) => ({ 'x-forwarded-for': value })
  const viaForwarded = (value: string) => ({ forwarded: value })

  const same: readonly [one: Record<string, string>, other: Record<string, string>][] = [
    [viaXff('203.0.113.1'), viaXff('203.0.113.1:50123')],
    [viaXff('203.0.113.1'), viaXff('203.000.113.001')],
    [viaXff('203.0.113.1'), viaXff('::ffff:203.0.113.1')],
    [viaXff('203.0.113.1'), viaXff('[::FFFF:cb00:7101]:443')],
    [viaXff('2001:db8::1'), viaXff('[2001:0DB8:0:0::2]:443')],
    [viaXff('203.0.113.1'), viaForwarded('for=203.0.113.1;proto=https')],
    [viaXff('2001:db8::1'), viaForwarded('proto=https; For="[2001:db8::1]:4711"')],
    [viaForwarded('for=198.51.100.1, for=203.0.113.1'), viaXff('203.0.113.1')],
    // No addresses: both count as the proxy itself.
    [viaXff('unknown'), viaForwarded('for=_hidden')],
    [viaXff('203.0.113.300'), viaXff('not an address')],
  ]

  for (const [one, other] of same) {
    it(`is the same for ${JSON.stringify(one)} and ${JSON.stringify(other)}`, async () => {
      assert.equal(await areOneClient(one, other), true)
    })
  }

  it('is another one for another address', async () => {
    assert.equal(await areOneClient(viaXff('203.0.113.1'), viaXff('203.0.113.2')), false)
    const others = [viaForwarded('for=203.0.113.1'), viaForwarded('for=203.0.113.2')] as const
    assert.equal(await areOneClient(...others), false)
  })

  it('is reported once if TRUST_PROXY does not fit', async () => {
    for (const [trustProxy, event] of [
      [0, 'proxy not declared'],
      [2, 'fewer proxies than declared'],
    ] as const) {
      const shop = await startShop('restaurant', { trustProxy })
      for (const date of ['2026-12-01', '2026-12-02']) {
        await book(shop, { ...table, date }, viaXff('203.0.113.1'))
      }
      const lines = shop.log.join('').split('\n')
      const warnings = lines.filter((line) => line.includes('"level":"warn"'))
      assert.equal(warnings.length, 1, warnings.join('\n'))
      assert.equal(JSON.parse(warnings[0] ?? '{}').event, event)
      assert.doesNotMatch(warnings[0] ?? '', /203\.0/)
      await shop.stop()
    }
  })
})

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
    const held = submit(1_200, '').finally(() => {
      isAnswered = true
    })
    assert.equal((await app.get('/api/offers?limit=1')).status, 200)
    assert.equal((await submit(2_000, '?dry_run=1')).status, 202)
    assert.equal(isAnswered, false)
    assert.equal((await held).status, 202)
    assertElapsed(start, { atLeastMs: 750, belowMs: 8_000 })
  })

  it('is not stored if the client disconnects meanwhile (timing)', async () => {
    const before = await rowCounts(app)
    const abort = new AbortController()
    const held = submit(1_500, '', abort.signal)
    await pause(100)
    abort.abort()
    await assert.rejects(held)
    await pause(900)
    assert.deepEqual(await rowCounts(app), before)
  })

  it('is rejected while the same client has eight such forms in progress', async () => {
    const forms = Array.from({ length: 9 }, () => submit(1_000, '?dry_run=1'))
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

describe('request body', () => {
  const send = (body: string | Buffer, type = 'application/json') =>
    app.get('/api/booking', { method: 'POST', body, headers: { 'content-type': type } })

  it('must be a JSON object or a form', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['[]', 'application/json'],
      ['null', 'application/json'],
      ['"x"', 'application/json'],
      ['', 'application/json'],
      ['{}', 'text/plain'],
      ['{}', ''],
      [Buffer.from([0x7b, 0xff, 0x7d]), 'application/json'],
    ] as const) {
      const response = await send(body, type)
      assert.equal(response.status, 400, `${body} ${type}`)
      assert.match(((await response.json()) as { type: string }).type, /malformed-body$/)
    }
  })

  it('must not have a name twice in one object', async () => {
    for (const [body, name] of [
      ['{"party_size":2,"party_size":20}', 'party_size'],
      ['{"note":"a","no\\u0074e":"b"}', 'note'],
      ['{"note":"\\"","x":[{"y":{"z":1,"z" : 2}}]}', 'z'],
    ] as const) {
      const response = await send(body)
      assert.equal(response.status, 400, body)
      const { type, detail } = (await response.json()) as { type: string; detail: string }
      assert.match(type, /malformed-body$/)
      assert.ok(detail.includes(`"${name}"`), detail)
    }
    for (const body of [
      '{"a":"b","c":"b","d":["a","a"]}',
      '{"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":1}]}',
      '{"a":"\\",\\"a\\":1"}',
    ]) {
      assert.equal((await send(body)).status, 422, body)
    }
  })

  it('must not be compressed', async () => {
    const plain = JSON.stringify({ ...table, date: '2026-12-20' })
    const post = (encoding: string, body: string | Buffer) =>
      app.get('/api/booking', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      })
    const bodies = [
      ['gzip', gzipSync(plain)],
      ['gzip', plain],
      ['x', plain],
    ] as const
    for (const [encoding, body] of bodies) {
      const response = await post(encoding, body)
      assert.equal(response.status, 400)
      const { type, detail } = (await response.json()) as { type: string; detail: string }
      assert.match(type, /malformed-body$/)
      assert.match(detail, /Content-Encoding/)
    }
    assert.equal((await post('identity', plain)).status, 202)
  })

  it('has a limited depth', async () => {
    for (const body of [
      `{"note":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      `${'{"a":'.repeat(2700)}1${'}'.repeat(2700)}`,
    ]) {
      assert.equal((await send(body)).status, 400)
    }
    assert.equal((await send(JSON.stringify({ note: '[[[[[[[[[[[[[[[[[[' }))).status, 422)
  })

  it('must not contain prototype keys', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const response = await send(`{"${key}":{"admin":true}}`)
      assert.equal(response.status, 422)
      const { fields } = (await response.json()) as { fields: { name: string; code: string }[] }
      assert.ok(
        fields.some((field) => field.name === key && field.code === 'unknown'),
        key,
      )
    }
    assert.equal(({} as { admin?: boolean }).admin, undefined)
  })
})
