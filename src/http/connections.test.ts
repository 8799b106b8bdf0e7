import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '../kernel/log.ts'
import { type ConnectionTracker, trackConnections } from './connections.ts'
import type { Reply } from './message.ts'
import { createResponseCache } from './response-cache.ts'
import { createHttpServer } from './server.ts'

const formatRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

async function startServer(maxConnections: number, listener: RequestListener) {
  let crowds = 0
  const server = createServer({ keepAliveTimeout: 0 })
  const connections = trackConnections(server, {
    handle: listener as (...pair: Parameters<ConnectionTracker['handleInOrder']>) => void,
    maxConnections,
    onLimitReached: () => crowds++,
  })
  server.on('request', connections.handleInOrder)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { connections, crowds: () => crowds, dial: (staying?: boolean) => dial(port, staying) }
}

async function dial(port: number, allowHalfOpen = false): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const readResponse = (socket: Socket) => once(socket, 'data').then(String)
const waitForClose = (socket: Socket) => socket.closed || once(socket.resume(), 'close')

it('whoever was silent for the longest time makes room, and nobody who is waiting for an answer', async () => {
  const waiting: (() => void)[] = []
  const { dial, crowds } = await startServer(3, ({ url }, outgoing) => {
    if (url === '/slow') waiting.push(() => outgoing.end('late'))
    else outgoing.end('here')
  })
  const [busy, silent, served] = [await dial(), await dial(), await dial()]
  busy.write(formatRequest('/slow'))
  silent.write('GET / HT')
  served.write(formatRequest('/'))
  assert.match(await readResponse(served), /here$/)
  const newcomer = await dial()
  await waitForClose(silent)
  newcomer.write(formatRequest('/'))
  assert.match(await readResponse(newcomer), /here$/)
  const another = await dial()
  await waitForClose(served)
  another.write(formatRequest('/slow'))
  newcomer.write(formatRequest('/slow'))
  while (waiting.length < 3) await pause(5)
  await waitForClose(await dial())
  for (const answer of waiting) answer()
  for (const one of [busy, newcomer, another]) assert.match(await readResponse(one), /late$/)
  assert.equal(crowds(), 3)
})

it('whoever sends half a request makes room where nobody is silent', async () => {
  const { dial } = await startServer(2, (incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.end('here'))
  })
  const [half, also] = [await dial(), await dial()]
  for (const one of [half, also]) {
    one.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1')
    await pause(50)
  }
  await dial()
  await waitForClose(half)
  also.write('2')
  assert.match(await readResponse(also), /here$/)
})

it('what is sent ahead is answered one after the other', async () => {
  let [begun, concurrent, maxConcurrent] = [0, 0, 0]
  const { dial } = await startServer(9, (_, outgoing) => {
    begun++
    maxConcurrent = Math.max(maxConcurrent, ++concurrent)
    setTimeout(() => outgoing.end(`no. ${begun};`), 5)
    outgoing.on('finish', () => concurrent--)
  })
  const socket = await dial()
  let received = ''
  socket.on('data', (part) => {
    received += part
  })
  socket.write(formatRequest('/').repeat(17))
  while (received.split(';').length <= 17) await pause(5)
  assert.deepEqual(
    [...received.matchAll(/no\. (\d+);/g)].map(([, number]) => Number(number)),
    Array.from({ length: 17 }, (_, index) => index + 1),
  )
  assert.equal(maxConcurrent, 1)
})

it('seventeen that wait are one too many', async () => {
  let begun = 0
  const { dial } = await startServer(9, () => begun++)
  const socket = await dial()
  socket.write(formatRequest('/').repeat(18))
  await waitForClose(socket)
  assert.equal(begun, 1)
})

it('an answer that is taken too slowly is given up after a minute', async () => {
  const { dial, connections } = await startServer(9, (_, outgoing) =>
    outgoing.end(Buffer.alloc(3e7)),
  )
  const [slow, quick] = [await dial(), await dial()]
  slow.pause()
  for (const one of [slow, quick]) one.write(formatRequest('/'))
  let receivedBytes = 0
  for await (const part of quick) {
    receivedBytes += part.length
    if (receivedBytes > 3e7) break
  }
  connections.checkTimeouts(1_000)
  connections.checkTimeouts(60_000)
  await pause(50)
  assert.ok(!slow.closed)
  connections.checkTimeouts(61_001)
  await waitForClose(slow)
})

