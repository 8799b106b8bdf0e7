/** Many at once: whoever comes is let in and answered all the same. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { dayAhead, makeScratch } from '../proof/support/scratch.ts'
import { freePort, startServer } from '../proof/support/server.ts'
import { table } from './support/booking.ts'

const program = join(import.meta.dirname, '../bin/letan.js')

it('where a process may open 200 files and 500 callers come', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'letan-'))
  const port = await freePort()
  const child = spawn('sh', ['-c', 'ulimit -n 200 && exec "$0" "$1"', process.execPath, program], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DESK_PORT: String(await freePort()),
      DATABASE_URL: join(folder, 'book.sqlite'),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let log = ''
  child.stdout.on('data', (part) => {
    log += part
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  after(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  })
  const sendRequest = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { connection: 'close', 'content-type': 'application/json' },
    })
  while ((await sendRequest('/healthz').catch(() => undefined))?.status !== 200) await pause(50)

  const requests = Array.from({ length: 500 }, (_, index) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    if (index % 2 === 0) socket.write('GET /api HT')
    return socket
  })
  await pause(500)
  const date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  for (let time = 0; time < 20; time++) {
    assert.equal((await sendRequest('/menu')).status, 200)
    const body = JSON.stringify({ ...table, date, party_size: 2 })
    const { status } = await sendRequest('/api/booking?dry_run=1', { method: 'POST', body })
    assert.ok([202, 409, 422].includes(status), String(status))
  }
  const crowded = log.split('\n').filter((line) => line.includes('"connections full"'))
  assert.equal(crowded.length, 1)
  assert.match(crowded[0] ?? '', /"level":"warn".*"most":50/)
  for (const socket of requests) socket.destroy()
})

it('where those who are there ask without a pause', async () => {
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
  // One newcomer for each time that all the others were answered would be 3,200.
  assert.ok(meanwhile < 800, `${meanwhile} answers to others`)
})
