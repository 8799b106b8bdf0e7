/** Conflicts in PostgreSQL are waited for and retried before a guest gets an error. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { commitTag, openTcpProxy } from '../../proof/support/tcp-proxy.ts'
import { firstCell } from '../../src/domain/scheduling/cells.ts'
import { noCircuitBreaker } from '../../src/store/postgres/circuit-breaker.ts'
import { parseConnectionUrl } from '../../src/store/postgres/connection-url.ts'
import { createReadPool } from '../../src/store/postgres/read-pool.ts'
import { createReader } from '../../src/store/postgres/reader.ts'
import { timeouts } from '../../src/store/postgres/timeouts.ts'
import { createWriter } from '../../src/store/postgres/writer.ts'
import { LockConflict, StoreUnavailable } from '../../src/store/sql.ts'
import { book, guest, table } from '../support/booking.ts'
import { havePostgres, newDatabase, postgres } from '../support/database.ts'
import { closeAfter, openBefore } from '../support/lifetime.ts'
import { base, type RunningShop, startShop } from '../support/shop.ts'
import { assertElapsed, onlyOnTime } from '../support/timing.ts'
import { until } from '../support/until.ts'

const skip = !havePostgres('conflicts in PostgreSQL')
/** Of tests that assert how long something takes. */
const timed = { skip: skip || onlyOnTime() }

type Shop = { app: RunningShop; operator: pg.Client; file: string }

async function openShop(): Promise<Shop> {
  const file = await newDatabase('postgres')
  const app = await startShop('restaurant', { file, writeLimit: 1_000 })
  return { app, operator: await connectOperator(file), file }
}

async function connectOperator(file: string): Promise<pg.Client> {
  const operator = new pg.Client(file)
  await operator.connect()
  closeAfter(() => operator.end())
  return operator
}

/** Makes the next bookings fail with a PostgreSQL error code. */
async function failNext(operator: pg.Client, times: number, code: string): Promise<void> {
  await operator.query(`
    CREATE SEQUENCE IF NOT EXISTS refused;
    SELECT setval('refused', 1, false);
    CREATE OR REPLACE FUNCTION refuse() RETURNS trigger AS $$
    BEGIN
      IF nextval('refused') <= ${times} THEN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END IF;
      RETURN NEW;
    END $$ LANGUAGE plpgsql;
    CREATE OR REPLACE TRIGGER refusing BEFORE INSERT ON bookings FOR EACH ROW EXECUTE FUNCTION refuse();
  `)
}

/** Locks as a newer version does when it migrates the database. */
async function addColumns(operator: pg.Client): Promise<void> {
  for (const one of ['bookings', 'booking_guests', 'held_days', 'audit', 'closed_days', 'writes']) {
    await operator.query(`ALTER TABLE ${one} ADD COLUMN of_a_newer_version BIGINT`)
  }
}

async function countOf(operator: pg.Client, rows: string): Promise<number> {
  const found = await operator.query<{ count: string }>(`SELECT COUNT(*) FROM ${rows}`)
  return Number(found.rows[0]?.count)
}

/** Waits until a connection of the shop is blocked by a lock. */
async function untilBlocked(file: string): Promise<void> {
  const watcher = await connectOperator(file)
  for (let tries = 0; tries < 500; tries++) {
    const { rowCount } = await watcher.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'letan'
       AND datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (rowCount) return
    await pause(5)
  }
  assert.fail('no connection is blocked')
}

const lead = { ...guest, message: 'Gọi lại giúp' }

