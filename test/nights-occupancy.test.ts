/** Random bookings around midnight, compared with brute force: minute by minute, by the times of the stored rows. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { BookingActionError } from '../src/kernel/action-errors.ts'
import { addDays, minute, startOfDay, timeOf } from '../src/kernel/time.ts'
import { openBar } from './support/bar.ts'
import { book, guest } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { seed } from './support/seed.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() =>
  startShop('restaurant', {
    shop: openBar({
      'tables.yaml': {
        tables: `tables:
  - { id: one, name: One, type: trong-nha, seats: 2, least: 1 }
  - { id: two, name: Two, type: trong-nha, seats: 2, least: 1 }
`,
        joins: 'joins: []\n',
      },
    }),
    writeLimit: 100_000,
  }),
)

const turnMs = 15 * minute

/** Staff enter any quarter hour, guests every half hour; both until 00:30 of the night. */
const request = fc.record({
  evening: fc.constantFrom('2026-11-20', '2026-11-21'),
  quarter: fc.integer({ min: 18 * 4, max: 24 * 4 + 2 }),
  byStaff: fc.boolean(),
})

/** A stay across midnight, and one after it. */
const aroundMidnight = [
  { evening: '2026-11-20', quarter: 23 * 4, byStaff: false },
  { evening: '2026-11-20', quarter: 24 * 4 + 1, byStaff: true },
]

type Stay = { startsAt: number; endsAt: number; table: string }

function overlaps(one: Omit<Stay, 'table'>, other: Omit<Stay, 'table'>): boolean {
  return one.startsAt < other.endsAt + turnMs && other.startsAt < one.endsAt + turnMs
}

async function loadStays(): Promise<Stay[]> {
  const rows = await app.store.read.all<{ starts_at: number; ends_at: number; given: string }>(
    'SELECT starts_at, ends_at, given FROM bookings',
  )
  return rows.map(({ starts_at, ends_at, given }) => {
    const { tables } = JSON.parse(given) as { tables: string[] }
    return { startsAt: starts_at, endsAt: ends_at, table: tables[0] ?? '' }
  })
}

it('two bookings never share a table, and one is rejected only if both tables are taken', async () => {
  const requests = [...aroundMidnight, ...fc.sample(request, { seed, numRuns: 60 })]
  let rejected = 0
  for (const [index, { evening, quarter, byStaff }] of requests.entries()) {
    const at = byStaff ? quarter * 15 : Math.floor(quarter / 2) * 30
    const date = at < 1440 ? evening : addDays(evening, 1)
    const start = { date, time: timeOf(at % 1440) }
    const startsAt = startOfDay(evening) + at * minute
    const wanted = { startsAt, endsAt: startsAt + 90 * minute }
    const before = await loadStays()
    const taken = before.filter((stay) => overlaps(stay, wanted)).map(({ table }) => table)
    const phone = `09${String(10_000_000 + index)}`
    const isAccepted = byStaff
      ? await enterByStaff(start, phone)
      : (await book(app, { ...guest, ...start, phone, party_size: 2 })).status === 202
    assert.equal(isAccepted, new Set(taken).size < 2, JSON.stringify({ ...start, byStaff }))
    if (!isAccepted) rejected++
  }
  const stays = await loadStays()
  for (const [index, one] of stays.entries()) {
    for (const other of stays.slice(index + 1)) {
      assert.ok(one.table !== other.table || !overlaps(one, other))
    }
  }
  const midnight = startOfDay('2026-11-21')
  assert.ok(stays.some(({ startsAt, endsAt }) => startsAt < midnight && midnight < endsAt))
  assert.ok(stays.some(({ startsAt }) => startsAt >= midnight && startsAt < midnight + 60 * minute))
  assert.ok(rejected > 10, `${rejected} rejected, ${stays.length} stored`)
})

async function enterByStaff(
  start: { date: string; time: string },
  phone: string,
): Promise<boolean> {
  const details = { offerId: 'dat-ban-thuong', partySize: 2, types: ['trong-nha'] }
  const entry = {
    details,
    ...start,
    guest: { name: 'Lan', phone: `+84${phone.slice(1)}`, email: null, note: null },
    answers: {},
    consent: { version: 'spoken', text: 'spoken' },
    locale: 'vi' as const,
    source: 'phone',
    client: 'desk',
  }
  try {
    await app.desk.createByStaff(entry, 'staff:1')
    return true
  } catch (error) {
    assert.ok(error instanceof BookingActionError && error.code === 'not_free', String(error))
    return false
  }
}
