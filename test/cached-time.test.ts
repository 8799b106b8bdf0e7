/** Cached responses that depend on the time change at the right millisecond. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { book, dayOf, table } from './support/booking.ts'
import { startShop } from './support/shop.ts'

const minute = 60_000
const query = `date=${table.date}&party_size=4`

it('the home page is the same within a minute and correct in the next one', async () => {
  // One second before the restaurant opens.
  const app = await startShop('restaurant', { now: Date.UTC(2026, 10, 17, 3, 30) - 1_000 })
  const home = async () => {
    const response = await app.get('/en')
    return { etag: response.headers.get('etag'), text: await response.text() }
  }
  const before = await home()
  assert.match(before.text, /Closed now; opens at 10:30/)
  app.clock.now += 999
  assert.deepEqual(await home(), before)
  app.clock.now += 1
  assert.match((await home()).text, /Open now/)
  app.clock.now -= 1
  assert.deepEqual(await home(), before)
})

it('availability changes when a start comes within the notice period', async () => {
  const app = await startShop('restaurant', { now: Date.UTC(2026, 10, 20, 3) })
  const { slots } = await dayOf(app, query)
  const first = slots[0]
  assert.ok(first)
  // A start is bookable until exactly its notice period before it, and not a millisecond longer.
  const times = async () => (await dayOf(app, query)).slots.map(({ time }) => time)
  let latest = app.clock.now
  const isBookable = async (atMs: number) => {
    app.clock.now = atMs
    return (await times()).includes(first.time)
  }
  while (await isBookable(latest + minute)) latest += minute
  assert.ok(await isBookable(latest))
  assert.ok(!(await isBookable(latest + 1)))
  assert.ok(await isBookable(latest))
  const start = Date.parse(first.starts_at)
  assert.equal((start - latest) % minute, 0)
  app.clock.now = latest + 1
  assert.equal((await book(app, { ...table, time: first.time })).status, 422)
  app.clock.now = latest
  assert.equal((await book(app, { ...table, time: first.time })).status, 202)
})