describe('a conflict', { skip }, () => {
  const opened = openBefore(openShop)
  const shop = async () => opened

  for (const [code, date] of [
    ['40001', '2026-11-21'],
    ['40P01', '2026-11-22'],
    ['55P03', '2026-11-24'],
  ] as const) {
    it(`with error ${code} is retried, and a guest gets an error only if it persists`, async () => {
      const { app, operator } = await shop()
      const before = await countOf(operator, 'bookings')
      await failNext(operator, 2, code)
      const both = await Promise.all([book(app, { ...table, date }), app.post('/api/lead', lead)])
      assert.deepEqual(
        both.map(({ status }) => status),
        [202, 201],
      )
      await failNext(operator, 1_000, code)
      const [rejected, other] = await Promise.all([
        book(app, { ...table, date, time: '12:00' }),
        app.post('/api/lead', lead),
      ])
      assert.equal(rejected.status, 503)
      assert.equal(rejected.response.headers.get('retry-after'), '5')
      assert.equal(other.status, 201, 'a concurrent request does not fail')
      await failNext(operator, 0, code)
      assert.equal((await book(app, { ...table, date, time: '12:00' })).status, 202)
      assert.equal(await countOf(operator, 'bookings'), before + 2)
    })
  }

  it(
    'with a table lock is waited for, longer only by requests that need the table (timing)',
    timed,
    async () => {
      const { app, operator } = await shop()
      await operator.query('BEGIN; LOCK TABLE bookings IN SHARE ROW EXCLUSIVE MODE')
      const pending = book(app, table)
      await pause(900)
      await operator.query('COMMIT')
      assert.equal((await pending).status, 202)

      await operator.query('BEGIN; LOCK TABLE bookings IN SHARE ROW EXCLUSIVE MODE')
      const began = performance.now()
      const [failed, other] = await Promise.all([
        book(app, { ...table, time: '12:00' }),
        app.post('/api/lead', lead),
      ])
      assert.deepEqual([failed.status, other.status], [503, 201])
      assertElapsed(began, { belowMs: 4_000 })
      await operator.query('COMMIT')
      assert.equal((await book(app, { ...table, time: '12:00' })).status, 202)
    },
  )

  it('that is a deadlock is resolved for both sides', async () => {
    const { app, operator, file } = await shop()
    const database = new URL(file).pathname.slice(1)
    await operator.query(`ALTER DATABASE ${database} SET deadlock_timeout = '50ms'`)
    await operator.query("SET deadlock_timeout = '10s'")
    await endConnections(operator)
    await operator.query('BEGIN; LOCK TABLE bookings IN SHARE ROW EXCLUSIVE MODE')
    const pending = book(app, { ...table, time: '20:00' })
    await untilBlocked(file)
    await operator.query('SELECT pg_advisory_xact_lock(1818588270, hashtext(current_schema()))')
    await operator.query('COMMIT')
    assert.equal((await pending).status, 202)
  })

  it('with cells inserted without the day lock only makes those tables unavailable', async () => {
    const { app, operator } = await openShop()
    const evening = firstCell(table.date) + 17 * 4
    const occupy = (ids: readonly string[]) =>
      operator.query(
        `INSERT INTO cells (cell, resource, holder)
         SELECT cell, resource, 'by hand' FROM generate_series($1::int, $2::int) AS cell,
         unnest($3::text[]) AS resource ON CONFLICT DO NOTHING`,
        [evening, evening + 27, ids],
      )
    const tables = app.shop.booking.resources.map(({ id }) => id)
    const request = { ...table, party_size: 2 }
    const first = await book(app, { ...request, time: '12:00' })
    const taken = await operator.query<{ resource: string }>('SELECT DISTINCT resource FROM cells')
    const best = taken.rows.map(({ resource }) => resource)
    await occupy(best)
    const second = await book(app, { ...request, time: '18:30' })
    await occupy(tables)
    const third = await book(app, { ...request, date: '2026-11-20', time: '20:00' })
    assert.deepEqual([first.status, second.status, third.status], [202, 202, 409])
    assert.equal(third.body.type, `${base}/problems/slot-taken`)
  })
})

/** Retries as a client does after a Retry-After. */
async function retryWhileUnavailable<Result extends { status: number }>(
  send: () => Promise<Result>,
) {
  for (let tries = 0; tries < 20; tries++) {
    const response = await send()
    if (response.status !== 503) return response
    await pause(50)
  }
  return send()
}

async function endConnections(operator: pg.Client): Promise<void> {
  await operator.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'letan' AND datname = current_database()",
  )
}

describe('a lost connection', { skip }, () => {
  it('during a write is replaced without an error', async () => {
    const { app, operator, file } = await openShop()
    await operator.query('BEGIN; LOCK TABLE bookings IN SHARE ROW EXCLUSIVE MODE')
    const pending = [book(app, table), app.post('/api/lead', lead)]
    await untilBlocked(file)
    await endConnections(operator)
    await operator.query('COMMIT')
    const responses = await Promise.all(pending)
    assert.deepEqual(
      responses.map(({ status }) => status),
      [202, 201],
    )
    assert.deepEqual(
      [await countOf(operator, 'bookings'), await countOf(operator, 'leads')],
      [1, 1],
    )
  })

  for (const then of ['close', 'drop'] as const) {
    it(`after COMMIT and before its response (${then}) is a 503, and the key finds the one booking`, async () => {
      const proxy = await openTcpProxy((await postgres()).socket)
      const file = await newDatabase('postgres')
      const app = await startShop('restaurant', { file: proxy.rewriteUrl(file), writeLimit: 1_000 })
      const operator = await connectOperator(file)
      const key = { 'idempotency-key': 'commit-without-answer' }
      const met = proxy.onResponse(commitTag, then)
      const unknown = await book(app, table, key)
      await met
      assert.equal(unknown.status, 503)
      assert.equal(unknown.response.headers.get('retry-after'), '5')
      assert.match(String(unknown.body.detail), /chưa rõ đã lưu hay chưa/)
      assert.equal(await countOf(operator, 'bookings'), 1, 'the booking was stored')
      const again = await retryWhileUnavailable(() => book(app, table, key))
      assert.equal(again.status, 202)
      assert.equal(again.response.headers.get('idempotent-replayed'), 'true')
      assert.equal((await book(app, table, key)).body.code, again.body.code)
      assert.equal(await countOf(operator, 'bookings'), 1)
      await app.stop()
      await proxy.close()
    })
  }

  it('without a close, detected by a read, is not used for writes (timing)', timed, async () => {
    const proxy = await openTcpProxy((await postgres()).socket)
    const file = proxy.rewriteUrl(await newDatabase('postgres'))
    const app = await startShop('restaurant', { file, writeLimit: 1_000 })
    const { code } = (await book(app, table)).body
    proxy.dropData()
    assert.equal((await app.get(`/api/booking/${code}`)).status, 503)
    proxy.restore()
    const began = performance.now()
    const created = await retryWhileUnavailable(() => book(app, { ...table, time: '12:00' }))
    assert.equal(created.status, 202)
    // Longer if it waited for the dead connection.
    assertElapsed(began, { belowMs: 4_000 })
    await app.stop()
    await proxy.close()
  })

  it('without a close does not block the shutdown (timing)', timed, async () => {
    const proxy = await openTcpProxy((await postgres()).socket)
    const file = proxy.rewriteUrl(await newDatabase('postgres'))
    const app = await startShop('restaurant', { file })
    assert.equal((await book(app, table)).status, 202)
    proxy.dropData()
    const began = performance.now()
    await app.stop()
    assertElapsed(began, { belowMs: 5_000 })
    await proxy.close()
  })
})

