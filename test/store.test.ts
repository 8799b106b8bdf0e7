import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { KeyTaken } from '../src/store/sql.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { book, table } from './support/booking.ts'
import { base, startShop } from './support/shop.ts'

const file = () => join(mkdtempSync(join(tmpdir(), 'letan-')), 'test.sqlite')

describe('the store', () => {
  it('undoes a work that throws, alone, though it shares a transaction with others', async () => {
    const store = await openSqlite(file(), Date.now)
    const add = (id: string) => (sql: Parameters<Parameters<typeof store.write>[0]>[0]) =>
      sql.run('INSERT INTO form_tokens (id, lapses_at) VALUES (?, 1)', id)
    const works = await Promise.allSettled([
      store.write(add('a')),
      store.write(async (sql) => {
        await add('b')(sql)
        throw new Error('changed my mind')
      }),
      store.write(add('a')),
      store.write(add('c')),
    ])
    assert.deepEqual(
      works.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.ok(works[2]?.status === 'rejected' && works[2].reason instanceof KeyTaken)
    const rows = await store.read.all<{ id: string }>('SELECT id FROM form_tokens ORDER BY id')
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['a', 'c'],
    )
    await store.close()
  })

  it('cannot be written by what only reads', async () => {
    const store = await openSqlite(file(), Date.now)
    await assert.rejects(store.read.run('DELETE FROM bookings'))
    await store.close()
  })

  it('refuses the same cell twice, whoever asks', async () => {
    const store = await openSqlite(file(), Date.now)
    const hold = (holder: string) =>
      store.write((sql) =>
        sql.run('INSERT INTO cells (cell, resource, holder) VALUES (1, ?, ?)', 'table:a', holder),
      )
    await hold('booking:1')
    await assert.rejects(hold('booking:2'), KeyTaken)
    await store.close()
  })

  it('is durable: every commit is on the disk before it is acknowledged', async () => {
    const path = file()
    const store = await openSqlite(path, Date.now)
    const mode = await store.read.get<{ journal_mode: string }>('PRAGMA journal_mode')
    const full = await store.read.get<{ synchronous: number }>('PRAGMA synchronous')
    assert.deepEqual([mode?.journal_mode, full?.synchronous], ['wal', 2])
    await store.close()
  })

  it('can be opened for the first time by several processes at once', async () => {
    const path = file()
    const script = `
      import { openSqlite } from ${JSON.stringify(new URL('../src/store/sqlite.ts', import.meta.url).href)}
      const store = await openSqlite(${JSON.stringify(path)}, Date.now)
      await store.write((sql) => sql.run("INSERT INTO form_tokens VALUES (?, 1)", String(process.pid)))
      await store.close()`
    await Promise.all(
      Array.from({ length: 4 }, () =>
        promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]),
      ),
    )
    const store = await openSqlite(path, Date.now)
    assert.equal((await store.read.all('SELECT id FROM form_tokens')).length, 4)
    await store.close()
  })

  it('can be read by nobody else', async () => {
    const path = file()
    const store = await openSqlite(path, Date.now)
    for (const ending of ['', '-wal', '-shm']) {
      assert.equal(statSync(`${path}${ending}`).mode & 0o077, 0, ending)
    }
    await store.close()
  })

  it('applies its migrations once, and refuses a database of a newer version', async () => {
    const path = file()
    await (await openSqlite(path, () => 1)).close()
    await (await openSqlite(path, () => 2)).close()
    const database = new DatabaseSync(path)
    const rows = database.prepare('SELECT applied_at FROM migrations').all()
    assert.deepEqual(new Set(rows.map((row) => row.applied_at)), new Set([1]))
    database.exec("INSERT INTO migrations VALUES ('9999-later.sql', 'x', 1)")
    database.close()
    await assert.rejects(
      openSqlite(path, () => 3),
      /written by a newer version/,
    )
  })
})

describe('while the store cannot be used', () => {
  it('another process that writes only delays, and one that stays is a 503', async () => {
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
    other.exec('COMMIT')
    other.close()
    assert.equal((await book(app, { ...table, time: '12:00' })).status, 202)
    await app.stop()
  })

  it('a full disk is a 503, reads go on, nothing is lost, and it recovers by itself', async (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'letan-full-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'ignore' })
    } catch {
      test.skip('SKIPPED: a small disk can only be mounted by root')
      return
    }
    const app = await startShop('restaurant', {
      file: join(folder, 'book.sqlite'),
      writeLimit: 100_000,
    })
    try {
      const { code } = (await book(app, table)).body
      fillDisk(join(folder, 'filler'))
      const statuses = new Set<number>()
      for (let place = 0; place < 12; place++) {
        const { status, response } = await book(app, { ...table, note: 'x'.repeat(500) })
        statuses.add(status)
        if (status === 503) assert.equal(response.headers.get('retry-after'), '5')
      }
      assert.ok(statuses.has(503), [...statuses].join())
      assert.ok([...statuses].every((status) => [202, 409, 503].includes(status)))
      assert.equal((await app.get('/api/offers?limit=7')).status, 200)
      assert.equal((await app.get('/menu')).status, 200)
      assert.equal((await app.json(`/api/booking/${code}`)).code, code)
      rmSync(join(folder, 'filler'))
      assert.equal((await book(app, { ...table, date: '2026-11-25' })).status, 202)
      assert.equal((await app.json(`/api/booking/${code}`)).code, code)
    } finally {
      await app.stop()
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

function fillDisk(path: string): void {
  for (const size of [65_536, 4_096, 512]) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(size))
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
    }
  }
}
