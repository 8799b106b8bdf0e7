import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { hour } from '../src/kernel/time.ts'
import { publicSurface, surfaceFiles } from './support/golden.ts'
import { readContract } from './support/openapi.ts'
import {
  base,
  monday,
  openForEachTrade,
  type RunningShop,
  startShop,
  trades,
} from './support/shop.ts'

/** Operations whose result has a URL. */
const hasStatus = /^\/api\/(booking|order|waitlist)/

const root = join(import.meta.dirname, '..')
const apps = openForEachTrade((trade) => startShop(trade))

it('openapi.json is the same in processes that started at different hours of a day', async () => {
  const later = await startShop('restaurant', { now: monday + 3 * hour })
  const [one, other] = await Promise.all(
    [apps.restaurant, later].map(async (app) =>
      (await app.get('/openapi.json')).headers.get('etag'),
    ),
  )
  assert.equal(one, other)
})

describe('the public surface', () => {
  for (const file of surfaceFiles) {
    it(`matches ${file}; after an intended change, run npm run pin and add a line to the changelog`, async () => {
      const pinned = JSON.parse(readFileSync(join(root, 'test/golden', file), 'utf8'))
      assert.deepEqual(await publicSurface(file), pinned)
    })
  }
})

for (const trade of trades) {
  describe(`/openapi.json of the ${trade}`, () => {
    const app = apps[trade]

    it('describes every request and response, with an example', async () => {
      const { document } = await readContract(app)
      for (const [path, methods] of Object.entries(document.paths)) {
        for (const [method, operation] of Object.entries(methods)) {
          const endpoint = `${method} ${path}`
          const described = operation as unknown as Described
          assert.ok(described.operationId && described.summary && described.description, endpoint)
          for (const parameter of described.parameters.filter((one) => !one.$ref)) {
            assert.ok(parameter.description, `${endpoint} ${parameter.name}`)
            assert.ok(
              parameter.example ?? parameter.schema?.example,
              `${endpoint} ${parameter.name}`,
            )
          }
          for (const [status, response] of Object.entries(described.responses)) {
            assert.ok(response.description, `${endpoint} ${status}`)
            for (const content of Object.values(response.content ?? {})) {
              assert.ok(content.example ?? content.examples, `${endpoint} ${status}`)
            }
          }
        }
      }
    })

    it('has examples that match their schemas', async () => {
      const { document, allows } = await readContract(app)
      for (const [path, methods] of Object.entries(document.paths)) {
        for (const [method, operation] of Object.entries(methods)) {
          const { responses } = operation as unknown as Described
          for (const [status, { content, headers }] of Object.entries(responses)) {
            for (const [type, { example, examples }] of Object.entries(content ?? {})) {
              const values = example
                ? [example]
                : Object.values(examples ?? {}).map((one) => one.value)
              for (const value of values) {
                const all = Object.keys(headers ?? {}).map((name): [string, string] => [name, 'x'])
                const response = new Response(JSON.stringify(value), {
                  status: Number(status),
                  headers: [...all, ['content-type', type]],
                })
                await allows(method.toUpperCase(), path.replace(/\{\w+\}/, 'x'), response)
              }
            }
          }
        }
      }
    })

    it('has an example of every request that the API accepts', async () => {
      const { document } = await readContract(app)
      for (const [path, methods] of Object.entries(document.paths)) {
        const { requestBody } = (methods.post ?? {}) as unknown as Described
        if (!requestBody) continue
        const body = requestBody.content['application/json']?.example as object
        const isBalance = path === '/api/card/balance'
        const dryRun = path === '/api/subscribe' || isBalance ? '' : '?dry_run=1'
        const code = path.includes('{code}') ? await bookExample(app) : ''
        const response = await app.post(`${path.replace('{code}', code)}${dryRun}`, body)
        const text = await response.text()
        // A new shop has no cards. Nothing is full in it, and the waitlist of a free time answers with it.
        const isUnknownCard = isBalance && response.status === 404
        const isWaitlist = path === '/api/waitlist' && text.includes('/problems/place-available')
        assert.ok(response.status < 300 || isWaitlist || isUnknownCard, `${path} ${text}`)
      }
    })

    it('has an Idempotency-Key only for operations that store something', async () => {
      const document = await app.json('/openapi.json')
      const paths = document.paths as Record<string, { post?: object }>
      const written = Object.entries(paths).flatMap(([path, { post }]) =>
        post ? [{ path, text: JSON.stringify(post) }] : [],
      )
      assert.deepEqual(
        written.flatMap(({ path, text }) => (/dempoten/.test(text) ? [] : [path])),
        ['/api/card/balance'],
      )
      const pair = { number: '7K3M-9Q2X-4DT1', phone_last4: '5678' }
      const response = await app.post('/api/card/balance', pair, { 'idempotency-key': 'short' })
      assert.equal(response.status, 404, 'the header is not read')
    })

    it('states the format or the limits of every field that has any', async () => {
      const { document } = await readContract(app)
      const limited = ['enum', 'const', 'format', 'pattern', 'maxLength', 'minimum', 'maximum']
      const missing = new Set<string>()
      const visit = (name: string, schema: JsonSchema) => {
        for (const [inner, field] of Object.entries(schema.properties ?? {})) visit(inner, field)
        if (schema.items) visit(name, schema.items)
        const isValue = ['string', 'integer', 'number'].includes(String(schema.type))
        if (isValue && !limited.some((keyword) => keyword in schema)) missing.add(name)
        const bounds = [schema.minimum, schema.maximum].map((bound) => Math.abs(bound ?? 0))
        assert.ok(Math.max(...bounds) < Number.MAX_SAFE_INTEGER, name)
      }
      for (const [name, schema] of Object.entries(document.components.schemas)) {
        visit(name, schema as JsonSchema)
      }
      for (const operation of Object.values(document.paths).flatMap(Object.values)) {
        const { parameters, requestBody } = operation as unknown as Described
        for (const { name, schema } of parameters) if (schema) visit(name, schema)
        for (const { schema } of Object.values(requestBody?.content ?? {})) visit('body', schema)
      }
      assert.deepEqual([...missing].filter((name) => !unlimited.has(name)).sort(), [])
    })

    it('states that no key is needed, and the URL of the API', async () => {
      const document = await app.json('/openapi.json')
      assert.equal(document.openapi, '3.1.1')
      assert.deepEqual(document.security, [])
      assert.deepEqual(
        (document.servers as { url: string }[]).map(({ url }) => url),
        [base],
      )
    })

    it('matches the actual responses', async () => {
      const { allows } = await readContract(app)
      const { offers } = (await app.json('/api/offers?limit=100')) as { offers: { id: string }[] }
      const paths = [
        '/api',
        '/api?locale=en',
        '/api?x=1',
        '/api/offers',
        '/api/offers?limit=1&q=a',
        '/api/offers?limit=1000',
        '/api/offers/nothing',
        '/api/nothing',
        ...offers.flatMap(({ id }) => [`/api/offers/${id}`, `/api/offers/${id}?locale=en`]),
      ]
      for (const path of paths) {
        for (const method of ['GET', 'HEAD']) {
          await allows(method, path, await app.get(path, { method }))
        }
      }
      const held = { 'if-none-match': '*' }
      await allows('GET', '/api/offers', await app.get('/api/offers', { headers: held }))
      const image = { accept: 'image/png' }
      await allows('GET', '/api/offers', await app.get('/api/offers', { headers: image }))
    })

    it('describes 405 with Allow for every operation, as it is sent', async () => {
      const { document, allows } = await readContract(app)
      for (const [path, methods] of Object.entries(document.paths)) {
        const address = path.replace(/\{\w+\}/, 'x')
        for (const [method, { responses }] of Object.entries(methods)) {
          assert.ok(responses['405']?.headers?.Allow, `${method} ${path}`)
          const response = await app.get(address, { method: 'DELETE' })
          assert.equal(response.status, 405)
          await allows(method.toUpperCase(), address, response)
        }
      }
    })

    it('describes each header where it occurs', async () => {
      const { document } = await readContract(app)
      for (const [path, methods] of Object.entries(document.paths)) {
        for (const [method, { responses }] of Object.entries(methods)) {
          for (const [status, { headers }] of Object.entries(responses)) {
            const where = `${method} ${path} ${status}`
            const isWritten = method === 'post' && status.startsWith('2')
            const everywhere = ['API-Version', 'RateLimit-Policy', 'Deprecation', 'Sunset']
            const expected = [
              ...everywhere,
              ...(isWritten ? ['RateLimit'] : []),
              ...(isWritten && path !== '/api/card/balance' ? ['Idempotent-Replayed'] : []),
              ...(isWritten && hasStatus.test(path) ? ['Location'] : []),
              ...(status === '429' || status === '503' ? ['Retry-After'] : []),
            ]
            for (const name of expected) assert.ok(headers?.[name], `${where} ${name}`)
            const unexpected = ['Location', 'Retry-After', 'Idempotent-Replayed', 'Allow'].filter(
              (name) => headers?.[name] && !expected.includes(name) && status !== '405',
            )
            assert.deepEqual(unexpected, [], where)
          }
        }
      }
    })

    it('matches the errors that are sent before the path is parsed', async () => {
      const { document, allows } = await readContract(app)
      const headers = { 'x-long': 'x'.repeat(20_000) }
      for (const [path, methods] of Object.entries(document.paths)) {
        for (const name of Object.keys(methods)) {
          const [method, address] = [name.toUpperCase(), path.replace(/\{\w+\}/, 'x')]
          const response = await app.get(address, { method, headers })
          assert.equal(response.status, 431)
          await allows(method, address, response)
        }
      }
    })

    it('describes the same paths as the index at /api', async () => {
      const { document } = await readContract(app)
      const described = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      const { endpoints } = (await app.json('/api')) as {
        endpoints: { method: string; path: string }[]
      }
      assert.deepEqual(
        endpoints.map(({ method, path }) => `${method} ${path}`),
        described,
      )
    })
  })
}

