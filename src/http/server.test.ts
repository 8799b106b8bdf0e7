import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { assertElapsed } from '../../test/support/timing.ts'
import { createLog } from '../kernel/log.ts'
import { Problem } from '../kernel/problem.ts'
import type { Reply } from './message.ts'
import { createResponseCache } from './response-cache.ts'
import { createHttpServer, type Handler } from './server.ts'

const formatRequest = (path: string, method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

const textReply = (status: number, body: string): Reply => ({ status, headers: {}, body })

async function startServer(
  handle: Handler['handle'],
  limits: Parameters<typeof createHttpServer>[2] = {},
  bodyLimitOf: Handler['bodyLimitOf'] = async () => undefined,
) {
  const lines: string[] = []
  const log = createLog(
    'info',
    () => 0,
    (text) => lines.push(text),
  )
  const now = () => 0
  const server = createHttpServer(
    {
      responseCache: createResponseCache(() => undefined, now),
      handle,
      bodyLimitOf,
      onError: (_request, error) =>
        textReply(
          error instanceof Problem ? error.status : 500,
          (error instanceof Problem && error.details.detail?.en) || 'no detail',
        ),
      onInvalidRequest: (status) => textReply(status, 'invalid'),
    },
    log,
    limits,
  )
  after(() => server.stop({ idleMs: 0, busyMs: 0 }))
  const { port } = await server.listen(0, '127.0.0.1')
  const dial = async (allowHalfOpen = false): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen })
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const logged = () => {
    log.flush()
    return lines.join('')
  }
  return { server, dial, logged }
}

const readResponse = (socket: Socket) => once(socket, 'data').then(String)

describe('handler timeout', () => {
  const start = async () => {
    const pending: PromiseWithResolvers<Reply>[] = []
    const started = await startServer(
      ({ path }) => {
        if (path !== '/slow') return textReply(200, 'here')
        const reply = Promise.withResolvers<Reply>()
        pending.push(reply)
        return reply.promise
      },
      { handlerTimeoutMs: 300 },
    )
    return { ...started, pending }
  }

  it('responds with 503 and keeps the connection open', async () => {
    const { dial } = await start()
    const socket = await dial()
    socket.write(formatRequest('/slow'))
    const text = await readResponse(socket)
    assert.match(text, /^HTTP\/1\.1 503 /)
    assert.match(text, /no detail$/)
    socket.write(formatRequest('/'))
    assert.match(await readResponse(socket), /here$/)
  })

  it('of a write says that it may have been stored', async () => {
    const { dial } = await start()
    const socket = await dial()
    socket.write(formatRequest('/slow', 'POST'))
    assert.match(await readResponse(socket), /it is not known whether this was stored/)
  })

  it('drops and logs the late result, a reply or an error', async () => {
    const { dial, pending, logged } = await start()
    const socket = await dial()
    socket.write(formatRequest('/slow'))
    assert.match(await readResponse(socket), /^HTTP\/1\.1 503 /)
    socket.write(formatRequest('/slow'))
    assert.match(await readResponse(socket), /^HTTP\/1\.1 503 /)
    assert.match(logged(), /"event":"request failed".*"error":"HandlerTimeout"/)
    assert.doesNotMatch(logged(), /late response dropped/)
    const [first, second] = pending
    first?.resolve(textReply(200, 'late'))
    second?.reject(new RangeError('Lan 0912345678'))
    socket.write(formatRequest('/'))
    assert.match(await readResponse(socket), /here$/)
    assert.equal(logged().match(/late response dropped/g)?.length, 2)
    assert.match(logged(), /late response dropped.*RangeError/)
    assert.doesNotMatch(logged(), /0912345678/)
  })

  it('does not delay a response that is in time (timing)', async () => {
    const { dial, pending, logged } = await start()
    const socket = await dial()
    socket.write(formatRequest('/slow'))
    while (pending.length === 0) await pause(5)
    pending[0]?.resolve(textReply(200, 'in time'))
    assert.match(await readResponse(socket), /in time$/)
    await pause(400)
    assert.doesNotMatch(logged(), /HandlerTimeout|late/)
  })
})

