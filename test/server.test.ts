import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Offer } from '../src/domain/catalogue/offer.ts'
import { createHttpServer, type Handler, type HttpServer } from '../src/http/server.ts'
import { createLog } from '../src/kernel/log.ts'
import { openBefore } from './support/lifetime.ts'
import { sendRaw } from './support/raw.ts'
import { base, loadSampleShop, startShop } from './support/shop.ts'
import { assertDuration } from './support/timing.ts'

const app = openBefore(() => startShop('restaurant'))

describe('invalid HTTP requests', () => {
  const cases: [name: string, bytes: string, status: number][] = [
    ['arbitrary text', 'hello\r\n\r\n', 400],
    ['an unknown method', 'FROB /api HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['no Host', 'GET /api HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'an oversized header',
      `GET /api HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['an oversized URL', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    [
      'two Content-Length headers',
      'GET /api HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'an invalid chunk',
      'POST /api HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
    ['CONNECT', 'CONNECT shop.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a null byte', 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ]
  for (const [name, bytes, status] of cases) {
    it(`get a problem document: ${name}`, async () => {
      const response = await sendRaw(app.port, bytes)
      assert.equal(response.status, status)
      assert.match(response.text, /Content-Type: application\/problem\+json/)
      assert.match(response.text, /API-Version: 2\.0/)
      const problem = JSON.parse(response.text.slice(response.text.indexOf('\r\n\r\n') + 4))
      assert.equal(problem.status, status)
    })
  }
})

it('survives a client that sends CONNECT and disconnects immediately', async () => {
  for (let tries = 0; tries < 20; tries++) {
    const socket = connect(app.port, '127.0.0.1')
    socket.on('error', () => {})
    await new Promise<void>((resolve) => {
      socket.write('CONNECT shop.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', () => {
        if (tries % 2 === 0) socket.resetAndDestroy()
        else setTimeout(() => socket.resetAndDestroy(), 5)
        socket.on('close', () => resolve())
      })
    })
  }
  assert.equal((await app.get('/healthz')).status, 200)
})

describe('an upgrade request', () => {
  it('is ignored, and the requests after it are answered without delay', async () => {
    const upgradeRequest =
      'GET /api HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'
    const { status, text, milliseconds } = await sendRaw(
      app.port,
      `${upgradeRequest}GET /\0 HTTP/1.1\r\n\r\n`,
    )
    assert.equal(status, 200)
    assert.match(text, /\r\nConnection: close\r\n/)
    assert.ok(milliseconds < 5_000, `${milliseconds} ms`)
  })
})

describe('a connection', () => {
  /** The headers of the first response that state whether the connection stays open. */
  const staying = async (version: string, headers: string, path = '/api/offers') => {
    const socket = connect(app.port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/${version}\r\nHost: x\r\n${headers}\r\n`)
    const [part] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    const [head = ''] = String(part).split('\r\n\r\n')
    return head.match(/^(connection|keep-alive): .*$/gim)?.join(', ')
  }
  const stays = 'Connection: keep-alive, Keep-Alive: timeout=65'
  const ifNoneMatch = 'If-None-Match: *\r\n'
  const keepAlive = 'Connection: keep-alive\r\n'
  const cases: [name: string, version: string, headers: string, expected: string][] = [
    ['stays open', '1.1', '', stays],
    ['stays open after a 304', '1.1', ifNoneMatch, stays],
    ['closes if the client requests it', '1.1', 'Connection: close\r\n', 'Connection: close'],
    ['of HTTP/1.0 closes', '1.0', '', 'Connection: close'],
    ['of HTTP/1.0 stays open if the client requests it', '1.0', keepAlive, stays],
    [
      'of HTTP/1.0 closes after a response without a length',
      '1.0',
      keepAlive + ifNoneMatch,
      'Connection: close',
    ],
  ]
  for (const [name, version, headers, expected] of cases) {
    it(name, async () => assert.equal(await staying(version, headers), expected))
  }
})

describe('the request limits', () => {
  it('reject a body over 16 KiB, with or without Content-Length, and accept a smaller one', async () => {
    const post = (size: number, chunked: boolean) => {
      const body = 'x'.repeat(size)
      const head = 'POST /api/offers HTTP/1.1\r\nHost: x\r\n'
      return sendRaw(
        app.port,
        chunked
          ? `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`
          : `${head}Connection: close\r\nContent-Length: ${size}\r\n\r\n${body}`,
      )
    }
    for (const chunked of [true, false]) {
      assert.equal((await post(16 * 1024 + 1, chunked)).status, 413)
      assert.equal((await post(16 * 1024, chunked)).status, 405)
    }
    assert.equal((await post(3 * 1024 * 1024, false)).status, 413)
  })

  it('close the connection of a client that sends its headers too slowly (timing)', {
    timeout: 30_000,
  }, async () => {
    const { status, milliseconds } = await sendRaw(app.port, 'GET /api HTTP/1.1\r\nHost: x\r\nX-')
    assert.equal(status, 408)
    assertDuration(milliseconds, { belowMs: 15_000 })
  })

  it('allow responses to others while slow clients hold connections (timing)', async () => {
    const slow = Array.from({ length: 200 }, () => {
      const socket = connect(app.port, '127.0.0.1')
      socket.write('GET /api HTTP/1.1\r\nHo')
      socket.on('error', () => {})
      return socket
    })
    await pause(50)
    assert.equal((await app.get('/api/offers')).status, 200)
    for (const socket of slow) socket.destroy()
  })
})

