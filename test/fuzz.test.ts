/** For any request, the response is one that the OpenAPI description allows, and never a 5xx. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { openBefore } from './support/lifetime.ts'
import { readContract } from './support/openapi.ts'
import { sendRaw } from './support/raw.ts'
import { samples } from './support/samples.ts'
import { fuzzRuns, seed } from './support/seed.ts'
import { startShop, trades } from './support/shop.ts'

const writeFields = [
  'date',
  'time',
  'name',
  'phone',
  'consent',
  'party_size',
  'offerId',
  'note',
  'email',
  'allergens',
  'health',
  'table_type',
  'therapist_id',
  'kind',
  'phone_last4',
  'amount',
  'visits',
  'delivery',
  'locale',
  '__proto__',
]

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    'null',
    '__proto__',
    '\0',
    '../..',
    '%',
    '%zz',
    "' or 1=1",
  ),
)

const encoded = fc.oneof(
  oddText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%ff', '%c3%28', '+', '%00', '%F0%9F%8D%9C', '%ED%A0%80'),
)

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('limit', 'cursor', 'category', 'tag', 'q', 'locale') },
  { weight: 1, arbitrary: encoded },
)

const query = fc
  .array(fc.tuple(name, encoded), { maxLength: 5 })
  .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'))

const path = fc.oneof(
  fc.constantFrom('/api', '/api/offers', '/api/offers/ca-kho-lang-vu-dai', '/api/', '/api//offers'),
  encoded.map((text) => `/api/offers/${text}`),
  encoded.map((text) => `/api/${text}`),
)

const headerText = fc.string({ unit: fc.constantFrom(...'abvien-;,=q0.19*/" '), maxLength: 30 })

const headers = fc.record(
  {
    accept: fc.oneof(headerText, fc.constantFrom('application/json', '*/*', 'text/html')),
    'accept-language': headerText,
    'accept-encoding': headerText,
    'api-version': fc.oneof(headerText, fc.constantFrom('2.0', '2')),
    'if-none-match': fc.oneof(headerText, fc.constant('*')),
  },
  { requiredKeys: [] },
)

/** Clients remove `.` and `..` from a path before sending it. */
const sentTo = ({ url }: Response) => new URL(url).pathname

const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'PATCH')

for (const trade of trades) {
  describe(`random requests to the ${trade}`, () => {
    const app = openBefore(() => startShop(trade, { logLevel: 'silent', writeLimit: 1_000_000 }))
    const contract = openBefore(() => readContract(app))

    it('get a response that /openapi.json allows', async () => {
      await fc.assert(
        fc.asyncProperty(method, path, query, headers, async (verb, path, what, how) => {
          const address = what === '' ? path : `${path}?${what}`
          const response = await app.get(address, { method: verb, headers: how })
          assert.ok(response.status < 500, String(response.status))
          assert.equal(response.headers.get('api-version'), '2.0')
          await contract.allows(verb, sentTo(response), response)
        }),
        { seed, numRuns: fuzzRuns },
      )
    })

    it('get a response that /openapi.json allows for writes', async () => {
      const value = fc.oneof(
        oddText,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(oddText, { maxLength: 3 }),
        fc.constantFrom('2026-11-20', '18:30', '0912345678', '1', 'cancel', 'co-vai-gay'),
      )
      const field = fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...writeFields) },
        { weight: 1, arbitrary: oddText },
      )
      const path = fc.oneof(
        fc.constantFrom('/api/booking', '/api/lead', '/api/subscribe', '/api/order'),
        encoded.map((text) => `/api/booking/${text}/change`),
      )
      const body = fc.dictionary(field, value, { maxKeys: 14 })
      const keys = fc.record(
        {
          'idempotency-key': fc.oneof(headerText, fc.constant('a-good-key-0001')),
          origin: fc.oneof(headerText, fc.constant('https://shop.example')),
          'content-type': fc.constantFrom('application/json', 'text/plain', 'application/x+json'),
          'x-forwarded-for': headerText,
        },
        { requiredKeys: [] },
      )
      await fc.assert(
        fc.asyncProperty(path, query, body, keys, async (path, what, sent, how) => {
          const fields = samples[trade].request
          const address = what === '' ? path : `${path}?${what}`
          for (const odd of [sent, { ...fields, ...sent }]) {
            const response = await app.post(address, odd, how)
            assert.ok(response.status < 500, String(response.status))
            await contract.allows('POST', sentTo(response), response)
          }
        }),
        { seed, numRuns: fuzzRuns },
      )
    })

    it('get a page from the site, and never a 5xx', async () => {
      const sitePath = fc.oneof(encoded, fc.constantFrom('menu', 'en', 'index', 'problems/x'))
      const ending = fc.constantFrom('', '.md', '/', '.html', '/index.md')
      await fc.assert(
        fc.asyncProperty(method, sitePath, ending, headers, async (verb, path, end, how) => {
          const response = await app.get(`/${path}${end}`, { method: verb, headers: how })
          assert.ok(response.status < 500, String(response.status))
          await response.arrayBuffer()
        }),
        { seed, numRuns: fuzzRuns },
      )
    })

    it('get a 4xx if they are not valid HTTP', async () => {
      const start = fc.constantFrom('GET /api HTTP/1.1\r\n', 'POST /api/offers HTTP/1.1\r\n', '')
      await fc.assert(
        fc.asyncProperty(start, fc.uint8Array({ maxLength: 200 }), async (head, bytes) => {
          const sent = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n\r\n\r\n')])
          const response = await sendRaw(app.port, sent, 250).catch(() => undefined)
          if (!response || response.status === 0) return
          assert.ok(response.status < 500, String(response.status))
          assert.match(response.text, /^HTTP\/1\.1 \d{3} [\s\S]*\r\nAPI-Version: 2\.0\r\n/)
        }),
        { seed, numRuns: Math.ceil(fuzzRuns / 8) },
      )
      assert.equal((await app.get('/api')).status, 200)
    })
  })
}
