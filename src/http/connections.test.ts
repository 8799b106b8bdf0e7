import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { assertElapsed } from '../../test/support/timing.ts'
import { limitConnections, limitReadTime } from './connections.ts'

const formatRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const incompletePost = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1'

async function startServer(maxConnections: number, listener: RequestListener) {
  let limitCount = 0
  const server = createServer({ keepAliveTimeout: 0 })
  const connections = limitConnections(server, {
    handle: listener as Parameters<typeof limitConnections>[1]['handle'],
    maxConnections,
    onLimitReached: () => limitCount++,
  })
  server.on('request', connections.handleInOrder)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const dial = async (): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  return { connections, limitCount: () => limitCount, dial }
}

const readResponse = (socket: Socket) => once(socket, 'data').then(String)
const waitForClose = (socket: Socket) => socket.closed || once(socket.resume(), 'close')

it('closes the connection that has been idle longest, and none with a request in progress', async () => {
  const finish: (() => void)[] = []
  const { dial, limitCount } = await startServer(3, ({ url }, outgoing) => {
    if (url === '/slow') finish.push(() => outgoing.end('late'))
    else outgoing.end('here')
  })
  const [busy, incompleteHeader, idle] = [await dial(), await dial(), await dial()]
  busy.write(formatRequest('/slow'))
  incompleteHeader.write('GET / HT')
  idle.write(formatRequest('/'))
  assert.match(await readResponse(idle), /here$/)
  const fourth = await dial()
  await waitForClose(incompleteHeader)
  fourth.write(formatRequest('/'))
  assert.match(await readResponse(fourth), /here$/)
  const fifth = await dial()
  await waitForClose(idle)
  fifth.write(formatRequest('/slow'))
  fourth.write(formatRequest('/slow'))
  while (finish.length < 3) await pause(5)
  await waitForClose(await dial())
  for (const run of finish) run()
  for (const one of [busy, fourth, fifth]) assert.match(await readResponse(one), /late$/)
  assert.equal(limitCount(), 3)
})

it('closes the connection of an incomplete request if none is idle (timing)', async () => {
  const { dial } = await startServer(2, (incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.end('here'))
  })
  const [first, second] = [await dial(), await dial()]
  for (const one of [first, second]) {
    one.write(incompletePost)
    await pause(50)
  }
  await dial()
  await waitForClose(first)
  second.write('2')
  assert.match(await readResponse(second), /here$/)
})

it('closes the connection of an incomplete request before one that was just opened (timing)', async () => {
  const { dial } = await startServer(2, (_, outgoing) => outgoing.end('here'))
  const incomplete = await dial()
  incomplete.write(incompletePost)
  await pause(50)
  const [first, second] = [await dial(), await dial()]
  await waitForClose(incomplete)
  for (const one of [first, second]) {
    one.write(formatRequest('/'))
    assert.match(await readResponse(one), /here$/)
  }
})

it('handles pipelined requests one after the other', async () => {
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

it('closes a connection with more than 16 requests waiting', async () => {
  let begun = 0
  const { dial } = await startServer(9, () => begun++)
  const socket = await dial()
  socket.write(formatRequest('/').repeat(18))
  await waitForClose(socket)
  assert.equal(begun, 1)
})

it('counts connections, and closes those without a request in progress (timing)', async () => {
  const { dial, connections } = await startServer(9, () => {})
  const [unused, incompleteHeader, busy] = [await dial(), await dial(), await dial()]
  incompleteHeader.write('GET / HT')
  busy.write(formatRequest('/'))
  while (connections.count() < 3) await pause(5)
  await pause(50)
  connections.closeIdle()
  for (const one of [unused, incompleteHeader]) await waitForClose(one)
  while (connections.count() > 1) await pause(5)
  assert.ok(!busy.closed)
})

/** A server whose response does not fit into the buffers of the operating system. */
async function startLargeResponse(timeouts: Parameters<typeof limitReadTime>[1]) {
  let serverSocket: Socket | undefined
  const { dial } = await startServer(9, ({ socket }, outgoing) => {
    serverSocket = socket
    outgoing.end(Buffer.alloc(3e7))
    limitReadTime(outgoing, timeouts)
  })
  const client = await dial()
  client.pause()
  client.write(formatRequest('/'))
  while (!serverSocket) await pause(5)
  return { client, serverSocket }
}

it('closes the connection of a client that does not read its response (timing)', async () => {
  const { serverSocket } = await startLargeResponse({ stallMs: 200, totalMs: 60_000 })
  const startedAt = performance.now()
  await once(serverSocket, 'close')
  assertElapsed(startedAt, { belowMs: 5_000 })
})

it('closes the connection of a client that keeps sending and does not read (timing)', async () => {
  const { client, serverSocket } = await startLargeResponse({ stallMs: 200, totalMs: 60_000 })
  const startedAt = performance.now()
  const sending = setInterval(() => client.write('\r\n'), 20)
  await once(serverSocket, 'close')
  clearInterval(sending)
  assertElapsed(startedAt, { belowMs: 5_000 })
})

it('closes the connection of a client that reads its response too slowly (timing)', async () => {
  // The time limit of the response begins before the first part of it arrives here.
  const startedAt = performance.now()
  // Longer than the buffers of the operating system last, which differ from run to run.
  const { client, serverSocket } = await startLargeResponse({ stallMs: 5_000, totalMs: 1_500 })
  let receivedBytes = 0
  client.on('data', (part) => {
    receivedBytes += part.length
    if (receivedBytes < 5e5) return
    receivedBytes = 0
    client.pause()
    setTimeout(() => client.resume(), 100)
  })
  client.resume()
  await once(serverSocket, 'close')
  assertElapsed(startedAt, { atLeastMs: 1_400, belowMs: 4_500 })
})

it('reads the next request when a large response has been read (timing)', async () => {
  const { client, serverSocket } = await startLargeResponse({ stallMs: 5_000, totalMs: 60_000 })
  assert.equal(serverSocket.timeout, 5_000)
  let receivedBytes = 0
  for await (const part of client.iterator({ destroyOnReturn: false })) {
    receivedBytes += part.length
    if (receivedBytes > 3e7) break
  }
  await pause(50)
  assert.equal(serverSocket.timeout, 0)
  // The server reads the next request of the connection.
  client.write(formatRequest('/'))
  await once(client, 'data')
})
