/** A client that does not read its response is disconnected by the server itself, not only by the limit alone. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, it, mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLog } from '../kernel/log.ts'
import { createResponseCache } from './response-cache.ts'
import { createHttpServer } from './server.ts'

it('the server limits the time in which a large response is read', async () => {
  let serverSocket: Socket | undefined
  const onConnection = (message: unknown) => {
    serverSocket = (message as { socket: Socket }).socket
  }
  subscribe('net.server.socket', onConnection)
  const reply = { status: 200, headers: {}, body: 'x'.repeat(3e7) }
  const log = createLog(
    'info',
    () => 0,
    () => {},
  )
  const server = createHttpServer(
    {
      responseCache: createResponseCache(
        () => undefined,
        () => 0,
      ),
      handle: () => reply,
      onError: () => reply,
      onInvalidRequest: () => reply,
    },
    log,
  )
  const { port } = await server.listen(0, '127.0.0.1')
  after(() => server.stop({ idleMs: 0, busyMs: 0 }))
  const client = connect({ port, host: '127.0.0.1' })
  client.on('error', () => {})
  await once(client, 'connect')
  client.pause()
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    // A client that reads nothing at all: the timeout of the socket, which fires after 13 s at most.
    while (serverSocket?.timeout !== 6_500) await nextTurn()
    // A client that reads a few bytes now and then: a minute in total.
    mock.timers.tick(59_999)
    assert.equal(serverSocket.destroyed, false)
    mock.timers.tick(1)
    assert.equal(serverSocket.destroyed, true)
  } finally {
    mock.timers.reset()
    unsubscribe('net.server.socket', onConnection)
    client.destroy()
  }
})
