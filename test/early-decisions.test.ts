/**
 * A booking request is decided before its transaction. Here another write is committed between the two, by a second
 * process: the transaction must notice it.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBookingContext } from '../src/domain/booking/context.ts'
import { createClosedDays } from '../src/domain/closed-days/closed-days.ts'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { createOnlinePauses } from '../src/domain/online-limits/pauses.ts'
import { createSoldOutOffers } from '../src/domain/sold-out/sold-out.ts'
import { offersOfDays } from '../src/domain/waitlist/offers-of-day.ts'
import { isPostgres } from '../src/kernel/database-url.ts'
import type { Sql } from '../src/store/sql.ts'
import { findTrade } from '../src/variants/index.ts'
import { book, table } from './support/booking.ts'
import { copyOf, createFolderEditor } from './support/content-errors.ts'
import { newDatabase } from './support/database.ts'
import { addStaff } from './support/desk.ts'
import { formTo } from './support/screen.ts'
import { type RunningShop, type ShopOptions, startShop } from './support/shop.ts'
import { blockEvening, freeTable, join, waiting } from './support/waitlist.ts'

const from = (address: string) => ({ 'x-forwarded-for': address })
const [first, second] = ['203.0.113.1', '203.0.113.2']
const other = { ...table, phone: '0912 345 679' }

/** Two processes with one database. */
async function startTwo(options: ShopOptions = {}) {
  const shared = { writeLimit: 1000, trustProxy: 1, file: await newDatabase(), ...options }
  return {
    app: await startShop('restaurant', shared),
    neighbor: await startShop('restaurant', shared),
  }
}

/** Runs `between` after the next decision of the app and before its transaction. */
function interrupt(app: RunningShop, between: () => Promise<unknown>): void {
  const { write } = app.store
  app.store.write = async (work, prepared) => {
    app.store.write = write
    assert.ok(prepared?.storeAll, 'the request is decided before its transaction')
    await between()
    return write(work, prepared)
  }
}

/** Runs `between` in the next transaction of the app, after it has verified and stored what was decided before. */
function interruptStored(app: RunningShop, between: (sql: Sql) => Promise<unknown>): void {
  const { write } = app.store
  app.store.write = (work, prepared) => {
    app.store.write = write
    const { storeAll } = prepared ?? {}
    assert.ok(storeAll, 'the request is decided before its transaction')
    let isFirst = true
    return write(work, {
      ...prepared,
      async storeAll(sql, parts) {
        const results = await storeAll(sql, parts)
        if (isFirst) {
          isFirst = false
          await between(sql)
        }
        return results
      },
    })
  }
}

async function loadBookings({ store }: RunningShop) {
  const rows = await store.read.all<{ given: string; holds_place: number; cells: number }>(
    `SELECT given, holds_place, (SELECT COUNT(*) FROM cells WHERE holder = 'booking:' || id) AS cells
     FROM bookings ORDER BY created_at, id`,
  )
  return rows
}

