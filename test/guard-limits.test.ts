/** Limits of the guard on both sides: how long a response is repeated, and how deep a body may be nested. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { issueFormToken, parseFormToken } from '../src/domain/guard/form-token.ts'
import { createGuard } from '../src/domain/guard/guard.ts'
import { StoreUnavailable } from '../src/store/sql.ts'
import { book, massage, rowCounts, table } from './support/booking.ts'
import { newDatabase } from './support/database.ts'
import { addStaff } from './support/desk.ts'
import { legacy } from './support/mcp.ts'
import { base, type RunningShop, runShop, secret, startShop } from './support/shop.ts'
import { observeReads } from './support/store-reads.ts'
import { blockEvening, join } from './support/waitlist.ts'

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
    const file = await newDatabase()
    const [one, other] = [
      await runShop('restaurant', { file }),
      await runShop('restaurant', { file }),
    ]
    let hasLooked = false
    let overtaking: ReturnType<typeof book> | undefined
    // The same request to another process overtakes this one between its search for a stored response and its check
    // of the room.
    const overtaken = await observeReads(
      one.store,
      async (statement) => {
        if (hasLooked) overtaking ??= book(other, room, headers)
        await overtaking
        hasLooked ||= statement.includes('FROM answers')
      },
      () => book(one, room, headers),
    )
    const first = await overtaking
    assert.equal(first?.status, 202)
    assert.deepEqual([overtaken.status, overtaken.body], [202, first?.body])
    assert.equal(overtaken.response.headers.get('idempotent-replayed'), 'true')
    assert.equal((await rowCounts(one)).bookings, 1)
    await one.stop()
    await other.stop()
  })
})

describe('a request that the database fails to check', () => {
  it('is a 503 immediately: its stored response is not searched again', async () => {
    const room = { ...table, date: '2026-12-08', party_size: 10, table_type: 'phong-rieng' }
    assert.equal((await book(app, room)).status, 202)
    const statements: string[] = []
    const { status, response } = await observeReads(
      app.store,
      (statement) => {
        statements.push(statement)
        if (statement.includes('FROM closed_days')) throw new StoreUnavailable('disk failure')
      },
      () => book(app, { ...room, name: 'Trần Văn Bảo' }),
    )
    assert.deepEqual([status, response.headers.get('retry-after')], [503, '5'])
    assert.equal(statements.filter((statement) => statement.includes('FROM answers')).length, 1)
  })
})

describe('the purge of the guard', () => {
  it('deletes what has expired, and nothing earlier', async () => {
    const own = await runShop('restaurant')
    try {
      await book(own, table, { 'idempotency-key': 'to-be-purged' })
      await own.post('/api/subscribe', { email: 'lan@example.com', consent: '1' })
      const form_token = issueFormToken(secret, 'submitLead', own.clock.now - 5_000)
      const body = new URLSearchParams({
        name: 'Lan',
        phone: '0912345678',
        consent: '1',
        form_token,
      })
      assert.equal((await own.get('/api/lead', { method: 'POST', body })).status, 201)
      const guard = createGuard(own.store, 5, () => own.clock.now)
      const start = own.clock.now
      const left = async (elapsedMs: number) => {
        own.clock.now = start + elapsedMs
        await guard.purgeExpired()
        const { read } = own.store
        const counts: number[] = []
        for (const name of ['writes', 'form_tokens', 'answers', 'mails']) {
          const row = await read.get<{ rows: number }>(`SELECT COUNT(*) AS rows FROM ${name}`)
          counts.push(row?.rows ?? 0)
        }
        return counts
      }
      assert.deepEqual(await left(hour - 1), [3, 1, 3, 1])
      assert.deepEqual(await left(hour), [0, 1, 3, 1])
      assert.deepEqual(await left(2 * hour - 1), [0, 1, 3, 1])
      assert.deepEqual(await left(2 * hour), [0, 0, 3, 1])
      assert.deepEqual(await left(24 * hour - 1), [0, 0, 3, 1])
      assert.deepEqual(await left(24 * hour), [0, 0, 0, 0])
    } finally {
      await own.stop()
    }
  })

  it('deletes what counts a request or an entry a day after it was sent, if it is no longer open', async () => {
    const own = await startShop('restaurant')
    const start = own.clock.now
    const { body } = await book(own, table)
    await own.desk.decline({ code: body.code, version: 1, actor: 'staff:1', reason: 'Kín chỗ' })
    await blockEvening(own)
    const entry = await join(own)
    assert.equal(entry.status, 202, JSON.stringify(entry.body))
    await own.store.write((sql) => sql.run("UPDATE waitlist SET status = 'left'"))
    const guard = createGuard(own.store, 5, () => own.clock.now)
    const left = async (elapsedMs: number) => {
      own.clock.now = start + elapsedMs
      await guard.purgeExpired()
      const { read } = own.store
      const requests = await read.all('SELECT at FROM request_counts')
      const entries = await read.all('SELECT at FROM waitlist_counts')
      return [requests.length > 0, entries.length > 0]
    }
    assert.deepEqual(await left(24 * hour - 1), [true, true])
    assert.deepEqual(await left(24 * hour), [false, false])
  })
})

describe('the write limit', () => {
  it('ends exactly an hour after the first write, and says when', async () => {
    const own = await runShop('restaurant', { writeLimit: 1 })
    try {
      const start = own.clock.now
      assert.equal((await book(own, table)).status, 202)
      own.clock.now = start + hour - 1
      const { status, response } = await book(own, { ...table, date: '2026-11-21' })
      assert.deepEqual([status, response.headers.get('retry-after')], [429, '1'])
      own.clock.now = start + hour
      assert.equal((await book(own, { ...table, date: '2026-11-21' })).status, 202)
    } finally {
      await own.stop()
    }
  })
})

describe('the token of a form', () => {
  it('is valid for two hours, and held until it is two seconds old', async () => {
    const start = app.clock.now
    const parse = (age: number) => {
      const token = issueFormToken(secret, 'form', start)
      return parseFormToken(secret, 'form', token, start + age)?.remainingMs
    }
    assert.deepEqual([-60_000, 0, 500, 1_999, 2_000, 2 * hour, 2 * hour + 1].map(parse), [
      2_000,
      2_000,
      1_500,
      1,
      0,
      0,
      undefined,
    ])
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
