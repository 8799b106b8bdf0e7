/** Several processes on one PostgreSQL behave as one. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { proveHotSlot } from '../../proof/hot-slot.ts'
import { loadOrCreateSecret } from '../../src/server/secret.ts'
import { openStore } from '../../src/store/open.ts'
import { parseConnectionUrl } from '../../src/store/postgres/connection-url.ts'
import { ConnectionUrlError } from '../../src/store/postgres/connection-url-error.ts'
import { type Store, StoreUnavailable } from '../../src/store/sql.ts'
import { book, table } from '../support/booking.ts'
import { havePostgres, newDatabase } from '../support/database.ts'
import { addStaff, createStaffClient } from '../support/desk.ts'
import { openStream } from '../support/event-stream.ts'
import { openReceiver } from '../support/receivers.ts'
import { type ShopOptions, startShop } from '../support/shop.ts'
import { assertDuration, assertElapsed, onlyOnTime } from '../support/timing.ts'
import { until } from '../support/until.ts'

const skip = !havePostgres('several processes')
/** Of tests that assert how long something takes. */
const timed = { skip: skip || onlyOnTime() }

async function twoShops(options: ShopOptions = {}) {
  const file = await newDatabase('postgres')
  return {
    file,
    one: await startShop('restaurant', { ...options, file }),
    other: await startShop('restaurant', { ...options, file }),
  }
}

async function twoStores(): Promise<[Store, Store]> {
  const address = await newDatabase('postgres')
  const stores: [Store, Store] = [
    await openStore(address, Date.now),
    await openStore(address, Date.now),
  ]
  for (const store of stores) after(() => store.close())
  return stores
}

function writeSomething(store: Store): Promise<number> {
  return store.write((sql) => sql.run('DELETE FROM form_tokens'))
}

async function asOperator<Found>(
  address: string,
  work: (client: pg.Client) => Promise<Found>,
): Promise<Found> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe('several processes', { skip }, () => {
  it('R1: assign a slot of 40 to exactly 40 of 600 concurrent requests to three of them', async (test) => {
    const result = await proveHotSlot({
      rounds: 2,
      requests: 600,
      capacity: 40,
      connections: 64,
      processes: 3,
      client: 'mixed',
      database: await newDatabase('postgres'),
    })
    test.diagnostic(`${result.requestsPerSecond} requests/s, p95 ${result.p95Milliseconds} ms`)
    assert.deepEqual(result.accepted, [40, 40])
    assert.deepEqual(result.otherOutcomes, {})
    assert.equal(result.unavailableAlternatives, 0)
  })

  it('do not start on a database whose locks have no effect', async () => {
    const address = await newDatabase('postgres')
    await asOperator(address, async (client) => {
      await client.query(`CREATE SCHEMA fake_locks;
        CREATE FUNCTION fake_locks.pg_advisory_xact_lock(int, int) RETURNS void LANGUAGE sql AS '';
        CREATE FUNCTION fake_locks.pg_try_advisory_xact_lock(int, int) RETURNS boolean
          LANGUAGE sql AS 'SELECT true';
        ALTER ROLE letan IN DATABASE ${new URL(address).pathname.slice(1)}
          SET search_path = fake_locks, pg_catalog`)
      return {}
    })
    await assert.rejects(openStore(address, Date.now), /does not enforce pg_advisory_xact_lock/)
  })

  it('share the idempotency keys, the limits and closed days', async () => {
    const { one, other } = await twoShops({ writeLimit: 3 })
    const key = { 'idempotency-key': 'shared-key-0001' }
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => book(index % 2 ? one : other, table, key)),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([202]))
    assert.equal(new Set(responses.map(({ body }) => body.code)).size, 1)
    assert.equal((await book(one, { ...table, date: '2026-11-21' })).status, 202)
    assert.equal((await book(other, { ...table, date: '2026-11-22' })).status, 202)
    assert.equal((await book(one, { ...table, date: '2026-11-24' })).status, 429)
    assert.equal((await book(other, { ...table, date: '2026-11-24' })).status, 429)

    const owner = await addStaff(one, 'Cô Ba')
    const closing = { date: '2026-11-25', reason_vi: 'Nghỉ', reason_en: 'Closed' }
    await one.store.write((sql) =>
      sql.run(
        'INSERT INTO closed_days VALUES (?, ?, ?, ?)',
        ...Object.values(closing),
        one.clock.now,
      ),
    )
    assert.equal((await owner.get('/closed')).status, 200)
    await other.appHost.refresh()
    assert.equal((await other.json('/api/availability?date=2026-11-25')).open, false)
  })

  it(
    'accept the session of another process, and send events to its desk (timing)',
    timed,
    async () => {
      const { one, other } = await twoShops()
      const { cookie, name } = await addStaff(one, 'Cô Ba')
      const elsewhere = createStaffClient(other, name, cookie)
      assert.equal((await elsewhere.get('/')).status, 200)
      const stream = await openStream(`${other.deskUrl}/live`, { cookie })
      assert.equal(stream.status, 200)
      const delays: number[] = []
      for (const date of ['2026-11-20', '2026-11-21', '2026-11-22']) {
        const before = performance.now()
        assert.equal((await book(one, { ...table, date })).status, 202)
        const { data } = await stream.next()
        assert.equal(data.kind, 'booking.requested')
        delays.push(performance.now() - before)
      }
      stream.close()
      // Faster than polling once a second on average.
      assertDuration(Math.min(...delays), { belowMs: 450 })
    },
  )

  it('deliver each event once', async () => {
    const receiver = await openReceiver()
    const notifications = {
      WEBHOOKS: receiver.url,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    }
    const { one, other } = await twoShops({ notifications, writeLimit: 100 })
    for (const time of ['11:00', '12:30', '17:00', '18:30', '20:00']) {
      assert.equal((await book(one, { ...table, time })).status, 202)
    }
    for (let round = 0; round < 8; round++) {
      await Promise.all([one.dispatch(), other.dispatch()])
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.equal(ids.length, 5)
    assert.equal(new Set(ids).size, 5)
  })

  it('sign with one secret, regardless of which process generated it', async () => {
    const address = await newDatabase('postgres')
    const stores = await Promise.all(Array.from({ length: 3 }, () => openStore(address, () => 1)))
    const secrets = await Promise.all(stores.map((store) => loadOrCreateSecret(store, () => 1)))
    assert.equal(new Set(secrets).size, 1)
    assert.ok((secrets[0] ?? '').length >= 32)

    // A process that starts during a long write of another does not wait for it.
    const { promise: written, resolve: write } = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const writing = stores[0]?.write(async (sql) => {
      await sql.run('DELETE FROM form_tokens')
      begun.resolve()
      await written
    })
    await begun.promise
    assert.equal(await loadOrCreateSecret(stores[1] as Store, () => 1), secrets[0])
    write()
    await writing
    for (const store of stores) await store.close()
  })
})

