import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openStore } from '../src/store/open.ts'
import { numberPlaceholders } from '../src/store/postgres/prepared-statements.ts'
import { type Sql, StoreUnavailable, UniqueViolation } from '../src/store/sql.ts'
import { createPreallocator } from '../src/store/sqlite/preallocate.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { expectToolError } from './support/assistant.ts'
import { book, table } from './support/booking.ts'
import { enginesUnderTest, newDatabase, newEmptyDatabase } from './support/database.ts'
import { base, startShop } from './support/shop.ts'
import { mountSmallDisk } from './support/small-disk.ts'

const file = () => join(mkdtempSync(join(tmpdir(), 'letan-')), 'test.sqlite')

for (const engine of enginesUnderTest('the store, postgres')) {
  describe(`the store, ${engine}`, () => {
    const openEmptyStore = async () => openStore(await newDatabase(engine), Date.now)
    const add = (id: string) => (sql: Sql) =>
      sql.run('INSERT INTO form_tokens (id, lapses_at) VALUES (?, 1)', id)

    it('rolls back only the job that throws if several share a transaction', async () => {
      const store = await openEmptyStore()
      const works = await Promise.allSettled([
        store.write(add('a')),
        store.write(async (sql) => {
          await add('b')(sql)
          throw new Error('changed my mind')
        }),
        store.write(add('a')),
        store.write((sql) => sql.get('SELECT nothing FROM nowhere')),
        store.write(add('c')),
      ])
      assert.deepEqual(
        works.map(({ status }) => status),
        ['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'],
      )
      assert.ok(works[2]?.status === 'rejected' && works[2].reason instanceof UniqueViolation)
      const rows = await store.read.all<{ id: string }>('SELECT id FROM form_tokens ORDER BY id')
      assert.deepEqual(
        rows.map(({ id }) => id),
        ['a', 'c'],
      )
      await store.close()
    })

    it('rejects a write after it was closed, also the next one', async () => {
      const store = await openEmptyStore()
      await store.close()
      await assert.rejects(store.write(add('a')))
      await assert.rejects(store.write(add('b')))
    })

    it('reports the first error of statements that are sent together', async () => {
      const store = await openEmptyStore()
      await store.write(add('a'))
      for (let round = 0; round < 20; round++) {
        const together = (sql: Sql) => {
          const first = add('a')(sql)
          const others = [1, 2, 3].map((index) => add(`${round} ${index}`)(sql))
          return Promise.all([first.catch((error) => Promise.reject(error)), ...others])
        }
        await assert.rejects(store.write(together), UniqueViolation)
      }
      assert.equal((await store.read.all('SELECT id FROM form_tokens')).length, 1)
      await store.close()
    })

    it('returns numbers as numbers, and does not replace question marks in texts', async () => {
      const store = await openEmptyStore()
      const large = 1_790_000_000_000
      await store.write((sql) =>
        sql.run('INSERT INTO form_tokens (id, lapses_at) VALUES (?, ?)', 'why?', large),
      )
      const row = await store.read.get(
        `SELECT COUNT(*) AS rows, SUM(lapses_at) AS sum, MAX(lapses_at) AS latest,
           CAST(1.5 AS REAL) AS short, CAST(2.5 AS DOUBLE PRECISION) AS long,
           '?' AS mark, 1 = 1 AS yes, NULL AS absent FROM form_tokens WHERE id LIKE ?`,
        '%?',
      )
      assert.deepEqual(
        { ...row },
        {
          ...{ rows: 1, sum: large, latest: large, short: 1.5, long: 2.5 },
          ...{ mark: '?', yes: 1, absent: null },
        },
      )
      await store.close()
    })

    it('has another data version after each write, of this or of another process', async () => {
      const database = await newDatabase(engine)
      const [store, other] = [
        await openStore(database, Date.now),
        await openStore(database, Date.now),
      ]
      const versions = [await store.dataVersion?.()]
      // On PostgreSQL the transactions of all databases of the server count.
      if (engine === 'sqlite') assert.equal(await store.dataVersion?.(), versions[0])
      for (const [id, writer] of [['a', other] as const, ['b', store] as const]) {
        await writer.write(add(id))
        versions.push(await store.dataVersion?.())
        assert.equal(
          (await store.read.all('SELECT id FROM form_tokens WHERE id = ?', id)).length,
          1,
        )
      }
      assert.ok(versions.every((version) => typeof version === 'string'))
      assert.equal(new Set(versions).size, 3, versions.join('; '))
      await Promise.all([store.close(), other.close()])
    })

    it('returns the number of changed rows', async () => {
      const store = await openEmptyStore()
      for (const id of ['a', 'b']) await store.write(add(id))
      assert.equal(await store.write((sql) => sql.run('DELETE FROM form_tokens')), 2)
      assert.equal(await store.write((sql) => sql.run('DELETE FROM form_tokens')), 0)
      await store.close()
    })

    it('rejects writes in a read-only transaction', async () => {
      const store = await openEmptyStore()
      await assert.rejects(store.read.run('DELETE FROM bookings'))
      await store.close()
    })

    it('rejects the same cell twice, from any connection', async () => {
      const store = await openEmptyStore()
      const insertCell = (holder: string) =>
        store.write((sql) =>
          sql.run('INSERT INTO cells (cell, resource, holder) VALUES (1, ?, ?)', 'table:a', holder),
        )
      await insertCell('booking:1')
      await assert.rejects(insertCell('booking:2'), UniqueViolation)
      await store.close()
    })

    it('keeps the rows that a transaction read unchanged until it ends, for every process', async () => {
      const address = await newDatabase(engine)
      const stores = [await openStore(address, Date.now), await openStore(address, Date.now)]
      const countUp = async (sql: Sql) => {
        const row = await sql.get<{ rows: number }>('SELECT COUNT(*) AS rows FROM form_tokens')
        await pause(1)
        await add(`number ${row?.rows}`)(sql)
      }
      await Promise.all(Array.from({ length: 40 }, (_, index) => stores[index % 2]?.write(countUp)))
      assert.equal((await stores[0]?.read.all('SELECT id FROM form_tokens'))?.length, 40)
      for (const store of stores) await store.close()
    })

    it('can be opened for the first time by several processes concurrently', async () => {
      const address = await newEmptyDatabase(engine)
      const script = `
        import { openStore } from ${JSON.stringify(new URL('../src/store/open.ts', import.meta.url).href)}
        const store = await openStore(${JSON.stringify(address)}, Date.now)
        await store.write((sql) => sql.run("INSERT INTO form_tokens VALUES (?, 1)", String(process.pid)))
        await store.close()`
      await Promise.all(
        Array.from({ length: 4 }, () =>
          promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]),
        ),
      )
      const store = await openStore(address, Date.now)
      assert.equal((await store.read.all('SELECT id FROM form_tokens')).length, 4)
      await store.close()
    })

    it('applies its migrations once, and rejects a database of a newer version', async () => {
      const address = await newEmptyDatabase(engine)
      await (await openStore(address, () => 1)).close()
      const store = await openStore(address, () => 2)
      const rows = await store.read.all<{ applied_at: number }>('SELECT applied_at FROM migrations')
      assert.deepEqual(new Set(rows.map((row) => row.applied_at)), new Set([1]))
      await store.write((sql) =>
        sql.run("INSERT INTO migrations VALUES ('9999-later.sql', 'x', 1)"),
      )
      await store.close()
      await assert.rejects(
        openStore(address, () => 3),
        /written by a newer version/,
      )
    })
  })
}

