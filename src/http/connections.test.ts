import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '../kernel/log.ts'
import { type Connections, trackConnections } from './connections.ts'
import type { Reply } from './message.ts'
import { createAnswers } from './response-cache.ts'
import { createHttpServer } from './server.ts'

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

async function open(most: number, listener: RequestListener) {
  let crowds = 0
  const server = createServer({ keepAliveTimeout: 0 })
  const connections = trackConnections(server, {
    answer: listener as (...pair: Parameters<Connections['inTurn']>) => void,
    most,
    onCrowd: () => crowds++,
  })
  server.on('request', connections.inTurn)
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

const answerOf = (socket: Socket) => once(socket, 'data').then(String)
const leaves = (socket: Socket) => socket.closed || once(socket.resume(), 'close')

it('whoever was silent for the longest time makes room, and nobody who is waiting for an answer', async () => {
  const waiting: (() => void)[] = []
  const { dial, crowds } = await open(3, ({ url }, outgoing) => {
    if (url === '/slow') waiting.push(() => outgoing.end('late'))
    else outgoing.end('here')
  })
  const [busy, silent, asked] = [await dial(), await dial(), await dial()]
  busy.write(ask('/slow'))
  silent.write('GET / HT')
  asked.write(ask('/'))
  assert.match(await answerOf(asked), /here$/)
  const newcomer = await dial()
  await leaves(silent)
  newcomer.write(ask('/'))
  assert.match(await answerOf(newcomer), /here$/)
  const another = await dial()
  await leaves(asked)
  another.write(ask('/slow'))
  newcomer.write(ask('/slow'))
  while (waiting.length < 3) await pause(5)
  await leaves(await dial())
  for (const answer of waiting) answer()
  for (const one of [busy, newcomer, another]) assert.match(await answerOf(one), /late$/)
  assert.equal(crowds(), 3)
})

it('whoever sends half a request makes room where nobody is silent', async () => {
  const { dial } = await open(2, (incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.end('here'))
  })
  const [half, also] = [await dial(), await dial()]
  for (const one of [half, also]) {
    one.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1')
    await pause(50)
  }
  await dial()
  await leaves(half)
  also.write('2')
  assert.match(await answerOf(also), /here$/)
})

it('what is sent ahead is answered one after the other', async () => {
  let [begun, atOnce, most] = [0, 0, 0]
  const { dial } = await open(9, (_, outgoing) => {
    begun++
    most = Math.max(most, ++atOnce)
    setTimeout(() => outgoing.end(`no. ${begun};`), 5)
    outgoing.on('finish', () => atOnce--)
  })
  const socket = await dial()
  let heard = ''
  socket.on('data', (part) => {
    heard += part
  })
  socket.write(ask('/').repeat(17))
  while (heard.split(';').length <= 17) await pause(5)
  assert.deepEqual(
    [...heard.matchAll(/no\. (\d+);/g)].map(([, number]) => Number(number)),
    Array.from({ length: 17 }, (_, place) => place + 1),
  )
  assert.equal(most, 1)
})

it('seventeen that wait are one too many', async () => {
  let begun = 0
  const { dial } = await open(9, () => begun++)
  const socket = await dial()
  socket.write(ask('/').repeat(18))
  await leaves(socket)
  assert.equal(begun, 1)
})

it('an answer that is taken too slowly is given up after a minute', async () => {
  const { dial, connections } = await open(9, (_, outgoing) => outgoing.end(Buffer.alloc(3e7)))
  const [slow, quick] = [await dial(), await dial()]
  slow.pause()
  for (const one of [slow, quick]) one.write(ask('/'))
  let taken = 0
  for await (const part of quick) {
    taken += part.length
    if (taken > 3e7) break
  }
  connections.urge(1_000)
  connections.urge(60_000)
  await pause(50)
  assert.ok(!slow.closed)
  connections.urge(61_001)
  await leaves(slow)
})

