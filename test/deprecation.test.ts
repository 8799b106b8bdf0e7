import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseItem } from 'structured-headers'
import type { Deprecation } from '../src/faces/api/deprecation.ts'
import { readContract } from './support/openapi.ts'
import { startShop } from './support/shop.ts'

describe('deprecation', () => {
  it('is currently on no response', async () => {
    const app = await startShop('restaurant')
    for (const path of ['/api', '/api/offers', '/api/offers/ca-kho-lang-vu-dai']) {
      const { headers } = await app.get(path)
      assert.equal(headers.get('deprecation'), null)
      assert.equal(headers.get('sunset'), null)
    }
  })

  const dates = { since: '2027-01-01', until: '2027-07-01' }
  const migration = [
    { vi: 'Gọi /api/menu thay cho /api/offers.', en: 'Call /api/menu instead of /api/offers.' },
    { vi: 'Đọc dishes thay cho offers.', en: 'Read dishes instead of offers.' },
  ]
  const assertDeprecated = ({ headers }: Response, where: string) => {
    const [since] = parseItem(headers.get('deprecation') ?? '')
    assert.deepEqual(since, new Date('2027-01-01T00:00:00Z'), where)
    assert.equal(headers.get('sunset'), 'Thu, 01 Jul 2027 00:00:00 GMT', where)
    for (const rel of ['deprecation', 'sunset', 'successor-version']) {
      assert.match(headers.get('link') ?? '', new RegExp(`rel="${rel}"`), where)
    }
  }
  type Flags = Record<string, Record<string, { deprecated?: boolean }>>
  const flagsOf = (openapi: Record<string, unknown>) =>
    Object.values(openapi.paths as Flags).flatMap((methods) =>
      Object.values(methods).map(({ deprecated = false }) => deprecated),
    )

  it('of a path is in its headers, in /openapi.json and in the documentation once announced', async () => {
    const ending = await startShop('restaurant', {
      deprecations: [{ path: '/api/offers', ...dates, successor: '/api/menu', migration }],
    })
    assertDeprecated(await ending.get('/api/offers?limit=1'), '200')
    assertDeprecated(await ending.get('/api/offers', { method: 'DELETE' }), '405')
    const wrongVersion = { method: 'DELETE', headers: { 'api-version': '1.0' } }
    assertDeprecated(await ending.get('/api/offers', wrongVersion), '400')
    assert.equal((await ending.get('/api')).headers.get('deprecation'), null)

    const openapi = await ending.json('/openapi.json')
    assert.equal(flagsOf(openapi).filter((flag) => flag).length, 1)
    const docs = await (await ending.get('/en/docs.md')).text()
    assert.match(docs, /\/api\/offers \| 2027-01-01 \| 2027-07-01 \| \/api\/menu/)
    assert.match(docs, /1\. Call \/api\/menu.*\n2\. Read dishes/)
    assert.match(await (await ending.get('/docs.md')).text(), /1\. Gọi \/api\/menu/)
  })

  it('of a version is on every response of that version, also on errors and from caches', async () => {
    const ending = await startShop('restaurant', {
      deprecations: [{ version: '2.0', ...dates, successor: '/api', migration }],
      writeLimit: 1,
    })
    const lead = { name: 'Lan', phone: '0912 345 678', consent: '1' }
    const post = (body: object, headers?: Record<string, string>) => () =>
      ending.post('/api/lead', body, headers)
    const get = (path: string, init?: RequestInit) => () => ending.get(path, init)
    const month = '/api/availability?month=2026-12'
    const cases: [status: number, send: () => Promise<Response>][] = [
      [200, get('/api')],
      [200, get('/api')],
      [200, get('/api/offers?limit=1', { headers: { 'api-version': '2' } })],
      [200, get('/api/offers', { method: 'HEAD' })],
      [200, get(month)],
      [200, get(month)],
      [304, get('/api/offers', { headers: { 'if-none-match': '*' } })],
      [304, get(month, { headers: { 'if-none-match': '*' } })],
      [204, get('/api/offers', { method: 'OPTIONS' })],
      [400, get('/api/offers?limit=x')],
      [400, get('/api', { headers: { 'api-version': '1.0' } })],
      [404, get('/api/nothing')],
      [404, get('/api/booking/none')],
      [405, get('/api/lead')],
      [406, get('/api', { headers: { accept: 'image/png' } })],
      [413, post({ name: 'x'.repeat(20_000) })],
      [422, post({})],
      [201, post(lead, { 'idempotency-key': 'a-key-of-this-test' })],
      [201, post(lead, { 'idempotency-key': 'a-key-of-this-test' })],
      [429, post({ ...lead, name: 'Hà' })],
      [431, get('/api', { headers: { 'x-long': 'x'.repeat(20_000) } })],
    ]
    for (const [status, send] of cases) {
      const response = await send()
      await response.text()
      assert.equal(response.status, status)
      assertDeprecated(response, `${status} ${response.url}`)
    }
    for (const path of ['/', '/docs', '/openapi.json']) {
      assert.equal((await ending.get(path)).headers.get('deprecation'), null, path)
    }

    const openapi = await ending.json('/openapi.json')
    assert.ok(flagsOf(openapi).every((flag) => flag))
    const { allows } = await readContract(ending)
    await allows('GET', '/api', await ending.get('/api'))
    const docs = await (await ending.get('/en/docs.md')).text()
    assert.match(docs, /version 2\.0 \| 2027-01-01 \| 2027-07-01 \| \/api/)
    assert.match(docs, /Migration from version 2\.0/)
    assert.match(await (await ending.get('/docs.md')).text(), /phiên bản 2\.0 \| 2027-01-01/)
  })

  it('of a path and of its version together has the earlier dates and both replacements', async () => {
    const ending = await startShop('restaurant', {
      deprecations: [
        { version: '2.0', since: '2027-03-01', until: '2027-12-01', successor: '/v3', migration },
        { path: '/api/offers', ...dates, successor: '/api/menu', migration },
      ],
    })
    const offers = await ending.get('/api/offers?limit=1')
    assertDeprecated(offers, 'both')
    assert.match(offers.headers.get('link') ?? '', /\/v3>.*\/api\/menu>/)
    const index = await ending.get('/api')
    assert.equal(index.headers.get('sunset'), 'Wed, 01 Dec 2027 00:00:00 GMT')
  })

  it('must last at least ninety days', async () => {
    const deprecations = [
      { path: '/api/offers', since: '2027-01-01', until: '2027-03-31', migration },
    ]
    await assert.rejects(startShop('restaurant', { deprecations }), /90 days/)
  })

  it('must have a date that exists', async () => {
    const deprecations = [{ path: '/api/offers', since: 'now', until: '2027-03-31', migration }]
    await assert.rejects(startShop('restaurant', { deprecations }), /YYYY-MM-DD/)
  })

  it('must have migration steps in both languages', async () => {
    const incomplete = [
      [],
      [{ vi: 'Gọi /api/menu.', en: ' ' }],
      [{ vi: '', en: 'Call /api/menu.' }],
    ]
    for (const steps of incomplete) {
      for (const part of [{ path: '/api/offers' }, { version: '2.0' }]) {
        const deprecations = [{ ...part, ...dates, migration: steps } as Deprecation]
        await assert.rejects(
          startShop('restaurant', { deprecations }),
          /the deprecation of (\/api\/offers|version 2\.0) has no migration steps/,
        )
      }
    }
  })

  it('must name a path or a version that exists', async () => {
    await assert.rejects(
      startShop('restaurant', { deprecations: [{ path: '/api/old', ...dates, migration }] }),
      /\/api\/old has no operation/,
    )
    await assert.rejects(
      startShop('restaurant', { deprecations: [{ version: '1.0', ...dates, migration }] }),
      /version 1\.0 is not served/,
    )
  })
})