it('numbers the placeholders of a statement, but not the question marks in its texts', () => {
  const cases = [
    ['SELECT 1', 'SELECT 1'],
    ['a = ? AND b = ?', 'a = $1 AND b = $2'],
    ["a = '?' AND b = ?", "a = '?' AND b = $1"],
    ["a = 'it''s ?' AND b IN (?, ?)", "a = 'it''s ?' AND b IN ($1, $2)"],
  ] as const
  for (const [statement, expected] of cases) assert.equal(numberPlaceholders(statement), expected)
})

/** Literals that contain `;` or `--`, at which a migration is split or cut off. */
function findBrokenLiterals(text: string): string[] {
  const parts = text.match(/--.*|'[^']*'/g) ?? []
  return parts.filter((part) => part.startsWith("'") && /;|--/.test(part))
}

it('migration files contain no ; or -- inside a literal', () => {
  assert.deepEqual(findBrokenLiterals("-- it's; fine\nSELECT 'a;b', '--', 'c' || ';';"), [
    "'a;b'",
    "'--'",
    "';'",
  ])
  const folder = new URL('../src/store/migrations/', import.meta.url)
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    assert.deepEqual(findBrokenLiterals(text), [], name)
  }
})

describe('the SQLite file', () => {
  it('is durable: every commit is on the disk before it is acknowledged', async () => {
    const store = await openSqlite(file(), Date.now)
    const mode = await store.read.get<{ journal_mode: string }>('PRAGMA journal_mode')
    const full = await store.read.get<{ synchronous: number }>('PRAGMA synchronous')
    assert.deepEqual([mode?.journal_mode, full?.synchronous], ['wal', 2])
    await store.close()
  })

  it('is not synced in tests, which are faster without', async () => {
    for (const [isDurable, expected] of [
      [true, 2],
      [false, 0],
    ] as const) {
      const store = await openSqlite(file(), Date.now, { isDurable })
      const row = await store.write((sql) => sql.get('PRAGMA synchronous'))
      assert.equal(row?.synchronous, expected)
      await store.close()
    }
  })

  it('overwrites deleted data', async () => {
    const address = file()
    const store = await openSqlite(address, Date.now)
    const insertToken = (sql: Sql) =>
      sql.run("INSERT INTO form_tokens (id, lapses_at) VALUES ('a token to delete', 1)")
    await store.write(insertToken)
    await store.write((sql) => sql.run('DELETE FROM form_tokens'))
    await store.close()
    assert.ok(!readFileSync(address).includes('a token to delete'))
  })

  it('is readable only by its owner', async () => {
    const path = file()
    const store = await openSqlite(path, Date.now)
    for (const ending of ['', '-wal', '-shm']) {
      assert.equal(statSync(`${path}${ending}`).mode & 0o077, 0, ending)
    }
    await store.close()
  })
})

