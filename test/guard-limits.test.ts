/** Limits of the guard on both sides: how long a response is repeated, and how deep a body may be nested. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createGuard } from '../src/domain/guard/guard.ts'
import { book, massage, rowCounts, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { legacy } from './support/mcp.ts'
import { base, type RunningShop, runShop } from './support/shop.ts'
import { observeReads } from './support/store-reads.ts'

const hour = 3600_000

let app: RunningShop
let spa: RunningShop
before(async () => {
  app = await runShop('restaurant', { writeLimit: 100_000 })
  spa = await runShop('spa', { writeLimit: 100_000 })
})
after(async () => {
  await app.stop()
  await spa.stop()
})

describe('a stored response', () => {
  it('is repeated for 24 hours, across purges, and then no longer', async () => {
    const headers = { 'idempotency-key': 'for-24-hours' }
    const request = { ...massage, date: '2026-11-25' }
    const start = spa.clock.now
    const { body } = await book(spa, request, headers)
    const guard = createGuard(spa.store, 5, () => spa.clock.now)
    for (const elapsed of [23 * hour, 24 * hour - 1]) {
      spa.clock.now = start + elapsed
      await guard.purgeExpired()
      const again = await book(spa, request, headers)
      assert.equal(again.body.code, body.code, `after ${elapsed} ms`)
      assert.equal(again.response.headers.get('idempotent-replayed'), 'true')
    }
    spa.clock.now = start + 24 * hour
    const later = await book(spa, request, headers)
    assert.equal(later.status, 202)
    assert.notEqual(later.body.code, body.code)
    spa.clock.now = start
  })

  it('is sent to a repeated request even if the first one took the last place', async () => {
    const room = { ...table, date: '2026-12-05', party_size: 10, table_type: 'phong-rieng' }
    const headers = { 'idempotency-key': 'last-place-0001' }
    const first = await book(app, room, headers)
    assert.equal(first.status, 202, JSON.stringify(first.body))
    const others = await book(app, room, { 'idempotency-key': 'last-place-0002' })
    assert.equal(others.status, 409, 'the room is taken')
    const again = await book(app, room, headers)
    assert.deepEqual([again.status, again.body], [202, first.body])
  })

  it('is sent to a request that looked for it before the first one was stored', async () => {
    const room = { ...table, date: '2026-12-06', party_size: 10, table_type: 'phong-rieng' }
    const headers = { 'idempotency-key': 'last-place-0003' }
    const stored = await rowCounts(app)
    let hasLooked = false
    let overtaking: ReturnType<typeof book> | undefined
    // The same request overtakes this one between its search for a stored response and its check of the room.
    const overtaken = await observeReads(
      app.store,
      async (statement) => {
        if (overtaking) return
        if (hasLooked) {
          overtaking = book(app, room, headers)
          await overtaking
        }
        hasLooked ||= statement.includes('FROM answers')
      },
      () => book(app, room, headers),
    )
    const first = await overtaking
    assert.equal(first?.status, 202)
    assert.deepEqual([overtaken.status, overtaken.body], [202, first?.body])
    assert.equal(overtaken.response.headers.get('idempotent-replayed'), 'true')
    assert.equal((await rowCounts(app)).bookings, (stored.bookings ?? 0) + 1)
  })
})

describe('the nesting of a body', () => {
  /** Arrays in arrays around a text with brackets, which do not count. */
  const nested = (levels: number): unknown => (levels === 0 ? '[[{{' : [nested(levels - 1)])

  it('may be 8 levels in the API', async () => {
    const types: string[] = []
    for (const levels of [8, 9]) {
      const { body } = await book(app, { ...table, note: nested(levels - 1) })
      types.push(body.type)
    }
    assert.deepEqual(types, [`${base}/problems/invalid-fields`, `${base}/problems/malformed-body`])
  })

  it('may be 32 levels in a message to /mcp', async () => {
    const codes: unknown[] = []
    for (const levels of [32, 33]) {
      const { body } = await legacy(app, 'ping', { deep: nested(levels - 2) })
      codes.push(body.error?.code)
    }
    assert.deepEqual(codes, [undefined, -32700])
  })

  it('may be 10 levels in a request of a script of the desk', async () => {
    const hoa = await addStaff(app, 'Hoa')
    const subscription = {
      endpoint: 'https://push.example/1',
      keys: { p256dh: 'key', auth: 'secret' },
    }
    const statuses: number[] = []
    for (const levels of [10, 11]) {
      const body = { ...subscription, deep: nested(levels - 1) }
      statuses.push((await hoa.json('/push/keep', body)).status)
    }
    assert.deepEqual(statuses, [200, 400])
  })
})
