/** Responses of /mcp: HTTP status, error code and id, for both protocol generations. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readShopConfig } from '../src/server/shop-config.ts'
import { openBefore } from './support/lifetime.ts'
import { legacy, type McpResponse, modern, modernVersion, post } from './support/mcp.ts'
import { sendRaw } from './support/raw.ts'
import { base, startShop } from './support/shop.ts'

const startWith = (settings: Record<string, string>) =>
  startShop('restaurant', { lenientMcpVersions: readShopConfig(settings).lenientMcpVersions })
const app = openBefore(() => startWith({ MCP_VERSIONS: 'strict' }))
const lenient = openBefore(() => startWith({}))
const crossOriginShop = openBefore(() =>
  startShop('restaurant', { mcpOrigins: ['https://chat.example'] }),
)

const version = 'io.modelcontextprotocol/protocolVersion'
const capabilities = 'io.modelcontextprotocol/clientCapabilities'

type Case = {
  what: string
  send: () => Promise<McpResponse>
  status: number
  code?: number
  /** 7 by default; null if the response must have none. */
  id?: string | number | null
}

const table = (cases: readonly Case[]) => {
  for (const { what, send, status, code, id = 7 } of cases) {
    it(`${what}: ${status}${code === undefined ? '' : ` ${code}`}`, async () => {
      const response = await send()
      assert.equal(response.status, status, response.text)
      assert.equal(response.body.error?.code, code, response.text)
      if (response.text === '') return
      if (id === null) assert.ok(!('id' in response.body), response.text)
      else assert.equal(response.body.id, id)
    })
  }
}

const rpc = (more: object) => ({ jsonrpc: '2.0', id: 7, method: 'ping', ...more })
const call = { name: 'get_business_info', arguments: {} }

describe('any message', () => {
  table([
    {
      what: 'invalid JSON',
      send: () => post(app, '{"jsonrpc":'),
      status: 400,
      code: -32700,
      id: null,
    },
    { what: 'an empty body', send: () => post(app, ''), status: 400, code: -32700, id: null },
    {
      what: 'invalid UTF-8',
      send: () => app.get('/mcp', wrongBytes).then(toMcpResponse),
      status: 400,
      code: -32700,
      id: null,
    },
    {
      what: 'deeply nested brackets',
      send: () => post(app, `${'['.repeat(5000)}${']'.repeat(5000)}`),
      status: 400,
      code: -32700,
      id: null,
    },
    { what: 'a number', send: () => post(app, '5'), status: 400, code: -32600, id: null },
    {
      what: 'a missing JSON-RPC version',
      send: () => post(app, { id: 7, method: 'ping' }),
      status: 400,
      code: -32600,
    },
    {
      what: 'id null',
      send: () => post(app, rpc({ id: null })),
      status: 400,
      code: -32600,
      id: null,
    },
    {
      what: 'id 1.5',
      send: () => post(app, rpc({ id: 1.5 })),
      status: 400,
      code: -32600,
      id: null,
    },
    { what: 'no method', send: () => post(app, rpc({ method: 3 })), status: 400, code: -32600 },
    {
      what: 'params as an array',
      send: () => post(app, rpc({ params: [] })),
      status: 400,
      code: -32600,
    },
    {
      what: 'a notification',
      send: () => post(app, { jsonrpc: '2.0', method: 'notifications/initialized' }),
      status: 202,
    },
    {
      what: 'a response without a request',
      send: () => post(app, { jsonrpc: '2.0', id: 3, result: {} }),
      status: 202,
    },
    {
      what: 'text/plain',
      send: () => post(app, rpc({}), { 'content-type': 'text/plain' }),
      status: 415,
      code: -32600,
      id: null,
    },
    {
      what: 'application/json; charset=utf-8',
      send: () => post(app, rpc({}), { 'content-type': 'application/json; charset=utf-8' }),
      status: 200,
    },
    {
      what: 'a body over the limit',
      send: () => post(app, rpc({ params: { text: 'x'.repeat(20_000) } })),
      status: 413,
      code: -32600,
      id: null,
    },
  ])
})

