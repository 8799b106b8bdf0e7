/** Backup, restore and verify, run by an operator beside a running shop. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { runLetan } from '../../proof/support/command.ts'
import { runBackup, runRestore, runVerify } from '../../src/commands/backup.ts'
import { UsageError } from '../../src/commands/command.ts'
import { findBrokenInvariants } from '../../src/domain/integrity/invariants.ts'
import { FileError, IntegrityError } from '../../src/server/backup.ts'
import { openShop } from '../../src/server/open-shop.ts'
import { MigrationError } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/sql.ts'
import { book, guest, table } from '../support/booking.ts'
import { runInProcess } from '../support/command.ts'
import { enginesUnderTest, newDatabase } from '../support/database.ts'
import { startShop } from '../support/shop.ts'

const scratch = mkdtempSync(join(tmpdir(), 'letan-'))
after(() => rmSync(scratch, { recursive: true, force: true }))
let pathCount = 0
/** The path of a new database in an empty folder. */
const unusedPath = () => join(scratch, `place-${++pathCount}`, 'book.sqlite')

const at = (DATABASE_URL: string) => ({ DATABASE_URL })

/** A backup of a shop with three bookings, made while it is running. */
async function backedUp() {
  const address = await newDatabase('sqlite')
  const app = await startShop('restaurant', { file: address, writeLimit: 100 })
  const codes: string[] = []
  for (const time of ['11:00', '12:30', '18:30']) {
    codes.push((await book(app, { ...table, time, email: 'lan@example.com' })).body.code)
  }
  const file = join(scratch, `copy-${++pathCount}.sqlite`)
  const output = await runBackup([file], at(address))
  return { app, address, codes, file, output }
}

describe('backup', () => {
  it('creates one file, readable only by its owner, that a new shop can be restored from', async () => {
    const { app, codes, file, output } = await backedUp()
    assert.equal(output, `${file}: 3 bookings and 0 orders, the newest from 2026-11-16 09:00:00.\n`)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.ok(!readdirSync(scratch).some((name) => /partial|-wal|-shm|-journal/.test(name)))
    const path = unusedPath()
    assert.match(await runRestore([file], at(path)), /3 bookings[\s\S]*Start Letan as usual/)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    await app.stop()
    const again = await startShop('restaurant', { file: path, writeLimit: 100 })
    for (const code of codes) assert.equal((await again.get(`/api/booking/${code}`)).status, 200)
    const full = await again.json('/api/availability?date=2026-11-20&party_size=4')
    assert.equal(full.open, true)
    assert.match(await runVerify([], at(path)), /^No problems found: 3 bookings/)
  })

  it('contains the signing secret, even if it was in a file beside the database', async () => {
    const address = await newDatabase('sqlite')
    const before = 'made-by-an-older-version-and-kept-beside'
    writeFileSync(join(address, '..', 'secret'), `${before}\n`)
    const secretAt = async (path: string) => {
      const { secret, store } = await openShop(at(path))
      await store.close()
      return secret
    }
    assert.equal(await secretAt(address), before)
    rmSync(join(address, '..', 'secret'))
    assert.equal(await secretAt(address), before)
    const file = join(scratch, 'signed.sqlite')
    await runBackup([file], at(address))
    const path = unusedPath()
    await runRestore([file], at(path))
    assert.equal(await secretAt(path), before)
    const environment = { ...at(address), SECRET: 'given-by-the-environment-and-not-kept' }
    assert.match(
      await runBackup([join(scratch, 'given.sqlite')], environment),
      /SECRET is set by the environment/,
    )
  })

  it('has a timestamp in its default name, and is recorded in the audit log', async () => {
    const { app, address } = await backedUp()
    const output = await runBackup([], at(address))
    const [, file = ''] = /^(.+): 3 bookings/.exec(output) ?? []
    assert.match(file, /book-\d{4}-\d\d-\d\d-\d{6}\.backup\.sqlite$/)
    const noted = await app.store.read.all<{ facts: string }>(
      "SELECT facts FROM audit WHERE action = 'backed_up' ORDER BY id",
    )
    assert.deepEqual(JSON.parse(noted.at(-1)?.facts ?? '{}'), { file })
  })

  it('never overwrites a file, and leaves no files behind after a failure', async () => {
    const { address, file } = await backedUp()
    const bytes = readFileSync(file)
    await assert.rejects(runBackup([file], at(address)), /already exists\. Name another file/)
    assert.deepEqual(readFileSync(file), bytes)
    for (const [target, expected] of [
      [join(scratch, 'nowhere', 'x'), /The folder .+ does not exist/],
      ['/proc/x', /cannot be copied/],
    ] as const) {
      await assert.rejects(runBackup([target], at(address)), (error: Error) => {
        assert.ok(error instanceof FileError)
        assert.match(error.message, expected)
        return true
      })
    }
    await assert.rejects(runBackup([], at(join(scratch, 'none.sqlite'))), /There is no database at/)
    assert.ok(!readdirSync(scratch).includes('none.sqlite'))
  })

  it('leaves a database of an older version unchanged and migrates the copy', async () => {
    const older = join(scratch, 'older.sqlite')
    makeOlder(older)
    const file = join(scratch, 'of-older.sqlite')
    await runBackup([file], at(older))
    assert.deepEqual(migrationsIn(older), ['0001-the-book.sql', '0002-the-desk.sql'])
    assert.ok(migrationsIn(file).length > 2)
    assert.match(await runVerify([older], {}), /No problems found/)
    assert.deepEqual(migrationsIn(older), ['0001-the-book.sql', '0002-the-desk.sql'])
    const path = unusedPath()
    await runRestore([older], at(path))
    assert.deepEqual(migrationsIn(path), migrationsIn(file))
  })
})