describe('a request that was decided before its transaction', () => {
  it('gets another table if another process has taken its table meanwhile', async () => {
    const { app, neighbor } = await startTwo()
    interrupt(app, () => book(neighbor, other, from(second)))
    assert.equal((await book(app, table, from(first))).status, 202)
    const [one, two, ...more] = await loadBookings(app)
    assert.ok(one && two && more.length === 0)
    assert.notEqual(one.given, two.given)
    assert.deepEqual([one.cells > 0, one.cells], [true, two.cells])
  })

  it('is rejected on a day that staff have closed meanwhile', async () => {
    const { app, neighbor } = await startTwo()
    const closedDays = createClosedDays(
      neighbor.store,
      () => neighbor.clock.now,
      offersOfDays(() => createBookingContext(neighbor.shop)),
    )
    const reason = { vi: 'Nghỉ', en: 'Closed' }
    interrupt(app, () => closedDays.close({ date: table.date, reason }, 'staff:hoa'))
    assert.equal((await book(app, table)).status, 422)
    assert.deepEqual(await loadBookings(app), [])
    assert.equal(await countCells(app), 0)
  })

  it('is rejected for an offer that staff have marked as sold out meanwhile', async () => {
    const { app, neighbor } = await startTwo()
    const { body } = await book(app, { ...other, time: '12:00' })
    const { id: offerId } = body.offer as { id: string }
    const soldOut = createSoldOutOffers(neighbor.store, () => neighbor.clock.now)
    interrupt(app, () => soldOut.mark({ offerId, until: null }, 'staff:hoa'))
    assert.equal((await book(app, table)).status, 422)
    assert.equal((await loadBookings(app)).length, 1)
  })

  it('is rejected at a time that staff have paused meanwhile', async () => {
    const { app, neighbor } = await startTwo()
    const pauses = createOnlinePauses(neighbor.store, () => neighbor.clock.now)
    const at = Date.parse(`${table.date}T${table.time}:00+07:00`)
    const message = { vi: 'Tạm ngừng', en: 'Paused' }
    interrupt(app, () => pauses.pause({ from: at, until: at + 60_000, message }, 'staff:hoa'))
    assert.equal((await book(app, table)).status, 422)
    assert.deepEqual(await loadBookings(app), [])
  })

  it('is rejected if staff have offered the last table to a guest of the waitlist meanwhile', async () => {
    const { app, neighbor } = await startTwo()
    const mai = await addStaff(neighbor, 'Mai')
    const blocks = await blockEvening(neighbor)
    const { code } = (await join(neighbor)).body
    await freeTable(neighbor, blocks)
    interrupt(app, async () => {
      const action = `/waitlist/${code}/offer`
      const { fields } = formTo(await mai.read('/waitlist'), action)
      assert.equal((await mai.post(action, fields)).status, 303)
    })
    const { date, party_size } = waiting
    const { status, body } = await book(app, { ...other, date, party_size, time: '18:00' })
    assert.equal(status, 409, JSON.stringify(body))
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('is stored once if an error undoes what was stored early', async () => {
    const { app } = await startTwo()
    interruptStored(app, () => Promise.reject(new Error('a wrong statement')))
    assert.equal((await book(app, table)).status, 202)
    assert.equal((await loadBookings(app)).length, 1)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('is stored once if the connection is lost in its transaction', async (test) => {
    const file = await newDatabase()
    if (!isPostgres(file)) return test.skip('SQLite has no connection')
    const { app } = await startTwo({ file })
    const loseConnection = 'SELECT pg_terminate_backend(pg_backend_pid())'
    interruptStored(app, (sql) => sql.all(loseConnection))
    assert.equal((await book(app, table)).status, 202)
    assert.equal((await loadBookings(app)).length, 1)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('holds no place if another client has booked with its phone number meanwhile', async () => {
    const { app, neighbor } = await startTwo()
    interrupt(app, () => book(neighbor, table, from(second)))
    assert.equal((await book(app, table, from(first))).status, 202)
    const places = (await loadBookings(app)).map((one) => [one.holds_place, one.cells > 0])
    assert.deepEqual(places, [
      [1, true],
      [0, false],
    ])
  })

  it('gets the response of the same key if another process has stored it meanwhile', async () => {
    const { app, neighbor } = await startTwo()
    const headers = { ...from(first), 'idempotency-key': '"one-key-for-both"' }
    let code = ''
    interrupt(app, async () => {
      code = (await book(neighbor, table, headers)).body.code
    })
    const { status, body, response } = await book(app, table, headers)
    assert.deepEqual([status, body.code], [202, code])
    assert.equal(response.headers.get('idempotent-replayed'), 'true')
    assert.equal((await loadBookings(app)).length, 1)
  })

  it('is rejected if its client has used up the write limit meanwhile', async () => {
    const { app, neighbor } = await startTwo({ writeLimit: 1 })
    interrupt(app, () => book(neighbor, other, from(first)))
    assert.equal((await book(app, table, from(first))).status, 429)
    assert.equal((await loadBookings(app)).length, 1)
    assert.equal((await countCells(app)) > 0, true)
  })

  it('is rejected if its guest has used up the open requests meanwhile', async () => {
    const fairShare = {
      openPerContact: 1,
      openPerClient: 9,
      dailyPerContact: 9,
      dailyPerClient: 9,
      dayShare: 1,
    }
    const { app, neighbor } = await startTwo({ fairShare })
    interrupt(app, () => book(neighbor, { ...table, time: '12:00' }, from(second)))
    const { status, body } = await book(app, table, from(first))
    assert.equal(status, 429)
    assert.match(body.type, /too-many-open-requests/)
    assert.equal((await loadBookings(app)).length, 1)
  })
})

describe('a request that is decided in its transaction', () => {
  it('names the row of its day, so that other days do not wait while another client locks it', async () => {
    const folder = copyOf('restaurant')
    createFolderEditor(folder).replace('policy.yaml', /$/, 'pace: { bookings: 9 }\n')
    const shop = findTrade('restaurant').open(folder)
    const app = await startShop('restaurant', { shop, writeLimit: 1000 })
    const { write } = app.store
    const seen: { row: string | undefined; isDecided: boolean }[] = []
    app.store.write = (work, prepared) => {
      seen.push({ row: prepared?.row, isDecided: prepared?.storeAll !== undefined })
      return write(work, prepared)
    }
    assert.equal((await book(app, table)).status, 202)
    assert.deepEqual(seen, [{ row: `day ${table.date}`, isDecided: false }])
  })
})

describe('requests of one transaction', () => {
  it('share the write limit of their client', async () => {
    const { app } = await startTwo({ writeLimit: 2 })
    const times = ['12:00', '12:30', '18:00', '18:30']
    const results = await Promise.all(
      times.map((time, index) =>
        book(app, { ...table, time, phone: `091234567${index}` }, from(first)),
      ),
    )
    const accepted = results.filter(({ status }) => status === 202)
    assert.equal(accepted.length, 2)
    assert.equal((await loadBookings(app)).length, 2)
  })

  it('with one key are stored once, and all get its response', async () => {
    const { app } = await startTwo()
    const send = (phone: string, index: number) =>
      book(
        app,
        { ...table, phone },
        { 'idempotency-key': '"one-key-for-all"', ...from(`203.0.113.${index}`) },
      )
    const same = await Promise.all([1, 2, 3].map((index) => send(table.phone, index)))
    assert.deepEqual(
      same.map(({ status, body }) => [status, body.code]),
      same.map(() => [202, same[0]?.body.code]),
    )
    const [changed] = await Promise.all([send(other.phone, 4), book(app, other, from(second))])
    assert.equal(changed.status, 422)
    assert.equal((await loadBookings(app)).length, 2)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('get different tables, in the order of their positions', async () => {
    const { app } = await startTwo()
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const body = { ...table, party_size: 2, phone: `091234567${index}` }
        return (await book(app, body, from(`203.0.113.${index}`))).status
      }),
    )
    const bookings = await loadBookings(app)
    assert.equal(bookings.length, statuses.filter((status) => status === 202).length)
    assert.equal(new Set(bookings.map(({ given }) => given)).size, bookings.length)
    const events = await app.store.read.all<{ position: number }>(
      'SELECT position FROM outbox ORDER BY id',
    )
    const positions = events.map(({ position }) => position)
    assert.deepEqual(
      positions,
      positions.toSorted((one, next) => one - next),
    )
    assert.equal(new Set(positions).size, bookings.length)
  })
})

async function countCells({ store }: RunningShop): Promise<number> {
  return (
    (await store.read.get<{ count: number }>('SELECT COUNT(*) AS count FROM cells'))?.count ?? 0
  )
}