it('whoever asks nothing for a minute is let go, and nobody who listens', async () => {
  const { dial, connections } = await startServer(9, ({ url }, outgoing) => {
    if (url === '/stream') outgoing.write('begun')
    else outgoing.end('here')
  })
  const [silent, asking, listening] = [await dial(), await dial(), await dial()]
  const now = performance.now()
  for (const one of [silent, asking]) {
    one.write(formatRequest('/'))
    assert.match(await readResponse(one), /here$/)
  }
  listening.write(formatRequest('/stream'))
  assert.match(await readResponse(listening), /begun/)
  connections.checkTimeouts(now + 64_000)
  asking.write(formatRequest('/'))
  assert.match(await readResponse(asking), /here$/)
  connections.checkTimeouts(now + 66_000)
  await pause(50)
  assert.ok(!silent.closed)
  connections.checkTimeouts(now + 68_000)
  await waitForClose(silent)
  connections.checkTimeouts(now + 130_000)
  await pause(50)
  assert.deepEqual([asking.closed, listening.closed], [false, false])
  connections.checkTimeouts(now + 132_000)
  await waitForClose(asking)
  assert.ok(!listening.closed)
})

it('whoever was told the last word and stays is let go', async () => {
  const { dial, connections } = await startServer(9, ({ socket }) => socket.end('the last word'))
  const half = await dial(true)
  half.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1')
  assert.match(await readResponse(half), /the last word$/)
  const now = performance.now()
  connections.checkTimeouts(now)
  connections.checkTimeouts(now + 1_000)
  await pause(50)
  assert.equal(connections.count(), 1)
  connections.checkTimeouts(now + 2_000)
  await pause(50)
  assert.equal(connections.count(), 0)
})

it('who sends half a request leaves before who has only just come', async () => {
  const { dial, connections } = await startServer(2, (_, outgoing) => outgoing.end('here'))
  const half = await dial()
  half.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1')
  await pause(50)
  connections.checkTimeouts(performance.now())
  const [first, second] = [await dial(), await dial()]
  await waitForClose(half)
  for (const one of [first, second]) {
    one.write(formatRequest('/'))
    assert.match(await readResponse(one), /here$/)
  }
})

it('an answer that does not come is given up', async () => {
  const { dial, connections } = await startServer(9, () => {})
  const waiting = await dial()
  waiting.write(formatRequest('/'))
  await pause(50)
  const now = performance.now()
  connections.checkTimeouts(now + 10_000)
  await pause(50)
  assert.ok(!waiting.closed)
  connections.checkTimeouts(now + 14_000)
  await waitForClose(waiting)
})

it('whoever took an answer slowly is not hurried with the next', async () => {
  let serverSocket: Socket | undefined
  const { dial, connections } = await startServer(9, ({ socket }, outgoing) => {
    serverSocket = socket
    outgoing.end(Buffer.alloc(3e7))
  })
  const slow = await dial()
  slow.pause()
  slow.write(formatRequest('/'))
  while (!serverSocket) await pause(5)
  connections.checkTimeouts(performance.now())
  assert.equal(serverSocket.timeout, 6_500)
  let receivedBytes = 0
  for await (const part of slow.iterator({ destroyOnReturn: false })) {
    receivedBytes += part.length
    if (receivedBytes > 3e7) break
  }
  await pause(50)
  connections.checkTimeouts(performance.now())
  assert.equal(serverSocket.timeout, 0)
})

it('a stream that nobody reads any more ends', async () => {
  let written = 0
  const reply: Reply = {
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
  }
  const unused = () => assert.fail('nothing broke')
  const server = createHttpServer(
    {
      responseCache: createResponseCache(() => undefined),
      handle: () => reply,
      onError: unused,
      onInvalidRequest: unused,
    },
    createLog('silent', () => 0),
  )
  after(() => server.stop({ idleMs: 0, busyMs: 1_000 }))
  const { port } = await server.listen(0, '127.0.0.1')
  const socket = await dial(port)
  socket.pause()
  socket.write(formatRequest('/'))
  await pause(300)
  for (let before = -1; before < written; await pause(200)) before = written
  assert.ok(written < 1_000, `${written}`)
})
