/** Under load, new connections are accepted and answered. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { dayAhead, makeScratch } from '../../proof/support/scratch.ts'
import { startServer } from '../../proof/support/server.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { createLog } from '../../src/kernel/log.ts'
import { table } from '../support/booking.ts'
import { startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

it('answers new clients when many others hold connections beyond the limit', async () => {
  const app = await startShop('restaurant', { now: Date.now() })
  const lines: string[] = []
  const log = createLog('info', Date.now, (text) => lines.push(text))
  const server = createHttpServer(app.appHost.site, log, { maxConnections: 50 })
  const { port } = await server.listen(0, '127.0.0.1')
  after(() => server.stop({ idleMs: 0, busyMs: 0 }))
  const sendRequest = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { connection: 'close', 'content-type': 'application/json' },
    })

  const clients = Array.from({ length: 500 }, (_, index) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    if (index % 2 === 0) socket.write('GET /api HT')
    return socket
  })
  await until(() => clients.every(({ connecting }) => !connecting), 'the connections')
  const date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  for (let time = 0; time < 20; time++) {
    assert.equal((await sendRequest('/menu')).status, 200)
    const body = JSON.stringify({ ...table, date, party_size: 2 })
    const { status } = await sendRequest('/api/booking?dry_run=1', { method: 'POST', body })
    assert.ok([202, 409, 422].includes(status), String(status))
  }
  assert.ok(server.metrics().connections <= 50)
  log.flush()
  const warnings = lines.filter((line) => line.includes('"connection limit reached"'))
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /"level":"warn".*"limit":50/)
  for (const socket of clients) socket.destroy()
})

it('accepts new connections while other clients send requests without pause', async () => {
  const scratch = makeScratch()
  const guests = 32
  const server = await startServer({ DATABASE_URL: scratch.database }, { connections: guests })
  after(async () => {
    await server.kill('SIGTERM')
    scratch.remove()
  })
  const month = `/api/availability?month=${dayAhead(20).slice(0, 7)}&party_size=4`
  let [running, responseCount] = [true, 0]
  const busy = Array.from({ length: guests }, async () => {
    while (running) {
      await server.send('GET', month)
      responseCount++
    }
  })
  while (responseCount < 200) await pause(10)
  const before = responseCount
  const newcomers = Array.from({ length: 100 }, () =>
    fetch(`http://127.0.0.1:${server.port}/healthz`, { headers: { connection: 'close' } }),
  )
  for (const { status } of await Promise.all(newcomers)) assert.equal(status, 200)
  const meanwhile = responseCount - before
  running = false
  await Promise.all(busy)
  // If one connection were accepted per round of all busy clients, it would be 3,200.
  assert.ok(meanwhile < 800, `${meanwhile} responses to others`)
})
