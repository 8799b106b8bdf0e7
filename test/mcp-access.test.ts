/** Which methods, hosts and origins may use /mcp. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBefore } from './support/lifetime.ts'
import { modern, post } from './support/mcp.ts'
import { encoded, rpc, startWith } from './support/mcp-cases.ts'
import { sendRaw } from './support/raw.ts'
import { base, startShop } from './support/shop.ts'

const app = openBefore(() => startWith({ MCP_VERSIONS: 'strict' }))
const crossOriginShop = openBefore(() =>
  startShop('restaurant', { mcpOrigins: ['https://chat.example'] }),
)

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
