/** Responses of /mcp to any message and in protocol 2026-07-28: HTTP status, error code and id. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBefore } from './support/lifetime.ts'
import { type McpResponse, modern, modernVersion, post } from './support/mcp.ts'
import { call, encoded, rpc, startWith, table } from './support/mcp-cases.ts'
import { base } from './support/shop.ts'

const app = openBefore(() => startWith({ MCP_VERSIONS: 'strict' }))
const lenient = openBefore(() => startWith({}))

const version = 'io.modelcontextprotocol/protocolVersion'
const capabilities = 'io.modelcontextprotocol/clientCapabilities'

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
      what: 'another version in the header by default, without the headers that a 2025 client does not send',
      send: () =>
        modern(
          lenient,
          'tools/call',
          { name: 'get_business_info', arguments: {} },
          {
            headers: {
              ...omitHeader('mcp-method'),
              ...omitHeader('mcp-name'),
              'mcp-protocol-version': '2025-11-25',
            },
          },
        ),
      status: 200,
    },
    {
      what: 'another version in the header by default, with the wrong method',
      send: () =>
        modern(
          lenient,
          'tools/list',
          {},
          { headers: { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'ping' } },
        ),
      status: 400,
      code: -32020,
    },
    {
      what: 'the same version in the header without a method by default',
      send: () => modern(lenient, 'tools/list', {}, { headers: omitHeader('mcp-method') }),
      status: 400,
      code: -32020,
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

describe('an unknown tool', () => {
  it('is answered with the nearest name, or with all names', async () => {
    for (const [name, nearest] of [
      ['check_availability', 'check_table_availability'],
      ['book_reservation', 'request_reservation'],
    ] as const) {
      const { body } = await modern(app, 'tools/call', { name, arguments: {} })
      assert.equal(body.error?.message, `Unknown tool: ${name}. The nearest is ${nearest}`)
    }
    const { body } = await modern(app, 'tools/call', { name: 'xyzzy', arguments: {} })
    assert.match(String(body.error?.message), /The tools are get_business_info, .*join_waitlist/)
    assert.doesNotMatch(String(body.error?.message), /nearest/)
  })
})