it('whoever asks nothing for a minute is let go, and nobody who listens', async () => {
  const { dial, connections } = await open(9, ({ url }, outgoing) => {
    if (url === '/stream') outgoing.write('begun')
    else outgoing.end('here')
  })
  const [silent, asking, listening] = [await dial(), await dial(), await dial()]
  const now = performance.now()
  for (const one of [silent, asking]) {
    one.write(ask('/'))
    assert.match(await answerOf(one), /here$/)
  }
  listening.write(ask('/stream'))
  assert.match(await answerOf(listening), /begun/)
  connections.urge(now + 64_000)
  asking.write(ask('/'))
  assert.match(await answerOf(asking), /here$/)
  connections.urge(now + 66_000)
  await pause(50)
  assert.ok(!silent.closed)
  connections.urge(now + 68_000)
  await leaves(silent)
  connections.urge(now + 130_000)
  await pause(50)
  assert.deepEqual([asking.closed, listening.closed], [false, false])
  connections.urge(now + 132_000)
  await leaves(asking)
  assert.ok(!listening.closed)
})

it('whoever was told the last word and stays is let go', async () => {
  const { dial, connections } = await open(9, ({ socket }) => socket.end('the last word'))
  const half = await dial(true)
  half.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1')
  assert.match(await answerOf(half), /the last word$/)
  const now = performance.now()
  connections.urge(now)
  connections.urge(now + 1_000)
  await pause(50)
  assert.equal(connections.count(), 1)
  connections.urge(now + 2_000)
  await pause(50)
  assert.equal(connections.count(), 0)
})

it('who sends half a request leaves before who has only just come', async () => {
  const { dial, connections } = await open(2, (_, outgoing) => outgoing.end('here'))
  const half = await dial()
  half.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1')
  await pause(50)
  connections.urge(performance.now())
  const [first, second] = [await dial(), await dial()]
  await leaves(half)
  for (const one of [first, second]) {
    one.write(ask('/'))
    assert.match(await answerOf(one), /here$/)
  }
})

it('an answer that does not come is given up', async () => {
  const { dial, connections } = await open(9, () => {})
  const waiting = await dial()
  waiting.write(ask('/'))
  await pause(50)
  const now = performance.now()
  connections.urge(now + 10_000)
  await pause(50)
  assert.ok(!waiting.closed)
  connections.urge(now + 14_000)
  await leaves(waiting)
})

it('whoever took an answer slowly is not hurried with the next', async () => {
  let hers: Socket | undefined
  const { dial, connections } = await open(9, ({ socket }, outgoing) => {
    hers = socket
    outgoing.end(Buffer.alloc(3e7))
  })
  const slow = await dial()
  slow.pause()
  slow.write(ask('/'))
  while (!hers) await pause(5)
  connections.urge(performance.now())
  assert.equal(hers.timeout, 6_500)
  let taken = 0
  for await (const part of slow.iterator({ destroyOnReturn: false })) {
    taken += part.length
    if (taken > 3e7) break
  }
  await pause(50)
  connections.urge(performance.now())
  assert.equal(hers.timeout, 0)
})

it('a stream that nobody reads any more ends', async () => {
  let written = 0
  const reply: Reply = {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream' },
    body: '',
    async stream({ write, gone }) {
      while (!gone.aborted) {
        write('x'.repeat(100_000))
        written++
        await pause(1)
      }
    },
  }
  const unused = () => assert.fail('nothing broke')
  const server = createHttpServer(
    {
      answers: createAnswers(() => undefined),
      answer: () => reply,
      broken: unused,
      unreadable: unused,
    },
    createLog('silent', () => 0),
  )
  after(() => server.stop({ idle: 0, busy: 1_000 }))
  const { port } = await server.listen(0, '127.0.0.1')
  const socket = await dial(port)
  socket.pause()
  socket.write(ask('/'))
  await pause(300)
  for (let before = -1; before < written; await pause(200)) before = written
  assert.ok(written < 1_000, `${written}`)
})