describe('an internal error', () => {
  it('is a 500 with an id that is in the log, and the server keeps running', async () => {
    const shop = loadSampleShop('restaurant')
    const broken = {
      ...(shop.assortment.offers[0] as Offer),
      id: 'broken',
      get price(): number {
        throw new Error('no price for Lan 0912345678')
      },
    }
    const offers = [...shop.assortment.offers, broken]
    const own = await startShop('restaurant', {
      shop: { ...shop, assortment: { ...shop.assortment, offers } },
    })
    const response = await own.get('/api/offers/broken?locale=en')
    assert.equal(response.status, 500)
    const problem = (await response.json()) as { type: string; instance: string; detail: string }
    assert.equal(problem.type, `${base}/problems/internal`)
    assert.doesNotMatch(JSON.stringify(problem), /0912345678|price|\.ts/)
    const errorLine = own.log
      .join('')
      .split('\n')
      .find((line) => line.includes('"request failed"'))
    assert.equal(`urn:uuid:${JSON.parse(errorLine ?? '{}').request}`, problem.instance)
    assert.match(errorLine ?? '', /offer-record\.ts/)
    assert.doesNotMatch(own.log.join(), /0912345678/)
    assert.equal((await own.get('/api/offers')).status, 200)
  })
})

describe('a response that takes too long', () => {
  const startStuck = async (handler: Handler) => {
    const stuck = { ...handler, handle: () => new Promise<never>(() => {}) }
    const server = createHttpServer(stuck, createLog('silent', Date.now), { handlerTimeoutMs: 50 })
    const { port } = await server.listen(0, '127.0.0.1')
    after(() => server.stop({ idleMs: 0, busyMs: 0 }))
    return (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
  }

  it('is a 503 problem of the API and of /mcp, and states whether anything may be stored', async () => {
    const send = await startStuck(app.appHost.site)
    for (const [path, method, detail] of [
      ['/api/availability', 'GET', /Không có gì được lưu/],
      ['/api/booking', 'POST', /chưa rõ đã lưu hay chưa/],
      ['/mcp', 'POST', /chưa rõ đã lưu hay chưa/],
    ] as const) {
      const response = await send(path, method)
      assert.equal(response.status, 503, path)
      assert.equal(response.headers.get('retry-after'), '5')
      const problem = (await response.json()) as { type: string; detail: string }
      assert.equal(problem.type, `${base}/problems/store-unavailable`)
      assert.match(problem.detail, detail)
    }
  })

  it('is a 503 page of the site and of the desk', async () => {
    const onSite = await (await startStuck(app.appHost.site))('/en/booking')
    assert.deepEqual([onSite.status, onSite.headers.get('retry-after')], [503, '5'])
    assert.match(await onSite.text(), /<html/)
    const send = await startStuck(app.appHost.desk)
    const starting = await send('/')
    assert.deepEqual([starting.status, starting.headers.get('retry-after')], [503, '5'])
    assert.match(await starting.text(), /try again in a few seconds/)
    await fetch(app.deskUrl)
    const [read, write] = [await send('/'), await send('/', 'POST')]
    assert.deepEqual([read.status, read.headers.get('retry-after')], [503, '5'])
    assert.match(await read.text(), /Nothing was changed/)
    assert.match(await write.text(), /not known whether this was stored/)
  })
})

describe('the log', () => {
  it('has a JSON line for each request, with its route and no input of guests', async () => {
    const own = await startShop('spa')
    await own.get('/api/offers?q=Nguyen%20Thi%20Lan%200912345678')
    await own.get('/api/offers/0912345678')
    await own.get('/0912345678?phone=0912345678', { headers: { 'user-agent': '0912345678' } })
    const lines = own.log.join('').trim().split('\n')
    assert.equal(lines.length, 3)
    assert.doesNotMatch(lines.join(), /0912345678|Lan|127\.0\.0\.1/)
    const [first] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.equal(first?.route, '/api/offers')
    assert.equal(first?.status, 200)
    assert.equal(first?.pid, process.pid)
    assert.match(String(first?.request), /^[0-9a-f-]{36}$/)
    assert.match(String(first?.time), /^\d{4}-\d\d-\d\dT/)
  })
})

describe('a stop', () => {
  it('waits for the current request and accepts no new one (timing)', async () => {
    const own = await startShop('spa')
    const body = 'x'.repeat(100)
    const socket = connect(own.port, '127.0.0.1')
    const response = new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (part) => {
        text += part
      })
      socket.on('close', () => resolve(text))
    })
    socket.write(`POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`)
    await pause(50)
    const stopped = own.stop()
    await pause(50)
    await assert.rejects(own.get('/api'))
    socket.write(body)
    const text = await response
    assert.match(text, /^HTTP\/1\.1 405 /)
    assert.match(text, /Connection: close/i)
    await stopped
  })
})