describe('a newer version that adds columns', { skip }, () => {
  it('does not affect requests to an older version', async () => {
    const { app, operator } = await openShop()
    const { body } = await book(app, table)
    const sendReads = () =>
      Promise.all(Array.from({ length: 30 }, () => app.get(`/api/booking/${body.code}`)))
    const statuses = async () => new Set((await sendReads()).map(({ status }) => status))
    assert.deepEqual(await statuses(), new Set([200]))
    await addColumns(operator)
    assert.deepEqual(await statuses(), new Set([200]))
    const { status } = await book(app, { ...table, time: '12:00' })
    assert.equal(status, 202)
    const { status: changed } = await app.post(`/api/booking/${body.code}/change`, {
      kind: 'cancel',
      phone_last4: '5678',
      consent: '1',
    })
    assert.ok(changed < 300, String(changed))
  })
})

describe('the connections for reads', { skip }, () => {
  const readPid = { text: 'SELECT pg_backend_pid() AS pid' }

  it('become more while queries wait, up to four, and none after the close', async () => {
    const pool = createReadPool(parseConnectionUrl(await newDatabase('postgres')))
    const pids = new Set<number>()
    const readTogether = async (count: number) => {
      const results = await Promise.all(Array.from({ length: count }, () => pool.query(readPid)))
      for (const { rows } of results) pids.add(rows[0].pid)
    }
    await readTogether(1)
    await until(async () => {
      await readTogether(20)
      return pids.size === 4
    }, 'four connections')
    for (let turn = 0; turn < 5; turn++) await readTogether(20)
    assert.equal(pids.size, 4)
    await pool.close()
    await assert.rejects(pool.query(readPid), /the pool is closed/)
  })

  it('are replaced when they end during a query, which is sent again', async () => {
    const address = await newDatabase('postgres')
    const reader = createReader(parseConnectionUrl(address), noCircuitBreaker)
    const opened = await reader.get<{ pid: number }>(readPid.text)
    const found = await reader.get<{ pid: number; ended: number | null }>(
      `SELECT pg_backend_pid() AS pid,
         CASE WHEN pg_backend_pid() = ? THEN pg_terminate_backend(pg_backend_pid()) END AS ended`,
      opened?.pid ?? 0,
    )
    assert.notEqual(found?.pid, opened?.pid)
    assert.equal(found?.ended, null)
    await reader.close()
  })

  it('open the circuit when the server does not accept them', async () => {
    const failures: unknown[] = []
    const circuitBreaker = {
      ...noCircuitBreaker,
      reportFailure: (error: unknown) => void failures.push(error),
    }
    const nowhere = 'postgres://letan@127.0.0.1:1/nowhere'
    const reader = createReader(parseConnectionUrl(nowhere), circuitBreaker)
    await assert.rejects(reader.get('SELECT 1'), StoreUnavailable)
    assert.equal(failures.length, 1)
    await reader.close()
  })
})

describe('a transaction that cannot begin', { skip }, () => {
  it('is tried again if its connection was lost, but not after the timeout of its lock', async () => {
    const address = await newDatabase('postgres')
    const operator = await connectOperator(address)
    const waitTimeouts = { ...timeouts, lockMs: 100 }
    const impatient = createWriter(parseConnectionUrl(address), noCircuitBreaker, { waitTimeouts })
    const patient = createWriter(parseConnectionUrl(address), noCircuitBreaker)
    await operator.query('SELECT pg_advisory_lock(1818588270, hashtext(current_schema()))')
    await assert.rejects(
      impatient.begin(1_000),
      (error) => error instanceof StoreUnavailable && !(error instanceof LockConflict),
    )
    const blocked = assert.rejects(patient.begin(10_000), LockConflict)
    await untilBlocked(address)
    await endConnections(operator)
    await blocked
    await Promise.all([impatient.close(), patient.close()])
  })
})
