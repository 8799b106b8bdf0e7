import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createAnswers } from './answers.ts'
import { type Connections, trackConnections } from './connections.ts'
import { createLog } from './log.ts'
import type { Reply } from './message.ts'
import { createHttpServer } from './server.ts'

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

async function open(most: number, listener: RequestListener) {
  let crowds = 0
  const server = createServer()
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
  return { connections, crowds: () => crowds, dial: () => dial(port) }
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
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