/** A database after the first two migrations. */
function makeOlder(file: string): void {
  const full = new DatabaseSync(file)
  full.exec('CREATE TABLE migrations (name TEXT PRIMARY KEY, digest TEXT, applied_at BIGINT)')
  const folder = join(import.meta.dirname, '../../src/store/migrations')
  for (const name of ['0001-the-book.sql', '0002-the-desk.sql']) {
    const text = readFileSync(join(folder, name))
    full.exec(text.toString())
    full
      .prepare('INSERT INTO migrations VALUES (?, ?, 0)')
      .run(name, createHash('sha256').update(text).digest('hex'))
  }
  full.close()
}

function migrationsIn(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('SELECT name FROM migrations ORDER BY name').all()
  database.close()
  return rows.map(({ name }) => name)
}

describe('restore', () => {
  it('never overwrites a database', async () => {
    const { address, file } = await backedUp()
    await assert.rejects(
      runRestore([file], at(address)),
      /There already is a database: .*move it together/,
    )
    await assert.rejects(
      runRestore([join(scratch, 'none')], at(unusedPath())),
      /The file .+ does not exist/,
    )
  })

  it('rejects a damaged, foreign, too new or inconsistent file, and creates nothing', async () => {
    const { file } = await backedUp()
    const changed = (name: string, statement: string) => {
      const copy = join(scratch, name)
      copyFileSync(file, copy)
      const database = new DatabaseSync(copy)
      database.exec(statement)
      database.close()
      return copy
    }
    const damaged = join(scratch, 'damaged.sqlite')
    const bytes = readFileSync(file)
    writeFileSync(damaged, bytes.fill(0x41, 4_096 * 20, 4_096 * 24))
    const foreign = join(scratch, 'foreign.sqlite')
    new DatabaseSync(foreign).exec('CREATE TABLE recipes (name TEXT)')
    const text = join(scratch, 'letter.txt')
    writeFileSync(text, 'Dear Sir or Madam, '.repeat(500))
    for (const [wrong, kind, expected] of [
      [damaged, IntegrityError, /damaged/],
      [text, IntegrityError, /damaged: file is not a database/],
      [foreign, IntegrityError, /not a database of Letan/],
      [
        changed('newer.sqlite', "INSERT INTO migrations VALUES ('9999-tomorrow.sql', '', 0)"),
        MigrationError,
        /newer version \(9999-tomorrow\.sql\)/,
      ],
      [
        changed('loose.sqlite', 'DELETE FROM cells'),
        IntegrityError,
        /3 bookings hold no resource: BAN-/,
      ],
    ] as const) {
      const path = unusedPath()
      await assert.rejects(runRestore([wrong], at(path)), (error: Error) => {
        assert.ok(error instanceof kind, String(error))
        assert.match(error.message, expected)
        return true
      })
      assert.equal(existsSync(join(path, '..')), false, wrong)
    }
  })
})

type Broken = [statement: string, words: RegExp]