describe('connection timeouts', () => {
  it('close an idle connection, and no event stream (timing)', async () => {
    const { dial } = await startServer(
      ({ path }) =>
        path === '/stream'
          ? {
              ...textReply(200, ''),
              stream: ({ write, closed }) => {
                write('begun')
                return new Promise((resolve) => closed.addEventListener('abort', () => resolve()))
              },
            }
          : textReply(200, 'here'),
      { keepAliveTimeout: 200 },
    )
    const [idle, listening] = [await dial(), await dial()]
    listening.write(formatRequest('/stream'))
    assert.match(await readResponse(listening), /begun/)
    idle.write(formatRequest('/'))
    assert.match(await readResponse(idle), /here$/)
    await once(idle, 'close')
    await pause(1_000)
    assert.ok(!listening.closed)
  })

  it('close a connection that stays open after the response to a stalled request (timing)', async () => {
    const { dial, server } = await startServer(() => textReply(200, 'here'), {
      headersTimeout: 300,
      requestTimeout: 300,
      connectionsCheckingInterval: 100,
    })
    const halfOpen = await dial(true)
    halfOpen.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n')
    const sending = setInterval(() => halfOpen.write(' '), 100)
    assert.match(await readResponse(halfOpen), /^HTTP\/1\.1 408 /)
    const respondedAt = performance.now()
    while (server.metrics().connections > 0) await pause(50)
    clearInterval(sending)
    assertElapsed(respondedAt, { atLeastMs: 1_000, belowMs: 8_000 })
  })
})

it('gives only a large body that is allowed the time of an upload', async () => {
  const { dial } = await startServer(
    ({ body }) => textReply(200, `received ${body.length}`),
    { requestTimeout: 60_000, bodyTimeoutMs: 300, maxBodyBytes: 1_000 },
    async ({ path }) => (path === '/photo' ? 10_000 : undefined),
  )
  const send = async (path: string, length: number) => {
    const socket = await dial()
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\nx`)
    return socket
  }
  const photo = await send('/photo', 2_000)
  for (const [path, length] of [['/text', 900] as const, ['/text', 2_000] as const])
    assert.match(await readResponse(await send(path, length)), /^HTTP\/1\.1 408 /)
  photo.write('x'.repeat(1_999))
  assert.match(await readResponse(photo), /received 2000$/)
})

it('ends an event stream that is not read (timing)', async () => {
  let written = 0
  const { dial } = await startServer(() => ({
    status: 200,
    headers: { 'Content-Type': 'text/event-stream' },
    body: '',
    async stream({ write, closed }) {
      while (!closed.aborted) {
        write('x'.repeat(100_000))
        written++
        await pause(1)
      }
    },
  }))
  const socket = await dial()
  socket.pause()
  socket.write(formatRequest('/'))
  await pause(300)
  for (let before = -1; before < written; await pause(200)) before = written
  assert.ok(written < 1_000, `${written}`)
})

describe('concurrent responses', () => {
  it('have their own request id each', async () => {
    const { dial } = await startServer(() => textReply(200, 'here'))
    const sockets = await Promise.all(Array.from({ length: 8 }, () => dial()))
    for (const socket of sockets) socket.write(formatRequest('/'))
    const texts = await Promise.all(sockets.map(readResponse))
    const ids = texts.map((text) => /X-Request-Id: ([0-9a-f-]{36})/.exec(text)?.[1])
    assert.equal(new Set(ids).size, 8)
    assert.ok(!ids.includes(undefined))
  })
})

it('handles a POST with and without a body', async () => {
  const { dial } = await startServer(({ method, body }) => textReply(202, `${method} "${body}"`))
  const socket = await dial()
  for (const [headers, body] of [
    ['', ''],
    ['Content-Length: 0\r\n', ''],
    ['Content-Length: 4\r\n', 'text'],
    ['Transfer-Encoding: chunked\r\n', '4\r\ntext\r\n0\r\n\r\n'],
  ] as const) {
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`)
    const expected = body.includes('text') ? 'POST "text"' : 'POST ""'
    assert.ok((await readResponse(socket)).endsWith(expected), headers)
  }
})
