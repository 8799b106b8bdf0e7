/** While PostgreSQL is down, requests that need no database are served; the others get a Retry-After. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openTcpProxy } from '../../proof/support/tcp-proxy.ts'
import { createCircuitBreaker } from '../../src/store/postgres/circuit-breaker.ts'
import { isStandby } from '../../src/store/postgres/errors.ts'
import { StoreUnavailable } from '../../src/store/sql.ts'
import { book, table } from '../support/booking.ts'
import {
  havePgbouncer,
  havePostgres,
  newDatabase,
  openTestStore,
  postgres,
  useOwnPostgres,
} from '../support/database.ts'
import { addStaff } from '../support/desk.ts'
import { openStream } from '../support/event-stream.ts'
import { modern } from '../support/mcp.ts'
import { base, startShop } from '../support/shop.ts'
import { assertElapsed, onlyOnTime } from '../support/timing.ts'
import { until } from '../support/until.ts'

const skip = !havePostgres('an outage of PostgreSQL')
const pooled = havePgbouncer('closed connections behind PgBouncer')

it('serves the catalog during an outage, and answers requests that need the database with Retry-After (timing)', {
  skip: skip || onlyOnTime(),
}, async () => {
  const server = await useOwnPostgres()
  const app = await startShop('restaurant', { database: 'postgres', writeLimit: 100 })
  const staff = await addStaff(app, 'Cô Ba')
  const { code } = (await book(app, table)).body
  assert.equal((await app.get('/readyz')).status, 200)
  assert.equal((await fetch(`${app.deskUrl}/readyz`)).status, 200)
  await server.stop('SIGQUIT')

  const served = ['/', '/menu', '/api/offers?limit=4', '/llms.txt', '/openapi.json', '/sitemap.xml']
  for (const path of [...served, '/healthz', '/docs', '/mcp']) {
    const { status } = await app.get(path)
    assert.ok(status < 500, `${path} ${status}`)
  }
  for (const path of served) {
    const { status, headers } = await app.get(path)
    assert.equal(status, 200, path)
    assert.match(headers.get('cache-control') ?? '', /max-age=60.*stale-if-error=86400/, path)
  }
  const tools = await modern(app, 'tools/list')
  assert.equal(tools.status, 200)
  const menu = await modern(app, 'tools/call', { name: 'search_menu', arguments: { query: 'cơm' } })
  assert.equal(menu.status, 200)
  assert.ok(menu.body.result?.isError !== true, menu.text)

  const availability = await app.get('/api/availability?date=2026-11-20')
  const status = await app.get(`/api/booking/${code}`)
  const bookingResponse = await app.post('/api/booking', { ...table, time: '12:00' })
  const lead = await app.post('/api/lead', { name: 'Lan', phone: '0912 345 678', consent: '1' })
  for (const response of [availability, status, bookingResponse, lead]) {
    assert.equal(response.status, 503, response.url)
    assert.equal(response.headers.get('retry-after'), '5')
    assert.equal(
      ((await response.json()) as { type: string }).type,
      `${base}/problems/store-unavailable`,
    )
  }
  for (const path of ['/booking?date=2026-11-20&party_size=2', `/booking/${code}`]) {
    const page = await app.get(path, { headers: { accept: 'text/html' } })
    assert.ok([200, 303, 404, 503].includes(page.status), `${path} ${page.status}`)
  }
  for (const url of [`http://127.0.0.1:${app.port}/readyz`, `${app.deskUrl}/readyz`]) {
    const ready = await fetch(url)
    assert.deepEqual([ready.status, ready.headers.get('retry-after')], [503, '5'])
  }
  for (const path of ['/', '/day/2026-11-20', '/live', '/numbers']) {
    const screen = await staff.get(path)
    assert.deepEqual([screen.status, screen.headers.get('retry-after')], [503, '5'], path)
  }
  const signedIn = await staff.post('/sign-in', { name: 'Cô Ba', password: 'anything at all' })
  assert.equal(signedIn.status, 503)
  assert.equal((await fetch(`${app.deskUrl}/healthz`)).status, 200)

  await server.start()
  const began = performance.now()
  while ((await app.get('/readyz')).status !== 200) await pause(20)
  assertElapsed(began, { belowMs: 5_000 })
  assert.equal((await app.json(`/api/booking/${code}`)).code, code)
  assert.equal((await book(app, { ...table, time: '12:00' })).status, 202)
  assert.equal((await staff.get('/')).status, 200)
})

/** Closes the connection when the test ends; an open connection would keep the test file running. */
async function connectTo(address: string, test: TestContext): Promise<pg.Client> {
  const client = new pg.Client(address)
  await client.connect()
  test.after(() => client.end())
  return client
}

it('listens again after its connection was closed, and then reports a change that it may have missed', {
  skip,
}, async (test) => {
  const file = await newDatabase('postgres')
  const store = await openTestStore(file, Date.now)
  test.after(() => store.close())
  const operator = await connectTo(file, test)
  let changes = 0
  store.onChange?.(() => changes++)
  await until(() => changes === 1, 'the first connection')
  const { rowCount } = await operator.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  )
  assert.equal(rowCount, 1)
  await until(() => changes === 2, 'another connection')
})

