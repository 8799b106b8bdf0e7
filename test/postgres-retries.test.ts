/** Whoever is in the way of PostgreSQL is waited for, tried again, and only then told to guests. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { committed, openLine } from '../proof/support/tcp-proxy.ts'
import { firstCell } from '../src/domain/scheduling/cells.ts'
import { book, guest, table } from './support/booking.ts'
import { havePostgres, newDatabase, postgres } from './support/database.ts'
import { base, type Running, startShop } from './support/shop.ts'

const skip = !(await havePostgres('what is in the way of PostgreSQL'))

type Shop = { app: Running; operator: pg.Client; file: string }

async function openShop(): Promise<Shop> {
  const file = await newDatabase('postgres')
  const app = await startShop('restaurant', { file, writeLimit: 1_000 })
  return { app, operator: await enter(file), file }
}

async function enter(file: string): Promise<pg.Client> {
  const operator = new pg.Client(file)
  await operator.connect()
  after(() => operator.end())
  return operator
}

/** Refuses the next so many bookings with a code of PostgreSQL, as its own machinery would. */
async function refuseNext(operator: pg.Client, times: number, code: string): Promise<void> {
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

/** As a newer version does when it is the first to open the book. */
async function addColumns(operator: pg.Client): Promise<void> {
  for (const one of ['bookings', 'booking_guests', 'held_days', 'audit', 'closed_days', 'writes']) {
    await operator.query(`ALTER TABLE ${one} ADD COLUMN of_a_newer_version BIGINT`)
  }
}

async function countOf(operator: pg.Client, rows: string): Promise<number> {
  const found = await operator.query<{ count: string }>(`SELECT COUNT(*) FROM ${rows}`)
  return Number(found.rows[0]?.count)
}

/** Somebody of the shop's waits for what another holds. */
async function untilBlocked(file: string): Promise<void> {
  const watcher = await enter(file)
  for (let tries = 0; tries < 500; tries++) {
    const { rowCount } = await watcher.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'letan'
       AND datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (rowCount) return
    await pause(5)
  }
  assert.fail('nobody waits')
}

const lead = { ...guest, message: 'Gọi lại giúp' }

describe('what is in the way', { skip }, () => {
  const opened = skip ? undefined : openShop()
  const shop = async () => (await opened) as Shop

  for (const [code, date] of [
    ['40001', '2026-11-21'],
    ['40P01', '2026-11-22'],
    ['55P03', '2026-11-24'],
  ] as const) {
    it(`and says ${code} is tried again, and a guest hears of it only if it stays`, async () => {
      const { app, operator } = await shop()
      const before = await countOf(operator, 'bookings')
      await refuseNext(operator, 2, code)
      const both = await Promise.all([book(app, { ...table, date }), app.post('/api/lead', lead)])
      assert.deepEqual(
        both.map(({ status }) => status),
        [202, 201],
      )
      await refuseNext(operator, 1_000, code)
      const [refused, other] = await Promise.all([
        book(app, { ...table, date, time: '12:00' }),
        app.post('/api/lead', lead),
      ])
      assert.equal(refused.status, 503)
      assert.equal(refused.response.headers.get('retry-after'), '5')
      assert.equal(other.status, 201, 'whoever came with it is not refused')
      await refuseNext(operator, 0, code)
      assert.equal((await book(app, { ...table, date, time: '12:00' })).status, 202)
      assert.equal(await countOf(operator, 'bookings'), before + 2)
    })
  }

  it('holding a table is waited for, and longer than that only by who needs it', async () => {
    const { app, operator } = await shop()
    await operator.query('BEGIN; LOCK TABLE bookings IN SHARE ROW EXCLUSIVE MODE')
    const soon = book(app, table)
    await pause(900)
    await operator.query('COMMIT')
    assert.equal((await soon).status, 202)

    await operator.query('BEGIN; LOCK TABLE bookings IN SHARE ROW EXCLUSIVE MODE')
    const began = performance.now()
    const [never, other] = await Promise.all([
      book(app, { ...table, time: '12:00' }),
      app.post('/api/lead', lead),
    ])
    assert.deepEqual([never.status, other.status], [503, 201])
    assert.ok(performance.now() - began < 4_000)
    await operator.query('COMMIT')
    assert.equal((await book(app, { ...table, time: '12:00' })).status, 202)
  })

  it('in a deadlock gets what it needs, and so do we', async () => {
    const { app, operator, file } = await shop()
    const database = new URL(file).pathname.slice(1)
    await operator.query(`ALTER DATABASE ${database} SET deadlock_timeout = '50ms'`)
    await operator.query("SET deadlock_timeout = '10s'")
    await endConnections(operator)
    await operator.query('BEGIN; LOCK TABLE bookings IN SHARE ROW EXCLUSIVE MODE')
    const asked = book(app, { ...table, time: '20:00' })
    await untilBlocked(file)
    await operator.query('SELECT pg_advisory_xact_lock(1818588270, hashtext(current_schema()))')
    await operator.query('COMMIT')
    assert.equal((await asked).status, 202)
  })

  it('holding cells without a word to the day costs a guest nothing but those tables', async () => {
    const { app, operator } = await openShop()
    const evening = firstCell(table.date) + 17 * 4
    const hold = (ids: readonly string[]) =>
      operator.query(
        `INSERT INTO cells (cell, resource, holder)
         SELECT cell, resource, 'by hand' FROM generate_series($1::int, $2::int) AS cell,
         unnest($3::text[]) AS resource ON CONFLICT DO NOTHING`,
        [evening, evening + 27, ids],
      )
    const tables = app.shop.booking.resources.map(({ id }) => id)
    const wish = { ...table, party_size: 2 }
    const first = await book(app, { ...wish, time: '12:00' })
    const taken = await operator.query<{ resource: string }>('SELECT DISTINCT resource FROM cells')
    const best = taken.rows.map(({ resource }) => resource)
    await hold(best)
    const second = await book(app, { ...wish, time: '18:30' })
    await hold(tables)
    const third = await book(app, { ...wish, date: '2026-11-20', time: '20:00' })
    assert.deepEqual([first.status, second.status, third.status], [202, 202, 409])
    assert.equal(third.body.type, `${base}/problems/slot-taken`)
  })
})

/** As somebody does who was told to. */
async function comeBack<Given extends { status: number }>(ask: () => Promise<Given>) {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await pause(50)
  }
  return ask()
}

