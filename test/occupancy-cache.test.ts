/** The cached occupancy of a day equals the stored cells, regardless of who changed them and what failed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { randomFrom } from '../proof/support/random.ts'
import { holdOption, releaseCells } from '../src/domain/booking/occupancy.ts'
import {
  availabilityKey,
  createOccupancyCache,
  type OccupancyCache,
} from '../src/domain/booking/occupancy-cache.ts'
import { countCells, firstCell } from '../src/domain/scheduling/cells.ts'
import { addDays } from '../src/kernel/time.ts'
import { type Sql, UniqueViolation } from '../src/store/sql.ts'
import { book, dayOf, table } from './support/booking.ts'
import { newDatabase, openTestStore } from './support/database.ts'
import { seed } from './support/seed.ts'
import { monday, startShop } from './support/shop.ts'

const dates = Array.from({ length: 6 }, (_, index) => addDays('2026-11-20', index))

/** The cells of a day and of the night after it, from the table. */
async function rowsOf(sql: Sql, date: string): Promise<string[]> {
  const rows = await sql.all<{ resource: string; cells: number }>(
    'SELECT resource, COUNT(*) AS cells FROM cells WHERE cell >= ? AND cell < ? GROUP BY resource',
    firstCell(date),
    firstCell(date) + 144,
  )
  return rows.map(({ resource, cells }) => `${resource} ${cells}`).sort()
}

function describeOccupancy(occupancy: ReadonlyMap<string, bigint>): string[] {
  return [...occupancy].map(([resource, bits]) => `${resource} ${countCells(bits)}`).sort()
}

/** Equal versions of a day mean equal cells: the availability cache depends on it. */
const cellsByVersion = new Map<string, string[]>()

async function compare(sql: Sql, cache: OccupancyCache): Promise<void> {
  const days = await cache.loadDays(sql, dates)
  assert.deepEqual([...days.keys()], dates)
  for (const date of dates) {
    const expected = await rowsOf(sql, date)
    for (const day of [days.get(date), await cache.loadDay(sql, date)]) {
      assert.deepEqual(describeOccupancy(day?.occupancy ?? new Map()), expected, date)
      if (day?.version === undefined) continue
      const key = `${date} ${day.version}`
      assert.deepEqual(cellsByVersion.get(key) ?? expected, expected, key)
      cellsByVersion.set(key, expected)
    }
  }
}

/** What `sql` does, and the statements that return several rows. */
function recordReads(sql: Sql): { committed: Sql; statements: string[] } {
  const statements: string[] = []
  const committed: Sql = {
    ...sql,
    all: (statement, ...values) => {
      statements.push(statement)
      return sql.all(statement, ...values)
    },
  }
  return { committed, statements }
}

/** From 18:00 on. */
function holdTable(sql: Sql, cache: OccupancyCache, table: number, date: string) {
  const minutes = 90
  const holds = [{ resource: `table:${table}`, minutes }]
  const option = { holds, preference: 0, balanceAcross: [], assignment: {} }
  return holdOption(sql, cache, `booking:${table}`, option, date, { at: 18 * 60, minutes })
}