describe('a connection to PostgreSQL', { skip }, () => {
  it('is opened again after it was closed, without an error', async () => {
    const { one, file } = await twoShops({ writeLimit: 100 })
    assert.equal((await book(one, table)).status, 202)
    const { rows } = await asOperator(file, (client) =>
      client.query<{ pid: number }>(
        `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'letan' AND datname = current_database()`,
      ),
    )
    const closed = [rows.map(({ pid }) => pid)]
    const countOpen = 'SELECT pid FROM pg_stat_activity WHERE pid = ANY($1)'
    await until(
      () =>
        asOperator(file, async (client) => (await client.query(countOpen, closed)).rowCount === 0),
      'the end of the connections',
    )
    assert.equal((await one.get('/api/availability?date=2026-11-20')).status, 200)
    assert.equal((await book(one, { ...table, time: '12:00' })).status, 202)
  })

  it(
    'waits for an idle transaction until it times out, and the idle one gets an error (timing)',
    timed,
    async () => {
      const [store, other] = await twoStores()
      const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const sleeping = other.write(async (sql) => {
        await sql.get('SELECT 1 AS one')
        begun.resolve()
        await written.promise
        await sql.get('SELECT 2 AS two')
      })
      const rejection = assert.rejects(sleeping, StoreUnavailable)
      await begun.promise
      const began = performance.now()
      await writeSomething(store)
      assertElapsed(began, { belowMs: 2_900 })
      written.resolve()
      await rejection
      await writeSomething(other)
    },
  )

  it(
    'waits three seconds for a transaction that does not end, then fails (timing)',
    timed,
    async () => {
      const [store, other] = await twoStores()
      let over = false
      const begun = Promise.withResolvers<void>()
      const busy = other.write(async (sql) => {
        while (!over) {
          await sql.get('SELECT 1 AS one')
          begun.resolve()
          await pause(50)
        }
      })
      await begun.promise
      const began = performance.now()
      await assert.rejects(writeSomething(store), StoreUnavailable)
      assertElapsed(began, { atLeastMs: 2_900 })
      over = true
      await busy
      await writeSomething(store)
    },
  )

  it('keeps no session state, for use behind a pooler', async () => {
    const address = `${await newDatabase('postgres')}&pgbouncer=true&application_name=pooled`
    const app = await startShop('restaurant', { file: address })
    assert.equal((await book(app, table)).status, 202)
    assert.equal((await app.get('/api/availability?date=2026-11-20')).status, 200)
    assert.equal(app.store.onChange, undefined)
    const left = await app.store.read.get<{ statements: number }>(
      'SELECT COUNT(*) AS statements FROM pg_prepared_statements',
    )
    assert.equal(left?.statements, 0)
  })

  it('uses the TLS mode of the URL', () => {
    const ssl = (query: string) =>
      parseConnectionUrl(`postgres://u:p%40ss@db.example/x${query}`).connection
    assert.equal(ssl('').ssl, false)
    assert.equal(ssl('').password, 'p@ss')
    assert.deepEqual(ssl('?sslmode=require').ssl, { rejectUnauthorized: false })
    assert.deepEqual(ssl('?sslmode=verify-full').ssl, {})
    assert.throws(() => ssl('?sslmode=prefer'), ConnectionUrlError)
    assert.throws(
      () => parseConnectionUrl('postgres://u:secret@:0:/'),
      (error: Error) => {
        assert.ok(error instanceof ConnectionUrlError)
        return !error.message.includes('secret')
      },
    )
  })
})