const broken: Broken[] = [
  ['DELETE FROM cells', /3 bookings hold no resource: BAN-/],
  ['UPDATE cells SET cell = cell + 200000', /3 bookings hold their resources at a different time/],
  [
    'DELETE FROM cells WHERE cell = (SELECT MIN(cell) + 2 FROM cells)',
    /1 booking holds its resources at a different time/,
  ],
  [
    "UPDATE bookings SET status = 'cancelled'",
    /3 holders of resources have no booking, block or offer: booking:/,
  ],
  [
    "INSERT INTO cells (cell, resource, holder) VALUES (1, 'table:x', 'block:gone')",
    /1 holder of resources has no booking, block or offer: block:gone/,
  ],
  ["INSERT INTO blocks VALUES ('b', 'table:x', 1, 2, 'why', 0)", /1 block holds no resource: b\./],
  ['DELETE FROM booking_guests', /3 bookings have no guest/],
  [
    "INSERT INTO orders VALUES ('o', 'THE7K3M9Q2X4D', 'x', 'paid', 1, '{}', 'api', 'vi', 1, 0, 0)",
    /1 order has no guest: THE-7K3M-9Q2X-4D/,
  ],
  ['UPDATE bookings SET version = version + 1', /3 bookings were changed without an audit entry/],
  ['UPDATE bookings SET ends_at = starts_at', /3 bookings end before they start/],
  [
    `INSERT INTO booking_changes (id, booking_id, kind, consent_version, source, created_at)
     SELECT bookings.id || n, bookings.id, 'cancel', '', 'api', 0 FROM bookings,
      (SELECT 1 AS n UNION SELECT 2) AS twice`,
    /3 bookings have several open change requests/,
  ],
  [
    `INSERT INTO deliveries (id, news_id, channel, target, subject, state, tries, due_at,
      claimed_until, created_at, updated_at)
     VALUES ('d', 'gone', 'email', 'x', 'booking:x', 'sent', 1, 0, 0, 0, 0)`,
    /1 delivery has no event: d\./,
  ],
]

for (const engine of enginesUnderTest('verify')) {
  describe(`verify, ${engine}`, () => {
    const bookedShop = async () => {
      const address = await newDatabase(engine)
      const app = await startShop('restaurant', { file: address, writeLimit: 100 })
      for (const time of ['11:00', '12:30', '18:30']) await book(app, { ...table, time })
      return { app, address }
    }

    it('finds no problems after actions of guests and staff', async () => {
      const { app, address } = await bookedShop()
      const { body } = await book(app, { ...table, date: '2026-11-21' })
      const staffAction = (version: number) => ({ code: body.code, version, actor: 'terminal' })
      await app.desk.confirm(staffAction(1))
      await app.desk.move({ ...staffAction(2), date: '2026-11-21', time: '12:00' })
      await app.desk.note({ ...staffAction(3), note: 'Sinh nhật' })
      await app.desk.cancel({ ...staffAction(4), reason: 'Hết chỗ' })
      await app.desk.undo(staffAction(5))
      const change = { kind: 'cancel', phone_last4: '5678' }
      const asked = await app.post(`/api/booking/${body.code}/change`, { ...change, consent: '1' })
      assert.equal(asked.status, 202, await asked.text())
      await app.desk.block({
        ...{ resource: app.shop.booking.resources[0]?.id ?? '', date: '2026-11-22' },
        ...{ at: 720, minutes: 60, reason: 'Sửa bàn', actor: 'terminal' },
      })
      app.clock.now = Date.UTC(2026, 10, 21, 5)
      await app.desk.expire()
      assert.match(await runVerify([], at(address)), /^No problems found: 4 bookings and 0 orders/)
    })

    it('describes each problem in plain words', async () => {
      const { app } = await bookedShop()
      for (const [statement, expected] of broken) {
        const errors = (await afterBreaking(app.store, statement)).join('\n')
        assert.match(errors, expected)
        assert.ok(!errors.includes(guest.name))
      }
      assert.deepEqual(await findBrokenInvariants(app.store.read), [])
    })
  })
}

/** The problems that verify finds after a statement, which is rolled back. */
async function afterBreaking(store: Store, statement: string): Promise<string[]> {
  let errors: string[] = []
  const undone = new Error('undone')
  const broken = store.write(async (sql) => {
    await sql.run(statement)
    errors = await findBrokenInvariants(sql)
    throw undone
  })
  await assert.rejects(broken, undone)
  return errors
}

describe('database commands', () => {
  it('exit with 1 and a plain message on an error, and with 0 otherwise', async () => {
    const { address } = await backedUp()
    assert.equal((await runInProcess(['verify'], at(address))).code, 0)
    const store = await openStore(address, Date.now)
    await store.write((sql) => sql.run('DELETE FROM cells'))
    await store.close()
    const { code, output } = await runLetan(['verify'], at(address))
    assert.equal(code, 1)
    assert.match(output, /has errors:\n {2}3 bookings hold no resource/)
    assert.doesNotMatch(output, /\n\s+at /)
  })

  it('refer to the PostgreSQL programs for a PostgreSQL database', async () => {
    const elsewhere = at('postgres://letan:secret@db.example/letan')
    await assert.rejects(runBackup([], elsewhere), /pg_dump --format=custom/)
    await assert.rejects(runRestore(['x'], elsewhere), /pg_restore --exit-on-error/)
  })

  it('print their usage', async () => {
    for (const wrong of [
      runBackup(['a', 'b'], {}),
      runBackup(['--all'], {}),
      runRestore([], {}),
      runVerify(['-x'], {}),
    ]) {
      await assert.rejects(wrong, UsageError)
    }
  })
})
