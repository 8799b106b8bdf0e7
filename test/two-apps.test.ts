/** Several apps in one process share nothing except a database that both were given. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { book, dayOf, table } from './support/booking.ts'
import { newDatabase } from './support/database.ts'
import { openBefore } from './support/lifetime.ts'
import { modern } from './support/mcp.ts'
import { loadSampleShop, monday, type RunningShop, startShop } from './support/shop.ts'
import { type FreeStarts, readStarts } from './support/starts.ts'

const minute = 60_000
const day = 24 * 60 * minute
const closedDate = '2026-11-26'

async function freeByApi(app: RunningShop, date = table.date): Promise<string[]> {
  const { slots } = await dayOf(app, `date=${date}&party_size=4`)
  return slots.map(({ time, left }) => `${time} ${left}`)
}

async function freeByMcp(app: RunningShop, date = table.date): Promise<string[]> {
  const call = { name: 'check_table_availability', arguments: { date, party_size: 4 } }
  const { body } = await modern(app, 'tools/call', call)
  const { structuredContent } = body.result as { structuredContent: FreeStarts }
  return readStarts(structuredContent).map(({ time }) => time)
}

/** Books until the time is full. */
async function fill(app: RunningShop, time: string): Promise<void> {
  while ((await book(app, { ...table, time })).status === 202);
}

describe('two apps with their own databases', () => {
  const one = openBefore(() => startShop('restaurant', { writeLimit: 1_000 }))
  const other = openBefore(() => startShop('restaurant', { writeLimit: 1_000 }))

  it('share no bookings', async () => {
    const before = [await freeByApi(other), await freeByMcp(other)]
    assert.deepEqual([await freeByApi(one), await freeByMcp(one)], before)
    await fill(one, '18:30')
    assert.ok(!(await freeByMcp(one)).includes('18:30'))
    assert.deepEqual([await freeByApi(other), await freeByMcp(other)], before)
    assert.equal((await book(other, table)).status, 202)
    assert.notDeepEqual(await freeByApi(other), before[0])
  })

  it('share no responses to an idempotency key', async () => {
    const headers = { 'idempotency-key': 'the-same-key-for-both' }
    const request = { ...table, date: '2026-11-21' }
    const [first, second] = [await book(one, request, headers), await book(other, request, headers)]
    assert.deepEqual([first.status, second.status], [202, 202])
    assert.notEqual(first.body.code, second.body.code)
    assert.equal(second.response.headers.get('idempotent-replayed'), null)
  })
})

it('two apps with different clocks share no page that depends on the time', async () => {
  // The restaurant is closed on Monday morning and open on Tuesday at noon.
  const closed = await startShop('restaurant', { now: monday })
  const open = await startShop('restaurant', { now: monday + day + 3 * 60 * minute })
  const isOpen = async (app: RunningShop) => /Open now/.test(await (await app.get('/en')).text())
  for (const app of [closed, open, closed, open]) assert.equal(await isOpen(app), app === open)
})

describe('two apps with different rules and one database', () => {
  let file = ''
  before(async () => {
    file = await newDatabase()
  })
  const shop = loadSampleShop('restaurant')
  const reason = { vi: 'Tiệc riêng.', en: 'A private party.' }
  const closedShop = shop.withStaffChanges({
    closedDays: [{ date: closedDate, reason }],
    soldOut: [],
    extraPlaces: [],
    pauses: [],
    dayPaces: [],
    shifts: [],
  })
  const one = openBefore(() => startShop('restaurant', { shop, file, writeLimit: 1_000 }))
  const other = openBefore(() =>
    startShop('restaurant', { shop: closedShop, file, writeLimit: 1_000 }),
  )

  it('share no results of their rules', async () => {
    for (const app of [one, other, one, other]) {
      assert.equal((await freeByApi(app, closedDate)).length > 0, app === one)
      assert.equal((await freeByMcp(app, closedDate)).length > 0, app === one)
    }
  })

  it('both return the current bookings after a booking in either', async () => {
    for (const app of [one, other, one, other]) {
      assert.deepEqual(await freeByApi(one), await freeByApi(other))
      assert.deepEqual(await freeByMcp(one), await freeByMcp(other))
      const before = await freeByApi(one)
      assert.equal((await book(app, table)).status, 202)
      assert.notDeepEqual(await freeByApi(one), before)
      assert.deepEqual(await freeByApi(one), await freeByApi(other))
    }
  })
})
