/** The search of the desk in a shop with more bookings than one query reads. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { insertPastBookings } from '../proof/support/generated-history.ts'
import { searchBookings } from '../src/domain/booking/search.ts'
import { searchGuests } from '../src/domain/profile/search-guests.ts'
import { newDatabase, openTestStore } from './support/database.ts'
import { openBefore } from './support/lifetime.ts'

const now = Date.UTC(2026, 10, 16, 5)
const bookings = 25_000

const opened = openBefore(async () => {
  const address = await newDatabase('sqlite')
  await insertPastBookings(address, bookings, now)
  return { store: await openTestStore(address, () => now) }
})

describe('a search in many bookings', () => {
  it('finds the oldest visit', async () => {
    const { store } = opened
    const name = `Khách cũ ${bookings - 1}`
    assert.deepEqual(
      (await searchBookings(store.read, name, now)).map((one) => one.name),
      [name],
    )
    assert.deepEqual(
      (await searchGuests(store.read, 'khach cu 0')).slice(0, 1).map((one) => one.name),
      ['Khách cũ 24990'],
    )
  })

  it('lists the latest visits first, each guest once', async () => {
    const { store } = opened
    const found = await searchBookings(store.read, 'khách cũ', now)
    assert.equal(found.length, 50)
    const starts = found.map((one) => one.starts_at)
    assert.deepEqual(
      starts,
      starts.toSorted((one, other) => other - one),
    )
    const row = await store.read.get<{ latest: number }>(
      'SELECT MAX(starts_at) AS latest FROM bookings',
    )
    assert.equal(starts[0], row?.latest)
    const phones = (await searchGuests(store.read, 'khách cũ')).map((one) => one.phone)
    assert.equal(new Set(phones).size, 8)
  })

  it('serves other requests between two batches', async () => {
    const { store } = opened
    let turns = 0
    let isOver = false
    const countTurn = () => {
      turns++
      if (!isOver) setImmediate(countTurn)
    }
    setImmediate(countTurn)
    assert.deepEqual(await searchBookings(store.read, 'không có ai tên này', now), [])
    isOver = true
    assert.ok(turns >= bookings / 10_000, `${turns} turns`)
  })
})
