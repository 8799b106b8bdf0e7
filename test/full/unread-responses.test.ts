/** Clients that send requests and do not read the responses are disconnected. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { makeScratch } from '../../proof/support/scratch.ts'
import { type Server, startServer } from '../../proof/support/server.ts'
import { assertDuration, onlyOnTime } from '../support/timing.ts'

const scratch = makeScratch()
const timed = { skip: onlyOnTime() }
let server: Server
before(async () => {
  server = await startServer({ DATABASE_URL: scratch.database })
})
after(async () => {
  await server.kill('SIGTERM')
  scratch.remove()
})

/** A small request with a large response: several of them do not fit into the buffers of the system. */
const calls = `[${Array.from({ length: 40 }, () => '{"jsonrpc":"2.0","id":1,"method":"tools/list"}')}]`
const request =
  'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n' +
  `Content-Length: ${calls.length}\r\n\r\n${calls}`

/** Sends so many requests twice, reads nothing, and resolves with the time until the server closed the connection. */
async function measureUntilClosed(requests: number): Promise<number> {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const began = performance.now()
  // The first responses fit into the buffers of the system.
  socket.write(request.repeat(requests))
  const second = setTimeout(() => socket.write(request.repeat(requests)), 2_000)
  // Only a write shows a client that does not read that its connection was closed.
  const probe = setInterval(() => socket.write('\r\n'), 500)
  const timeout = setTimeout(() => socket.destroy(), 40_000)
  await closed
  clearInterval(probe)
  for (const timer of [second, timeout]) clearTimeout(timer)
  return performance.now() - began
}

describe('a client that does not read its responses', () => {
  for (const [name, requests] of [
    ['sends as many requests as may wait', 15],
    ['sends more requests than may wait', 40],
  ] as const) {
    it(
      `is disconnected within 30 s if it ${name}, while others are served (timing)`,
      timed,
      async () => {
        const durations = Promise.all(Array.from({ length: 8 }, () => measureUntilClosed(requests)))
        assert.equal((await server.send('GET', '/api/offers?limit=1')).status, 200)
        assertDuration(Math.max(...(await durations)), { belowMs: 30_000 })
        assert.equal((await server.send('GET', '/api/offers?limit=1')).status, 200)
      },
    )
  }
})