it('listens once more, not twice, after its connection was closed during LISTEN', {
  skip,
}, async (test) => {
  const file = await newDatabase('postgres')
  const proxy = await openTcpProxy((await postgres()).socket)
  test.after(() => proxy.close())
  const store = await openTestStore(proxy.rewriteUrl(file), Date.now)
  const operator = await connectTo(file, test)
  let changes = 0
  const closed = proxy.onResponse(Buffer.from('C\0\0\0\x0bLISTEN\0', 'latin1'), 'close')
  store.onChange?.(() => changes++)
  await closed
  await until(() => changes > 0, 'another connection')
  await operator.query('SELECT pg_sleep(0.3)')
  assert.equal(changes, 1)
  await store.close()
})

it('a write that a read-only server refuses has the error of a standby', { skip }, async (test) => {
  const operator = await connectTo(await newDatabase('postgres'), test)
  const failsAsOnStandby = (statement: string) =>
    operator.query(statement).then(() => assert.fail(statement), isStandby)
  const write = 'INSERT INTO form_tokens VALUES (NULL, NULL)'
  assert.equal(await failsAsOnStandby(write), false)
  await operator.query('SET default_transaction_read_only = on')
  assert.equal(await failsAsOnStandby(write), true)
  assert.equal(await failsAsOnStandby('SELECT 1 / 0'), false)
})

describe('the circuit breaker', () => {
  it('keeps no process alive between two attempts', async () => {
    const unused = createServer().listen(0, '127.0.0.1')
    await once(unused, 'listening')
    const { port } = unused.address() as AddressInfo
    unused.close()
    await once(unused, 'close')
    const countTimers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = countTimers()
    const breaker = createCircuitBreaker({ host: '127.0.0.1', port })
    breaker.reportFailure(new Error('lost'))
    await assert.rejects(breaker.assertClosed(), StoreUnavailable)
    // A timer of an earlier test may have ended meanwhile.
    assert.ok(countTimers() <= before)
    breaker.close()
  })

  it('rejects queries before its second attempt, although the server has not answered the first', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const breaker = createCircuitBreaker({ host: '127.0.0.1', port })
    breaker.reportFailure(new Error('lost'))
    let isRejected = false
    breaker.assertClosed().catch(() => {
      isRejected = true
    })
    await once(silent, 'connection')
    await once(silent, 'connection')
    assert.equal(isRejected, true)
    breaker.close()
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})

/** Polls for up to a minute, because new connections take a while on a busy machine. */
async function pollUntil(read: () => Promise<number>, wanted: number): Promise<number> {
  const end = performance.now() + 60_000
  for (;;) {
    const found = await read()
    if (found === wanted || performance.now() > end) return found
    await pause(20)
  }
}

it('reads from a read-only standby, and writes again after it is promoted', {
  skip,
}, async (test) => {
  const file = await newDatabase('postgres')
  const app = await startShop('restaurant', { file, writeLimit: 100 })
  const staff = await addStaff(app, 'Cô Ba')
  const stream = await openStream(`${app.deskUrl}/live`, { cookie: staff.cookie })
  const { code } = (await book(app, table)).body
  const operator = await connectTo(file.replace(/\/shop_\w+/, '/postgres'), test)
  const database = new URL(file).pathname.slice(1)
  await operator.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
  await operator.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
    [database],
  )
  const rejected = await book(app, { ...table, time: '12:00' })
  assert.deepEqual([rejected.status, rejected.response.headers.get('retry-after')], [503, '5'])
  assert.equal(
    await pollUntil(async () => (await app.get(`/api/booking/${code}`)).status, 200),
    200,
  )
  assert.equal((await app.json(`/api/booking/${code}`)).code, code)
  assert.equal((await app.get('/api/availability?date=2026-11-20')).status, 200)
  // The first error may come from a closed connection, before anything was written.
  const readyAfterBooking = async () => {
    assert.equal((await book(app, { ...table, time: '12:00' })).status, 503)
    return (await app.get('/readyz')).status
  }
  assert.equal(await pollUntil(readyAfterBooking, 503), 503)
  assert.equal(await app.desk.expire(), 0)
  assert.equal(
    (await app.get('/readyz')).status,
    503,
    'a write without changes does not mark the store as writable',
  )
  // A promotion does not close the connections of the standby.
  await operator.query(`ALTER DATABASE ${database} SET default_transaction_read_only = off`)
  const bookingBody = { ...table, time: '12:00' }
  assert.equal(await pollUntil(async () => (await book(app, bookingBody)).status, 202), 202)
  assert.equal((await app.get('/readyz')).status, 200)
  await stream.next()
  assert.equal((await stream.next()).data.kind, 'booking.requested')
  stream.close()
})

for (const engine of ['postgres', 'pgbouncer'] as const) {
  it(`survives connections that repeatedly close during a query, ${engine}`, {
    skip: skip || (engine === 'pgbouncer' && !pooled),
  }, async (test) => {
    const file = await newDatabase(engine)
    const app = await startShop('restaurant', { file, writeLimit: 100 })
    const { code } = (await book(app, table)).body
    const operator = await connectTo(await newDatabase('postgres'), test)
    let over = false
    const statuses = new Set<number>()
    const guest = async () => {
      while (!over) {
        statuses.add((await app.get(`/api/booking/${code}`)).status)
        statuses.add((await app.post('/api/booking?dry_run=1', table)).status)
      }
    }
    const guests = Array.from({ length: 24 }, guest)
    for (let turn = 0; turn < 60; turn++) {
      await operator.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
        [new URL(file).pathname.slice(1)],
      )
      await pause(25)
    }
    over = true
    await Promise.all(guests)
    for (const status of statuses) assert.ok([200, 202, 503].includes(status), String(status))
    const readStatus = async () => (await app.get(`/api/booking/${code}`)).status
    assert.equal(await pollUntil(readStatus, 200), 200)
  })
}
