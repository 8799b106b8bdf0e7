import assert from 'node:assert/strict'
import { get } from 'node:http'
import { describe, it } from 'node:test'
import { parseList } from 'structured-headers'
import { sendRaw } from './support/raw.ts'
import { base, openForEachTrade, startShop, trades } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade))
const app = apps.restaurant

/** Every kind of response under /api. */
const cases: [status: number, path: string, init?: RequestInit][] = [
  [200, '/api'],
  [200, '/api/offers'],
  [200, '/api/offers?limit=2&locale=en'],
  [204, '/api/offers', { method: 'OPTIONS' }],
  [400, '/api/offers?limit=0'],
  [400, '/api/offers?q=%ff'],
  [400, '/api/offers', { headers: { 'api-version': '1.0' } }],
  [404, '/api/nothing'],
  [404, '/api/offers/nothing'],
  [405, '/api/offers', { method: 'POST', body: '{}' }],
  [406, '/api/offers', { headers: { accept: 'image/png' } }],
  [413, '/api/offers', { method: 'POST', body: 'x'.repeat(20_000) }],
]

for (const trade of trades) {
  describe(`responses under /api of the ${trade}`, () => {
    for (const [status, path, init] of cases) {
      it(`${init?.method ?? 'GET'} ${path} → ${status}`, async () => {
        const response = await apps[trade].get(path, init)
        const { headers } = response
        assert.equal(response.status, status)
        assert.equal(headers.get('api-version'), '2.0')
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        assert.ok(headers.get('cache-control'))
        assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
        assert.equal(headers.get('access-control-allow-origin'), '*')
        assert.match(headers.get('link') ?? '', /<[^>]+\/docs#versioning>; rel="deprecation"/)

        const [policy] = parseList(headers.get('ratelimit-policy') ?? '')
        assert.equal(policy?.[0], 'writes')
        assert.deepEqual(Object.fromEntries(policy?.[1] ?? []), { q: 5, w: 3600 })

        if (status === 204) return
        assert.ok(headers.get('content-language'))
        assert.match(headers.get('vary') ?? '', /Accept-Language/)
        if (status === 200) {
          assert.equal(headers.get('content-type'), 'application/json')
          assert.match(headers.get('etag') ?? '', /^"[\w-]+"$/)
          return
        }
        assert.equal(headers.get('content-type'), 'application/problem+json')
        assert.equal(headers.get('cache-control'), 'no-store')
        const problem = (await response.json()) as Record<string, string | number>
        assert.equal(problem.status, status)
        assert.equal(problem.instance, `urn:uuid:${headers.get('x-request-id')}`)
        for (const member of ['title', 'detail']) assert.ok(problem[member], member)
        const type = String(problem.type)
        assert.ok(type.startsWith(`${base}/problems/`))
        const page = await apps[trade].get(type.replace(base, ''))
        assert.equal(page.status, 200)
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
      })
    }
  })
}

describe('invalid parameters', () => {
  const cases: [query: string, names: string[], codes: string[]][] = [
    ['limit=0', ['limit'], ['too_small']],
    ['limit=101', ['limit'], ['too_large']],
    ['limit=-1', ['limit'], ['too_small']],
    ['limit=1.5', ['limit'], ['wrong_type']],
    ['limit=ten', ['limit'], ['wrong_type']],
    ['limit=', ['limit'], ['wrong_type']],
    ['limit=1e1', ['limit'], ['wrong_type']],
    ['limit=99999999999999999999', ['limit'], ['wrong_type']],
    ['limit=5&limit=5', ['limit'], ['repeated']],
    ['locale=fr', ['locale'], ['not_one_of']],
    ['locale=VI', ['locale'], ['not_one_of']],
    ['locale=vi&locale=vi', ['locale'], ['repeated']],
    ['category=pizza', ['category'], ['not_one_of']],
    ['category=', ['category'], ['not_one_of']],
    ['tag=pizza', ['tag'], ['not_one_of']],
    ['q=', ['q'], ['too_short']],
    ['q=%20', ['q'], ['too_short']],
    [`q=${'a'.repeat(101)}`, ['q'], ['too_long']],
    ['cursor=forged', ['cursor'], ['wrong_format']],
    ['cursor=%00', ['cursor'], ['wrong_format']],
    ['page=2', ['page'], ['unknown']],
    ['__proto__=x', ['__proto__'], ['unknown']],
    ['constructor=x&toString=x', ['constructor', 'toString'], ['unknown', 'unknown']],
    [
      'limit=0&locale=fr&category=pizza&page=2',
      ['limit', 'category', 'locale', 'page'],
      ['too_small', 'not_one_of', 'not_one_of', 'unknown'],
    ],
  ]
  for (const [query, names, codes] of cases) {
    it(`are all listed: ${query.slice(0, 60)}`, async () => {
      const response = await app.get(`/api/offers?${query}`)
      const problem = (await response.json()) as {
        type: string
        detail: string
        fields: { name: string; code: string; message: string }[]
      }
      assert.equal(response.status, 400)
      assert.equal(problem.type, `${base}/problems/invalid-parameter`)
      assert.deepEqual(problem.fields.map(({ name }) => name).sort(), [...names].sort())
      assert.deepEqual(problem.fields.map(({ code }) => code).sort(), [...codes].sort())
      for (const { message } of problem.fields) assert.ok(problem.detail.includes(message))
    })
  }

  it('are reported with the allowed categories', async () => {
    const problem = await app.json('/api/offers?category=pizza&locale=en')
    assert.match(JSON.stringify(problem), /Write one of: khoi-vi \(Khởi vị\)/)
  })

  it('include a cursor of another query', async () => {
    const { next_cursor } = await app.json('/api/offers?limit=2&category=khoi-vi')
    assert.equal(typeof next_cursor, 'string')
    const right = await app.get(`/api/offers?category=Khoi%20vi&cursor=${next_cursor}`)
    assert.equal(right.status, 200)
    const wrong = await app.get(`/api/offers?category=nuong-than&cursor=${next_cursor}`)
    assert.equal(wrong.status, 400)
    const bent = `${String(next_cursor).slice(0, -1)}_`
    assert.equal((await app.get(`/api/offers?category=khoi-vi&cursor=${bent}`)).status, 400)
  })

  it('are reported in the language of the locale, then of Accept-Language', async () => {
    const detail = async (query: string, language?: string) => {
      const headers = language === undefined ? {} : { 'accept-language': language }
      const response = await app.get(`/api/offers?limit=0${query}`, { headers })
      const problem = (await response.json()) as { title: string }
      return [response.headers.get('content-language'), problem.title]
    }
    const vi = ['vi', 'Tham số không hợp lệ']
    const en = ['en', 'Invalid parameter']
    assert.deepEqual(await detail(''), vi)
    assert.deepEqual(await detail('', 'en-GB,en;q=0.8'), en)
    assert.deepEqual(await detail('', 'vi;q=0.5, en;q=0.9'), en)
    assert.deepEqual(await detail('', 'en;q=0, vi;q=0.1'), vi)
    assert.deepEqual(await detail('', 'fr'), vi)
    assert.deepEqual(await detail('', ';;;q=,'), vi)
    assert.deepEqual(await detail('&locale=vi', 'en'), vi)
    assert.deepEqual(await detail('&locale=fr', 'en'), en)
  })
})

describe('read request', () => {
  it('by HEAD gets the same headers as GET, without the body', async () => {
    for (const path of ['/api', '/api/offers?limit=3', '/api/offers/nothing', '/', '/menu.md']) {
      const [get, head] = [await app.get(path), await app.get(path, { method: 'HEAD' })]
      assert.equal(head.status, get.status)
      assert.equal(await head.text(), '')
      for (const name of ['content-type', 'etag', 'content-length', 'vary', 'link']) {
        assert.equal(head.headers.get(name), get.headers.get(name), `${path} ${name}`)
      }
    }
  })

  it('gets a 304 if its ETag matches the response in the requested encoding', async () => {
    for (const path of ['/api/offers', '/api/offers?limit=7&q=la', '/openapi.json', '/menu']) {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const first = await app.get(path, { headers: { 'accept-encoding': encoding } })
        const etag = first.headers.get('etag') ?? ''
        for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
          const headers = { 'accept-encoding': encoding, 'if-none-match': ifNoneMatch }
          const again = await app.get(path, { headers })
          assert.equal(again.status, 304, `${path} ${ifNoneMatch}`)
          assert.equal(await again.text(), '')
          assert.ok(again.headers.get('etag'))
          assert.ok(again.headers.get('cache-control'))
          assert.ok(again.headers.get('vary'))
        }
      }
      const other = await app.get(path, { headers: { 'if-none-match': '"other"' } })
      assert.equal(other.status, 200)
      const br = await app.get(path, { headers: { 'accept-encoding': 'br' } })
      const headers = {
        'accept-encoding': 'identity',
        'if-none-match': br.headers.get('etag') ?? '',
      }
      assert.equal((await app.get(path, { headers })).status, 200)
    }
  })

  it('gets a different ETag for each language and each encoding', async () => {
    const tags = new Set<string | null>()
    for (const language of ['vi', 'en']) {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const headers = { 'accept-language': language, 'accept-encoding': encoding }
        tags.add((await app.get('/api/offers', { headers })).headers.get('etag'))
      }
    }
    assert.equal(tags.size, 6)
  })

  it('gets the same bytes in every encoding', async () => {
    const plain = await sendRaw(app.port, rawGet('/api/offers', 'identity'))
    assert.doesNotMatch(plain.text, /content-encoding/i)
    for (const encoding of ['gzip', 'br']) {
      const response = await app.get('/api/offers', { headers: { 'accept-encoding': encoding } })
      assert.equal(response.headers.get('content-encoding'), encoding)
      assert.match(response.headers.get('vary') ?? '', /Accept-Encoding/)
      assert.equal(await response.text(), plain.text.slice(plain.text.indexOf('\r\n\r\n') + 4))
    }
    const rejected = await app.get('/api/offers', {
      headers: { 'accept-encoding': 'br;q=0, *;q=0' },
    })
    assert.equal(rejected.headers.get('content-encoding'), null)
  })

  it('gets brotli with a window of 64 KB, which takes less time to compress', async () => {
    for (const path of ['/', '/menu', '/openapi.json']) {
      const firstByte = await new Promise<number>((resolve, reject) => {
        const options = {
          host: '127.0.0.1',
          port: app.port,
          path,
          headers: { 'accept-encoding': 'br' },
        }
        get(options, (response) => {
          assert.equal(response.headers['content-encoding'], 'br', path)
          response.once('data', (part: Buffer) => resolve(part[0] ?? Number.NaN)).resume()
        }).on('error', reject)
      })
      // RFC 7932, section 9.1: a stream whose first bit is 0 has a window of 16 bits.
      assert.equal(firstByte & 1, 0, path)
    }
  })

  it('gets the pinned version, and an error for other versions', async () => {
    for (const version of ['2.0', '2']) {
      const headers = { 'api-version': version }
      assert.equal((await app.get('/api/offers', { headers })).status, 200)
    }
    for (const version of ['1.0', '2.1', '3', 'latest', '2.0, 2.0']) {
      const response = await app.get('/api/offers', { headers: { 'api-version': version } })
      assert.equal(response.status, 400, version)
      const problem = (await response.json()) as { type: string; detail: string }
      assert.equal(problem.type, `${base}/problems/unsupported-version`)
      assert.match(problem.detail, /2\.0/)
    }
  })

  it('is allowed from any origin', async () => {
    const origin = { origin: 'https://elsewhere.example' }
    const read = await app.get('/api/offers', { headers: origin })
    assert.equal(read.headers.get('access-control-allow-origin'), '*')
    assert.match(read.headers.get('access-control-expose-headers') ?? '', /RateLimit-Policy/)
    const asked = await app.get('/api/offers', {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'GET' },
    })
    assert.equal(asked.status, 204)
    assert.equal(asked.headers.get('allow'), 'GET, HEAD, OPTIONS')
    assert.match(asked.headers.get('access-control-allow-methods') ?? '', /GET/)
    assert.match(asked.headers.get('access-control-allow-headers') ?? '', /API-Version/)
  })

  it('with a wrong method gets the allowed methods', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await app.get('/api/offers', { method })
      assert.equal(response.status, 405)
      assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS')
    }
  })

  it('accepts common Accept headers, and gets an error if they exclude JSON', async () => {
    for (const accept of [
      '*/*',
      'application/*',
      'text/html, */*;q=0.1',
      'application/json;q=0.2',
    ]) {
      assert.equal((await app.get('/api', { headers: { accept } })).status, 200, accept)
    }
    for (const accept of ['text/html', 'application/json;q=0', 'application/json;q=0, text/html']) {
      assert.equal((await app.get('/api', { headers: { accept } })).status, 406, accept)
    }
  })
})

function rawGet(path: string, encoding: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`
}

describe('alternating requests to one URL with different headers', () => {
  const cases: [Record<string, string>, status: number, language: string | null][] = [
    [{}, 200, 'vi'],
    [{ 'accept-language': 'en' }, 200, 'en'],
    [{ accept: 'image/png' }, 406, 'vi'],
    [{ accept: 'application/json', 'accept-language': 'vi' }, 200, 'vi'],
    [{ 'api-version': '1.0' }, 400, 'vi'],
    [{ 'api-version': '2.0', 'accept-language': 'en' }, 200, 'en'],
  ]
  for (const path of ['/api/offers', '/api/offers?limit=3']) {
    it(`each get the response for their headers at ${path}`, async () => {
      for (let turn = 0; turn < 3; turn++) {
        for (const [headers, status, language] of cases) {
          const response = await app.get(path, { headers })
          assert.equal(response.status, status, JSON.stringify(headers))
          assert.equal(response.headers.get('content-language'), language)
        }
      }
    })
  }
})