const wrongBytes: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from([0x22, 0xff, 0x22]),
}

async function toMcpResponse(response: Response): Promise<McpResponse> {
  const text = await response.text()
  const type = response.headers.get('content-type')
  return { status: response.status, type, text, body: JSON.parse(text) as McpResponse['body'] }
}

describe('2026-07-28', () => {
  const omitHeader = (name: string) => ({ [name]: undefined })
  table([
    { what: 'server/discover', send: () => modern(app, 'server/discover'), status: 200 },
    { what: 'tools/list', send: () => modern(app, 'tools/list'), status: 200 },
    { what: 'tools/call', send: () => modern(app, 'tools/call', call), status: 200 },
    {
      what: 'an id that is a string',
      send: () => modern(app, 'tools/list', {}, { id: 'a-1' }),
      status: 200,
      id: 'a-1',
    },
    {
      what: '_meta missing',
      send: () =>
        post(app, rpc({ method: 'tools/list' }), {
          'mcp-protocol-version': modernVersion,
          'mcp-method': 'tools/list',
        }),
      status: 400,
      code: -32602,
    },
    {
      what: 'no clientCapabilities',
      send: () => modern(app, 'tools/list', {}, { meta: omitHeader(capabilities) }),
      status: 400,
      code: -32602,
    },
    {
      what: 'no clientInfo',
      send: () =>
        modern(app, 'tools/list', {}, { meta: omitHeader('io.modelcontextprotocol/clientInfo') }),
      status: 200,
    },
    {
      what: 'an unknown logLevel',
      send: () =>
        modern(app, 'tools/list', {}, { meta: { 'io.modelcontextprotocol/logLevel': 'loud' } }),
      status: 400,
      code: -32602,
    },
    {
      what: 'no version header',
      send: () => modern(app, 'tools/list', {}, { headers: omitHeader('mcp-protocol-version') }),
      status: 400,
      code: -32020,
    },
    {
      what: 'another version in the header in strict mode',
      send: () =>
        modern(app, 'tools/list', {}, { headers: { 'mcp-protocol-version': '2025-11-25' } }),
      status: 400,
      code: -32020,
    },
    {
      what: 'another version in the header by default',
      send: () =>
        modern(lenient, 'tools/list', {}, { headers: { 'mcp-protocol-version': '2025-11-25' } }),
      status: 200,
    },
    {
      what: 'an unknown version in the header by default',
      send: () =>
        modern(lenient, 'tools/list', {}, { headers: { 'mcp-protocol-version': '1999-01-01' } }),
      status: 400,
      code: -32020,
    },
    {
      what: 'a version twice in the header',
      send: () =>
        modern(
          app,
          'tools/list',
          {},
          {
            headers: { 'mcp-protocol-version': `${modernVersion}, ${modernVersion}` },
          },
        ),
      status: 200,
    },
    {
      what: 'an unsupported version',
      send: () =>
        modern(
          app,
          'tools/list',
          {},
          {
            meta: { [version]: '2027-01-01' },
            headers: { 'mcp-protocol-version': '2027-01-01' },
          },
        ),
      status: 400,
      code: -32022,
    },
    {
      what: 'no Mcp-Method',
      send: () => modern(app, 'tools/list', {}, { headers: omitHeader('mcp-method') }),
      status: 400,
      code: -32020,
    },
    {
      what: 'Mcp-Method in another case',
      send: () => modern(app, 'tools/list', {}, { headers: { 'mcp-method': 'Tools/List' } }),
      status: 400,
      code: -32020,
    },
    {
      what: 'no Mcp-Name',
      send: () => modern(app, 'tools/call', call, { headers: omitHeader('mcp-name') }),
      status: 400,
      code: -32020,
    },
    {
      what: 'another Mcp-Name',
      send: () => modern(app, 'tools/call', call, { headers: { 'mcp-name': 'get_menu' } }),
      status: 400,
      code: -32020,
    },
    {
      what: 'Mcp-Name in base64',
      send: () => modern(app, 'tools/call', call, { headers: { 'mcp-name': encoded(call.name) } }),
      status: 200,
    },
    {
      what: 'Mcp-Name in invalid base64',
      send: () => modern(app, 'tools/call', call, { headers: { 'mcp-name': '=?base64?Z2V0X2?=' } }),
      status: 400,
      code: -32020,
    },
    ...['foo/bar', 'initialize', 'ping', 'logging/setLevel', 'subscriptions/listen'].map(
      (method) => ({
        what: method,
        send: () => modern(app, method),
        status: 404,
        code: -32601,
      }),
    ),
    {
      what: 'an unknown tool',
      send: () => modern(app, 'tools/call', { name: 'nope' }),
      status: 200,
      code: -32602,
    },
    {
      what: 'a tool without a name',
      send: () => modern(app, 'tools/call', {}),
      status: 200,
      code: -32602,
    },
    {
      what: 'arguments that are not an object',
      send: () => modern(app, 'tools/call', { name: call.name, arguments: [1] }),
      status: 200,
      code: -32602,
    },
    {
      what: 'an unknown resource',
      send: () => modern(app, 'resources/read', { uri: `${base}/nothing.md` }),
      status: 200,
      code: -32602,
    },
    {
      what: 'a resource of another site',
      send: () => modern(app, 'resources/read', { uri: 'https://evil.example/menu.md' }),
      status: 200,
      code: -32602,
    },
    {
      what: 'an unknown cursor',
      send: () => modern(app, 'resources/list', { cursor: 'nope' }),
      status: 200,
      code: -32602,
    },
    {
      what: 'an unknown prompt',
      send: () => modern(app, 'prompts/get', { name: 'nope' }),
      status: 200,
      code: -32602,
    },
    {
      what: 'a prompt without a required argument',
      send: () => modern(app, 'prompts/get', { name: 'cancel_a_table' }),
      status: 200,
      code: -32602,
    },
    {
      what: 'a forged requestState',
      send: () => modern(app, 'tools/call', { ...call, requestState: 'abc.def' }),
      status: 200,
      code: -32602,
    },
    {
      what: 'a batch',
      send: () => post(app, [rpc({})], { 'mcp-protocol-version': modernVersion }),
      status: 400,
      code: -32600,
      id: null,
    },
  ])

  it('marks cacheable results with their lifetime', async () => {
    const cachedMethods = ['server/discover', 'tools/list', 'prompts/list', 'resources/list']
    for (const method of [...cachedMethods, 'resources/templates/list']) {
      const { result } = (await modern(app, method)).body
      assert.equal(result?.resultType, 'complete', method)
      assert.equal(result?.cacheScope, 'public', method)
      assert.ok(Number.isInteger(result?.ttlMs), method)
    }
    const { result } = (await modern(app, 'tools/call', call)).body
    assert.ok(result && !('ttlMs' in result) && !('cacheScope' in result))
  })

  it('lists the supported versions', async () => {
    const served = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']
    const { result } = (await modern(app, 'server/discover')).body
    assert.deepEqual(result?.supportedVersions, served)
    const rejected = await modern(
      app,
      'tools/list',
      {},
      {
        meta: { [version]: '1999-01-01' },
        headers: { 'mcp-protocol-version': '1999-01-01' },
      },
    )
    assert.deepEqual(rejected.body.error?.data, { supported: served, requested: '1999-01-01' })
  })
})