describe('an unavailable store', () => {
  it('is waited for while another process writes, and is a 503 if that takes too long (timing)', async () => {
    const path = file()
    const app = await startShop('restaurant', { file: path, writeLimit: 100 })
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    const waiting = book(app, table)
    await pause(150)
    assert.equal((await app.get('/api/offers')).status, 200)
    assert.equal((await app.get('/api/availability?date=2026-11-20')).status, 200)
    other.exec('COMMIT')
    assert.equal((await waiting).status, 202)

    other.exec('BEGIN IMMEDIATE')
    const { status, body, response } = await book(app, { ...table, time: '12:00', locale: 'en' })
    assert.equal(status, 503)
    assert.equal(body.type, `${base}/problems/store-unavailable`)
    assert.equal(response.headers.get('retry-after'), '5')
    assert.equal(response.headers.get('content-language'), 'en')
    const { consent: _, ...args } = { ...table, time: '12:00', locale: 'en' }
    const error = await expectToolError(app, 'request_reservation', { ...args, consent: true })
    assert.deepEqual([error.who, error.code, error.retry_after], ['shop', 'store-unavailable', 5])
    assert.match(error.message, /can be sent again after “retry_after” seconds, or call \+84/)
    other.exec('COMMIT')
    other.close()
    assert.equal((await book(app, { ...table, time: '12:00' })).status, 202)
    await app.stop()
  })

  it('leaves no file block that the full disk has filled only in part', (test) => {
    const disk = mountSmallDisk(1)
    if (!disk) return test.skip('SKIPPED: a small disk can only be mounted by root')
    try {
      const path = join(disk.folder, 'book.sqlite')
      const preallocator = createPreallocator(path, false)
      assert.throws(() => preallocator.ensureSize(2 << 20), StoreUnavailable)
      assert.equal(statSync(path).size, 0)
      preallocator.close()
    } finally {
      disk.remove()
    }
  })

  it('is a 503 on a full disk, while reads continue, nothing is lost, and it recovers by itself', async (test) => {
    const disk = mountSmallDisk()
    if (!disk) return test.skip('SKIPPED: a small disk can only be mounted by root')
    const app = await startShop('restaurant', {
      file: join(disk.folder, 'book.sqlite'),
      writeLimit: 100_000,
    })
    try {
      const { code } = (await book(app, table)).body
      assert.equal((await app.get('/readyz')).status, 200)
      disk.fill()
      const statuses = new Set<number>()
      for (let index = 0; index < 12; index++) {
        const { status, response } = await book(app, { ...table, note: 'x'.repeat(500) })
        statuses.add(status)
        if (status === 503) assert.equal(response.headers.get('retry-after'), '5')
      }
      assert.ok(statuses.has(503), [...statuses].join())
      assert.ok([...statuses].every((status) => [202, 409, 503].includes(status)))
      assert.equal((await app.get('/readyz')).status, 503)
      assert.equal((await app.get('/healthz')).status, 200)
      assert.equal((await app.get('/api/offers?limit=7')).status, 200)
      assert.equal((await app.get('/menu')).status, 200)
      assert.equal((await app.json(`/api/booking/${code}`)).code, code)
      disk.empty()
      assert.equal((await app.get('/readyz')).status, 200)
      assert.equal((await book(app, { ...table, date: '2026-11-25' })).status, 202)
      assert.equal((await app.json(`/api/booking/${code}`)).code, code)
    } finally {
      await app.stop()
      disk.remove()
    }
  })
})