describe('the occupancy cache', () => {
  it(`equals the table after inserts, deletes, rollbacks and foreign changes (SEED=${seed})`, async () => {
    const random = randomFrom(seed)
    const address = await newDatabase()
    const stores = [
      await openTestStore(address, Date.now),
      await openTestStore(address, Date.now),
    ] as const
    // One for each store, as two processes have, and a second one for the first store.
    const caches = [createOccupancyCache(), createOccupancyCache(), createOccupancyCache()] as const
    const undone = new Error('undone')
    for (let turn = 0; turn < 80; turn++) {
      const { write } = random.pick(stores)
      const cache = random.pick(caches)
      const holder = `booking:${random.below(12)}`
      const fails = random.below(4) === 0
      await write(async (sql) => {
        if (random.below(3) === 0)
          await releaseCells(sql, cache, holder, { from: random.below(2) * 1_994_700 })
        else {
          const start = { at: random.below(96) * 15, minutes: 15 + random.below(40) * 15 }
          const hold = { resource: `table:${random.below(3)}`, minutes: start.minutes }
          const option = { holds: [hold], preference: 0, balanceAcross: [], assignment: {} }
          await holdOption(sql, cache, holder, option, random.pick(dates), start)
        }
        if (random.below(2) === 0) await compare(sql, cache)
        if (fails) throw undone
      }).catch((error: unknown) => {
        if (error !== undone && !(error instanceof UniqueViolation)) throw error
      })
      await compare(random.pick(stores).read, random.pick(caches))
    }
    for (const store of stores) await store.close()
  })

  it('does not read the cells of a day again while a transaction changes it', async () => {
    const cache = createOccupancyCache()
    const store = await openTestStore(await newDatabase(), Date.now)
    const [date = ''] = dates
    await store.write((sql) => holdTable(sql, cache, 1, date))
    const { committed, statements } = recordReads(store.read)
    await store.write(async (sql) => {
      await holdTable(sql, cache, 2, date)
      const { occupancy } = await cache.loadDay(committed, date)
      assert.deepEqual(describeOccupancy(occupancy), ['table:1 6'])
      assert.deepEqual(statements, [])
    })
    const { occupancy } = await cache.loadDay(committed, date)
    assert.deepEqual(describeOccupancy(occupancy), ['table:1 6', 'table:2 6'])
    assert.deepEqual(statements, [])
    await store.close()
  })

  it('applies the changes of another process instead of reading all cells', async () => {
    const store = await openTestStore(await newDatabase(), Date.now)
    const [own, other] = [createOccupancyCache(), createOccupancyCache()]
    const [date = ''] = dates
    const { committed, statements } = recordReads(store.read)
    const readsCells = async () => {
      statements.length = 0
      const { occupancy } = await own.loadDay(committed, date)
      assert.deepEqual(describeOccupancy(occupancy), await rowsOf(store.read, date))
      return statements.some((statement) => statement.includes('FROM cells'))
    }
    const hold = (table: number) => store.write((sql) => holdTable(sql, other, table, date))
    const release = (table: number, from = 0) =>
      store.write((sql) => releaseCells(sql, other, `booking:${table}`, { from }))

    await hold(1)
    assert.equal(await readsCells(), true)
    await hold(2)
    await hold(3)
    await release(1, firstCell(date) + 18 * 4 + 2)
    await release(2)
    assert.equal(await readsCells(), false)
    // An earlier release writes a version without the change.
    await store.write(async (sql) => {
      await sql.run('DELETE FROM cells WHERE holder = ?', 'booking:3')
      await sql.run('UPDATE held_days SET version = ? WHERE day = ?', 'other', firstCell(date))
    })
    await hold(4)
    assert.equal(await readsCells(), true)
    for (let table = 5; table < 60; table++) await hold(table)
    assert.equal(await readsCells(), true)
    await store.write(async (sql) => {
      const holds = Array.from({ length: 30 }, (_, table) => ({
        resource: `table:${100 + table}`,
        minutes: 90,
      }))
      const option = { holds, preference: 0, balanceAcross: [], assignment: {} }
      await holdOption(sql, other, 'booking:large', option, date, { at: 18 * 60, minutes: 90 })
    })
    assert.equal(await readsCells(), true)
    // The last changes are kept, no matter how many there were before.
    for (let table = 60; table < 80; table += 2) {
      await hold(table)
      await hold(table + 1)
      assert.equal(await readsCells(), false, `table ${table}`)
    }
    const row = await store.read.get<{ length: number }>(
      'SELECT MAX(length(changes)) AS length FROM held_days',
    )
    assert.ok(row && row.length < 1000)
    await store.close()
  })

  it('keeps the last 400 characters of the changes before the newest one', async () => {
    for (const [length, readsCells] of [
      [400, false],
      [401, true],
    ] as const) {
      const store = await openTestStore(await newDatabase(), Date.now)
      const [own, other] = [createOccupancyCache(), createOccupancyCache()]
      const [date = ''] = dates
      await store.write((sql) => holdTable(sql, other, 1, date))
      await own.loadDay(store.read, date)
      // A line has 42 characters besides the name of one resource.
      const holds = [{ resource: 'x'.repeat(length - 42), minutes: 90 }]
      const option = { holds, preference: 0, balanceAcross: [], assignment: {} }
      const start = { at: 18 * 60, minutes: 90 }
      await store.write((sql) => holdOption(sql, other, 'booking:2', option, date, start))
      await store.write((sql) => holdTable(sql, other, 3, date))
      const { committed, statements } = recordReads(store.read)
      const { occupancy } = await own.loadDay(committed, date)
      assert.deepEqual(describeOccupancy(occupancy), await rowsOf(store.read, date))
      assert.equal(
        statements.some((statement) => statement.includes('FROM cells')),
        readsCells,
        `${length} characters`,
      )
      await store.close()
    }
  })

  it('keeps all changes up to 400 characters', async () => {
    const store = await openTestStore(await newDatabase(), Date.now)
    const cache = createOccupancyCache()
    const [date = ''] = dates
    const lengths: number[] = []
    for (let table = 1; table <= 10; table++) {
      await store.write((sql) => holdTable(sql, cache, table, date))
      const row = await store.read.get<{ length: number }>(
        'SELECT length(changes) AS length FROM held_days',
      )
      lengths.push(row?.length ?? 0)
    }
    const added = lengths.map((length, index) => length - (lengths[index - 1] ?? 0))
    assert.ok((lengths.at(-1) ?? 0) >= 400)
    assert.ok(
      added.every((one) => one > 0),
      String(lengths),
    )
    await store.close()
  })

  it('reads the cells of days that follow each other with one query', async () => {
    const store = await openTestStore(await newDatabase(), Date.now)
    const [writing, reading] = [createOccupancyCache(), createOccupancyCache()]
    const [first = '', second = '', , fourth = ''] = dates
    for (const date of [first, second, fourth])
      await store.write((sql) => holdTable(sql, writing, 1, date))
    const { committed, statements } = recordReads(store.read)
    await reading.loadDays(committed, [first, second, fourth])
    assert.equal(statements.filter((statement) => statement.includes('FROM cells')).length, 2)
    // Of days that are known it reads only the versions, also with one query.
    statements.length = 0
    await reading.loadDays(committed, [first, second, fourth])
    assert.equal(statements.length, 1)
    await compare(store.read, reading)
    await store.close()
  })

  it('keeps no cells under a version that was replaced while they were read', async () => {
    const store = await openTestStore(await newDatabase(), Date.now)
    const [own, other] = [createOccupancyCache(), createOccupancyCache()]
    const [date = ''] = dates
    await store.write((sql) => holdTable(sql, other, 1, date))
    const interrupted: Sql = {
      ...store.read,
      async all(statement, ...values) {
        if (statement.includes('FROM cells'))
          await store.write((sql) => holdTable(sql, other, 2, date))
        return store.read.all(statement, ...values)
      },
    }
    const day = await own.loadDay(interrupted, date)
    assert.deepEqual(describeOccupancy(day.occupancy), ['table:1 6', 'table:2 6'])
    assert.equal(day.version, undefined)
    await compare(store.read, own)
    await store.close()
  })

  it('lets every process read the cells of a day again that one of them has found changed by hand', async () => {
    const store = await openTestStore(await newDatabase(), Date.now)
    const [own, other] = [createOccupancyCache(), createOccupancyCache()]
    const [date = ''] = dates
    const hold = (table: number) => store.write((sql) => holdTable(sql, other, table, date))
    await hold(1)
    await own.loadDay(store.read, date)
    const evening = firstCell(date) + 18 * 4
    await store.write((sql) =>
      sql.run('INSERT INTO cells VALUES (?, ?, ?)', evening, 'table:2', 'block:1'),
    )
    await assert.rejects(hold(2), UniqueViolation)
    await hold(3)
    const { occupancy } = await own.loadDay(store.read, date)
    assert.deepEqual(describeOccupancy(occupancy), await rowsOf(store.read, date))
    await store.close()
  })

  it('reads the cells of a day each time if an older release wrote it without a version', async () => {
    const cache = createOccupancyCache()
    const store = await openTestStore(await newDatabase(), Date.now)
    const first = firstCell('2026-11-20')
    await store.write(async (sql) => {
      await sql.run('INSERT INTO held_days (day, version) VALUES (?, ?)', first, '')
      await sql.run('INSERT INTO cells VALUES (?, ?, ?)', first + 80, 'table:1', 'booking:1')
    })
    const before = await cache.loadDay(store.read, '2026-11-20')
    assert.deepEqual(describeOccupancy(before.occupancy), ['table:1 1'])
    assert.equal(before.version, undefined)
    await store.write((sql) =>
      sql.run('INSERT INTO cells VALUES (?, ?, ?)', first + 81, 'table:1', 'booking:1'),
    )
    const second = await cache.loadDay(store.read, '2026-11-20')
    assert.deepEqual(describeOccupancy(second.occupancy), ['table:1 2'])
    await store.close()
  })

  it('is bypassed for a day whose cells were changed by hand, for staff as well', async () => {
    const app = await startShop('restaurant')
    const { code } = (await book(app, table)).body
    await dayOf(app, `date=${table.date}&party_size=4`)
    const late = firstCell(table.date) + 21 * 4
    for (const { id } of app.shop.booking.resources) {
      await app.store.write((sql) =>
        sql.run('INSERT INTO cells VALUES (?, ?, ?) ON CONFLICT DO NOTHING', late, id, 'block:1'),
      )
    }
    const later = { code, version: 1, actor: 'staff:mai', date: table.date, time: '21:00' }
    await assert.rejects(app.desk.move(later), { name: 'BookingActionError', code: 'not_free' })
    await app.desk.move({ ...later, time: '12:00' })
  })

  it('returns the same in every process as soon as a booking is stored', async () => {
    const file = await newDatabase()
    const one = await startShop('restaurant', { file, writeLimit: 100 })
    const other = await startShop('restaurant', { file, writeLimit: 100 })
    const query = `date=${table.date}&party_size=14`
    const left = async (app: typeof one) =>
      (await dayOf(app, query)).slots.map((slot) => `${slot.time} ${slot.left}`)
    for (const app of [one, other, one, other]) {
      assert.deepEqual(await left(one), await left(other))
      await book(app, { ...table, party_size: 14, time: '12:00' })
      assert.deepEqual(await left(one), await left(other))
    }
    assert.ok(!(await left(other)).some((slot) => slot.startsWith('12:00')))
  })
})

describe('the key of cached availability', () => {
  const keyAt = (now: number, ...versions: (string | undefined)[]) =>
    availabilityKey(
      versions.map((version) => ({ occupancy: new Map(), version })),
      now,
    )

  it('is the same within a minute, as long as the versions of the days are the same', () => {
    const key = keyAt(monday + 1, 'one', 'two')
    assert.ok(key)
    assert.equal(keyAt(monday + 59_999, 'one', 'two'), key)
    for (const now of [monday, monday + 60_000, monday + 60_001])
      assert.notEqual(keyAt(now, 'one', 'two'), key)
    assert.notEqual(keyAt(monday + 1, 'one', 'three'), key)
  })

  it('does not exist if a day has no version', () => {
    assert.equal(keyAt(monday, 'one', undefined), undefined)
  })
})