async function endConnections(operator: pg.Client): Promise<void> {
  await operator.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'letan' AND datname = current_database()",
  )
}

describe('a connection that ends', { skip }, () => {
  it('in the middle of writing is replaced, and nobody notices', async () => {
    const { app, operator, file } = await openShop()
    await operator.query('BEGIN; LOCK TABLE bookings IN SHARE ROW EXCLUSIVE MODE')
    const asked = [book(app, table), app.post('/api/lead', lead)]
    await untilBlocked(file)
    await endConnections(operator)
    await operator.query('COMMIT')
    const answers = await Promise.all(asked)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [202, 201],
    )
    assert.deepEqual(
      [await countOf(operator, 'bookings'), await countOf(operator, 'leads')],
      [1, 1],
    )
  })

  for (const then of ['cut', 'swallow'] as const) {
    it(`after COMMIT and before its answer (${then}): 503, and the key finds the one booking`, async () => {
      const line = await openLine((await postgres()).socket)
      const file = await newDatabase('postgres')
      const app = await startShop('restaurant', { file: line.through(file), writeLimit: 1_000 })
      const operator = await enter(file)
      const key = { 'idempotency-key': 'commit-without-answer' }
      const met = line.atAnswer(committed, then)
      const unknown = await book(app, table, key)
      await met
      assert.equal(unknown.status, 503)
      assert.equal(unknown.response.headers.get('retry-after'), '5')
      assert.match(String(unknown.body.detail), /chưa rõ đã lưu hay chưa/)
      assert.equal(await countOf(operator, 'bookings'), 1, 'it was kept all the same')
      const again = await comeBack(() => book(app, table, key))
      assert.equal(again.status, 202)
      assert.equal(again.response.headers.get('idempotent-replayed'), 'true')
      assert.equal((await book(app, table, key)).body.code, again.body.code)
      assert.equal(await countOf(operator, 'bookings'), 1)
      await app.stop()
      await line.close()
    })
  }

  it('without a word, found out by a reader, is written on no more', async () => {
    const line = await openLine((await postgres()).socket)
    const file = line.through(await newDatabase('postgres'))
    const app = await startShop('restaurant', { file, writeLimit: 1_000 })
    const { code } = (await book(app, table)).body
    line.swallow()
    assert.equal((await app.get(`/api/booking/${code}`)).status, 503)
    line.restore()
    const began = performance.now()
    const kept = await comeBack(() => book(app, { ...table, time: '12:00' }))
    assert.equal(kept.status, 202)
    assert.ok(performance.now() - began < 4_000, 'it waited on the dead line')
    await app.stop()
    await line.close()
  })

  it('without a word does not keep the house from closing', async () => {
    const line = await openLine((await postgres()).socket)
    const file = line.through(await newDatabase('postgres'))
    const app = await startShop('restaurant', { file })
    assert.equal((await book(app, table)).status, 202)
    line.swallow()
    const began = performance.now()
    await app.stop()
    assert.ok(performance.now() - began < 5_000)
    await line.close()
  })
})

describe('a newer version that adds columns', { skip }, () => {
  it('is not noticed by those who are still being served by an older one', async () => {
    const { app, operator } = await openShop()
    const { body } = await book(app, table)
    const look = () =>
      Promise.all(Array.from({ length: 30 }, () => app.get(`/api/booking/${body.code}`)))
    const statuses = async () => new Set((await look()).map(({ status }) => status))
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