function encoded(text: string): string {
  return `=?base64?${Buffer.from(text).toString('base64')}?=`
}

describe('2025', () => {
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} }
  table([
    { what: 'initialize', send: () => legacy(app, 'initialize', initialize), status: 200 },
    { what: 'ping', send: () => legacy(app, 'ping'), status: 200 },
    { what: 'tools/list', send: () => legacy(app, 'tools/list'), status: 200 },
    { what: 'an unknown method', send: () => legacy(app, 'foo/bar'), status: 200, code: -32601 },
    {
      what: 'server/discover without _meta',
      send: () => legacy(app, 'server/discover'),
      status: 200,
      code: -32601,
    },
    {
      what: 'an unknown resource',
      send: () => legacy(app, 'resources/read', { uri: `${base}/nothing.md` }),
      status: 200,
      code: -32002,
    },
    {
      what: 'an unknown version',
      send: () => legacy(app, 'tools/list', {}, { 'mcp-protocol-version': '2024-01-01' }),
      status: 400,
      code: -32022,
    },
    {
      what: 'a version twice',
      send: () =>
        legacy(app, 'tools/list', {}, { 'mcp-protocol-version': '2025-11-25, 2025-11-25' }),
      status: 200,
    },
    {
      what: 'two versions',
      send: () =>
        legacy(app, 'tools/list', {}, { 'mcp-protocol-version': '2025-11-25, 2025-06-18' }),
      status: 400,
      code: -32022,
    },
    {
      what: 'headers of 2026 and of sessions',
      send: () =>
        legacy(app, 'tools/call', call, {
          'mcp-method': 'other',
          'mcp-name': 'other',
          'mcp-session-id': 'x',
          'last-event-id': '3',
        }),
      status: 200,
    },
    {
      what: 'initialize with the header of 2026',
      send: () => legacy(app, 'initialize', initialize, { 'mcp-protocol-version': modernVersion }),
      status: 200,
    },
    ...['*/*', undefined, 'application/json', 'text/event-stream'].map((accept) => ({
      what: `Accept: ${accept}`,
      send: () => legacy(app, 'initialize', initialize, { accept }),
      status: 200,
    })),
  ])

  for (const [requestedVersion, agreedVersion] of [
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2025-11-25'],
    [modernVersion, '2025-11-25'],
  ]) {
    it(`agrees on ${agreedVersion} if ${requestedVersion} is requested, in JSON and without a session`, async () => {
      const response = await legacy(app, 'initialize', {
        ...initialize,
        protocolVersion: requestedVersion,
      })
      assert.equal(response.body.result?.protocolVersion, agreedVersion)
      assert.equal(response.type, 'application/json')
      assert.ok(!('resultType' in (response.body.result ?? {})))
    })
  }

  it('answers a batch of messages in the oldest version', async () => {
    const batch = [
      rpc({ id: 1 }),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      rpc({ id: 2, method: 'tools/call', params: call }),
      rpc({ id: 3, method: 'nope' }),
      rpc({ id: 4, method: 'initialize', params: initialize }),
      5,
    ]
    for (const headers of [{}, { 'mcp-protocol-version': '2025-03-26' }]) {
      const response = await post(app, batch, headers)
      assert.equal(response.status, 200)
      const responses = response.body as unknown as McpResponse['body'][]
      assert.deepEqual(
        responses.map(({ id, error }) => [id, error?.code]),
        [
          [1, undefined],
          [2, undefined],
          [3, -32601],
          [4, -32600],
          [undefined, -32600],
        ],
      )
    }
    const silent = await post(app, [{ jsonrpc: '2.0', method: 'notifications/initialized' }])
    assert.deepEqual([silent.status, silent.text], [202, ''])
    const newer = await post(app, batch, { 'mcp-protocol-version': '2025-06-18' })
    assert.deepEqual([newer.status, newer.body.error?.code], [400, -32600])
    assert.equal((await post(app, [])).status, 400)
    assert.equal(
      (
        await post(
          app,
          Array.from({ length: 51 }, () => rpc({})),
        )
      ).status,
      400,
    )
  })

  it('rejects the messages of a batch whose responses exceed the size limit', async () => {
    const response = await post(
      app,
      Array.from({ length: 50 }, (_, index) => rpc({ id: index + 1, method: 'tools/list' })),
    )
    const responses = response.body as unknown as McpResponse['body'][]
    assert.deepEqual(
      responses.map(({ id }) => id),
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
    const { length } = JSON.stringify(responses[0]?.result)
    const full = responses.filter(({ result }) => result !== undefined).length
    assert.equal(full, Math.ceil((256 * 1024) / length))
    assert.equal(responses.at(-1)?.error?.code, -32600)
    assert.ok(response.text.length < 256 * 1024 + 2 * length)
  })
})

