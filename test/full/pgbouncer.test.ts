/** Several processes behind PgBouncer, which assigns each transaction any free connection. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { proveHotSlot } from '../../proof/hot-slot.ts'
import { book, table } from '../support/booking.ts'
import { havePgbouncer, newDatabase, useOwnPostgres } from '../support/database.ts'
import { addStaff, createStaffClient } from '../support/desk.ts'
import { openStream } from '../support/event-stream.ts'
import { type RunningShop, startShop } from '../support/shop.ts'
import { assertElapsed, onlyOnTime } from '../support/timing.ts'

const skip = !havePgbouncer('several processes behind PgBouncer')
/** Of tests that assert how long something takes. */
const timed = { skip: skip || onlyOnTime() }

describe('several processes behind PgBouncer', { skip }, () => {
  const own = skip ? undefined : useOwnPostgres()
  const opened = skip ? undefined : newDatabase('pgbouncer').then(twoShops)
  const shops = async () => (await opened) as [RunningShop, RunningShop]

  async function twoShops(file: string): Promise<[RunningShop, RunningShop]> {
    const options = { file, writeLimit: 1_000 }
    return [await startShop('restaurant', options), await startShop('restaurant', options)]
  }

  it('R1: assign a slot of 40 to exactly 40 of 300 concurrent requests to three processes', async (test) => {
    const result = await proveHotSlot({
      rounds: 1,
      requests: 300,
      capacity: 40,
      connections: 64,
      processes: 3,
      client: 'http',
      database: await newDatabase('pgbouncer'),
    })
    test.diagnostic(`${result.requestsPerSecond} requests/s, p95 ${result.p95Milliseconds} ms`)
    assert.deepEqual(result.accepted, [40])
    assert.deepEqual(result.otherOutcomes, {})
    assert.equal(result.unavailableAlternatives, 0)
  })

  it('accept an idempotency key for one booking, on any process', async () => {
    const [one, other] = await shops()
    const key = { 'idempotency-key': 'shared-key-0001' }
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => book(index % 2 ? one : other, table, key)),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([202]))
    assert.equal(new Set(responses.map(({ body }) => body.code)).size, 1)
  })

  it('leave no state on a connection, and set the limits of each transaction', async () => {
    const [{ store }] = await shops()
    const limits = `SELECT current_setting('statement_timeout') AS statement,
      current_setting('transaction_read_only') AS reads_only,
      current_setting('idle_in_transaction_session_timeout') AS idle,
      current_setting('lock_timeout') AS lock,
      (SELECT COUNT(*) FROM pg_prepared_statements) AS prepared`
    assert.deepEqual(
      { ...(await store.read.get(limits)) },
      { statement: '4s', reads_only: 'on', idle: '0', lock: '0', prepared: 0 },
    )
    assert.deepEqual(
      { ...(await store.write((sql) => sql.get(limits))) },
      { statement: '4s', reads_only: 'off', idle: '2s', lock: '500ms', prepared: 0 },
    )
    await assert.rejects(store.read.run('DELETE FROM bookings'))
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const query = (text: string) => store.read.get(text).catch(() => 'refused')
        return index % 4 ? query(`SELECT ${index} AS place`) : query('SELECT 1 / 0 AS never')
      }),
    )
    assert.equal((await store.read.get<{ here: number }>('SELECT 1 AS here'))?.here, 1)
  })

  it('show events of one process at the desk of another, by polling (timing)', timed, async () => {
    const [one, other] = await shops()
    assert.equal(one.store.onChange, undefined)
    const { cookie, name } = await addStaff(one, 'Cô Ba')
    assert.equal((await createStaffClient(other, name, cookie).get('/')).status, 200)
    const stream = await openStream(`${other.deskUrl}/live`, { cookie })
    for (const date of ['2026-11-21', '2026-11-22']) {
      const before = performance.now()
      assert.equal((await book(one, { ...table, date })).status, 202)
      assert.equal((await stream.next()).data.kind, 'booking.requested')
      assertElapsed(before, { belowMs: 2_500 })
    }
    stream.close()
    await stream.ended
  })

  it('reconnect after an outage of the server without losing anything', async () => {
    const [one] = await shops()
    const { body } = await book(one, { ...table, date: '2026-11-24' })
    const server = await own
    assert.ok(server)
    await server.stop('SIGINT')
    assert.equal((await book(one, { ...table, date: '2026-11-25' })).status, 503)
    assert.equal((await one.get('/api/offers?limit=3')).status, 200)
    await server.start()
    while ((await one.get('/readyz')).status !== 200) await pause(20)
    assert.equal((await book(one, { ...table, date: '2026-11-25' })).status, 202)
    assert.equal((await one.json(`/api/booking/${body.code}`)).code, body.code)
  })
})