/** Words for people, and names that the owner chooses. The code of a path is read in any spelling. */
const unlimited = new Set([
  'name',
  'title',
  'summary',
  'description',
  'detail',
  'message',
  'reason',
  'why',
  'weekday',
  'display',
  'disclaimer',
  'price_note',
  'availability_note',
  'alt',
  'status_label',
  'state_label',
  'next_step',
  'what',
  'variant',
  'path',
  'code',
  'bank',
  'account',
  'holder',
  'qr',
])

async function bookExample(app: RunningShop): Promise<string> {
  const { paths } = (await readContract(app)).document
  const operation = paths['/api/booking']?.post as unknown as Described | undefined
  const body = operation?.requestBody?.content['application/json']?.example as object
  const response = await app.post('/api/booking', body)
  assert.equal(response.status, 202)
  return ((await response.json()) as { code: string }).code
}

type JsonSchema = {
  type?: string
  minimum?: number
  maximum?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
}

type Described = {
  operationId: string
  summary: string
  description: string
  parameters: {
    $ref?: string
    name: string
    description: string
    example?: unknown
    schema?: JsonSchema & { example?: unknown }
  }[]
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: object }> }
  responses: Record<
    string,
    {
      description: string
      headers?: Record<string, unknown>
      content?: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>
    }
  >
}