describe('a graceful shutdown', () => {
  const silent = createLog('silent', Date.now)

  async function another(): Promise<{ server: HttpServer; port: number }> {
    const server = createHttpServer(app.appHost.site, silent)
    const { port } = await server.listen(0, '127.0.0.1')
    after(() => server.stop({ idleMs: 0, busyMs: 0 }))
    return { server, port }
  }

  /** A keep-alive connection, and the data received on it so far. */
  function keepConnection(port: number) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const closed = new Promise<number>((resolve) =>
      socket.once('close', () => resolve(performance.now())),
    )
    let text = ''
    socket.on('data', (part) => {
      text += part
    })
    const sendRequest = async (path = '/healthz') => {
      text = ''
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      while (!/\r\n\r\n./.test(text)) {
        if (socket.destroyed) throw new Error('closed without an answer')
        await pause(5)
      }
      return text
    }
    return { closed, ask: sendRequest }
  }

  it('sends one last response on every open connection during shutdown, then closes it (timing)', async () => {
    const { server, port } = await another()
    const [used, fresh] = [keepConnection(port), keepConnection(port)]
    assert.doesNotMatch(await used.ask(), /Connection: close/i)
    const stopped = server.stop({ idleMs: 10_000, busyMs: 10_000 })
    await pause(300)
    await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`))
    for (const connection of [used, fresh]) {
      const text = await connection.ask()
      assert.match(text, /^HTTP\/1\.1 200 /)
      assert.match(text, /Connection: close/i)
      await connection.closed
    }
    await stopped
  })

  it('waits for idle connections for the given time, which a later call can change (timing)', async () => {
    const { server, port } = await another()
    const [one, other] = [keepConnection(port), keepConnection(port)]
    await one.ask()
    await other.ask()
    const began = performance.now()
    void server.stop({ idleMs: 10_000, busyMs: 20_000 })
    await pause(100)
    await server.stop({ idleMs: 200, busyMs: 10_000 })
    const waited = [await one.closed, await other.closed].map((at) => at - began)
    for (const duration of waited) assertDuration(duration, { atLeastMs: 295, belowMs: 8_000 })
  })

  it('closes no connection whose request has arrived, even under load', async () => {
    const { server, port } = await another()
    const connections = Array.from({ length: 20 }, () => keepConnection(port))
    await Promise.all(connections.map(({ ask: sendRequest }) => sendRequest()))
    // After this the event loop runs the timers first, and then reads from the sockets.
    await new Promise(setImmediate)
    const stopped = server.stop({ idleMs: 50, busyMs: 10_000 })
    const responses = connections.map(({ ask: sendRequest }) => sendRequest())
    // The requests arrive while the event loop is blocked, and meanwhile the timeout ends.
    const until = performance.now() + 100
    while (performance.now() < until);
    for (const response of responses) assert.match(await response, /^HTTP\/1\.1 200 /)
    await stopped
  })

  it('continues to serve after it has begun, and /readyz responds with 503', async () => {
    const { server, port } = await another()
    const { ask: sendRequest, closed } = keepConnection(port)
    assert.match(await sendRequest('/readyz'), /^HTTP\/1\.1 200 /)
    server.drain()
    const away = await fetch(`http://127.0.0.1:${port}/readyz`)
    assert.equal(away.status, 503)
    assert.equal(away.headers.get('retry-after'), '5')
    assert.deepEqual(await away.json(), { status: 'stopping' })
    assert.equal((await fetch(`http://127.0.0.1:${port}/api`)).status, 200)
    server.close()
    assert.doesNotMatch(await sendRequest(), /Connection: close/i)
    assert.match(await sendRequest('/readyz'), /^HTTP\/1\.1 503 /)
    await server.stop({ idleMs: 0, busyMs: 1_000 })
    await closed
  })
})

describe('/healthz', () => {
  it('reports that the process is up', async () => {
    const response = await app.get('/healthz')
    assert.equal(response.status, 200)
    assert.deepEqual(await response.json(), { status: 'ok' })
    assert.equal(response.headers.get('cache-control'), 'no-store')
  })
})