describe('access to /mcp', () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    it(`is rejected for ${method} with 405`, async () => {
      const response = await app.get('/mcp', { method })
      assert.equal(response.status, 405)
      assert.match(response.headers.get('allow') ?? '', /POST/)
    })
  }

  const ping = JSON.stringify(rpc({}))
  const probe = async (host: string, origin?: string) => {
    const lines = [
      'POST /mcp HTTP/1.1',
      `Host: ${host}`,
      ...(origin === undefined ? [] : [`Origin: ${origin}`]),
      'Content-Type: application/json',
      `Content-Length: ${ping.length}`,
      'Connection: close',
    ]
    return (await sendRaw(app.port, `${lines.join('\r\n')}\r\n\r\n${ping}`)).status
  }

  it('accepts its own names and IP addresses as Host, and no other name', async () => {
    const { port } = app
    for (const host of [
      'shop.example',
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
    ]) {
      assert.equal(await probe(host), 200, host)
    }
    for (const host of ['evil.example.com', `evil.example.com:${port}`, 'shop.example.evil.com']) {
      assert.equal(await probe(host), 403, host)
    }
  })

  it('accepts its own origin and the configured ones, and no other', async () => {
    assert.equal(await probe('shop.example', base), 200)
    assert.equal(await probe(`127.0.0.1:${app.port}`, `http://127.0.0.1:${app.port}`), 200)
    for (const origin of ['https://evil.example', 'null', 'http://shop.example:81', 'nonsense']) {
      assert.equal(await probe('shop.example', origin), 403, origin)
    }
    const named = { origin: 'https://chat.example' }
    assert.equal((await post(app, rpc({}), named)).status, 403)
    assert.equal((await post(crossOriginShop, rpc({}), named)).status, 200)
  })

  it('answers a preflight request with the headers that clients send', async () => {
    const response = await crossOriginShop.get('/mcp', {
      method: 'OPTIONS',
      headers: { origin: 'https://chat.example', 'access-control-request-method': 'POST' },
    })
    assert.equal(response.status, 204)
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://chat.example')
    const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase() ?? ''
    for (const name of ['content-type', 'accept', 'authorization', 'mcp-protocol-version']) {
      assert.ok(allowed.includes(name), name)
    }
    for (const name of ['mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id']) {
      assert.ok(allowed.includes(name), name)
    }
  })

  it('logs the name of the called tool, but no arguments or results', async () => {
    await modern(app, 'tools/call', { name: 'search_content', arguments: { query: 'thư tình' } })
    await modern(
      app,
      'tools/call',
      { name: 'bí mật', arguments: {} },
      {
        headers: { 'mcp-name': encoded('bí mật') },
      },
    )
    const log = app.log.join('')
    assert.match(log, /"\/mcp tools\/call search_content"/)
    assert.doesNotMatch(log, /thư tình|bí mật/)
  })
})

describe('an unknown tool', () => {
  it('is answered with the nearest name, if one is near', async () => {
    for (const [name, nearest] of [
      ['check_availability', 'check_table_availability'],
      ['book_reservation', 'request_reservation'],
    ] as const) {
      const { body } = await modern(app, 'tools/call', { name, arguments: {} })
      assert.equal(body.error?.message, `Unknown tool: ${name}. The nearest is ${nearest}`)
    }
    const { body } = await modern(app, 'tools/call', { name: 'xyzzy', arguments: {} })
    assert.doesNotMatch(String(body.error?.message), /nearest/)
  })
})
