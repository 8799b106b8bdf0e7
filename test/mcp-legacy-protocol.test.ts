/** Responses of /mcp in the protocols of 2025: HTTP status, error code and id. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBefore } from './support/lifetime.ts'
import { legacy, type McpResponse, modernVersion, post } from './support/mcp.ts'
import { call, rpc, startWith, table } from './support/mcp-cases.ts'
import { base } from './support/shop.ts'

const app = openBefore(() => startWith({ MCP_VERSIONS: 'strict' }))

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
