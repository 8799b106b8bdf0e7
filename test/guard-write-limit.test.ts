/** How many writes a client may make, and which client a request behind a proxy comes from. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseList } from 'structured-headers'
import { book, guest, table } from './support/booking.ts'
import { newDatabase } from './support/database.ts'
import { openBefore } from './support/lifetime.ts'
import { base, type RunningShop, startShop } from './support/shop.ts'

function quotaOf(response: Response): { r: number; t: number } {
  const [item] = parseList(response.headers.get('ratelimit') ?? '')
  assert.equal(item?.[0], 'writes')
  const { r, t } = Object.fromEntries(item?.[1] ?? [])
  return { r: Number(r), t: Number(t) }
}

describe('write limit', () => {
  it('allows five writes per hour and address, and returns the remaining count', async () => {
    const own = await startShop('restaurant')
    for (const [index, left] of [4, 3, 2, 1, 0].entries()) {
      const { status, response } = await book(own, {
        ...{ ...table, phone: `090000000${index}` },
        date: `2026-12-0${index + 1}`,
      })
      assert.equal(status, 202)
      const { r, t } = quotaOf(response)
      assert.equal(r, left)
      assert.ok(t > 0 && t <= 3600)
      own.clock.now += 60_000
    }
    const { status, body, response } = await book(own, { ...table, date: '2026-12-09' })
    assert.equal(status, 429)
    assert.equal(body.type, `${base}/problems/rate-limited`)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const { r, t } = quotaOf(response)
    assert.equal(r, 0)
    assert.equal(Number(response.headers.get('retry-after')), body.retry_after)
    assert.ok(Number(body.retry_after) >= t)
    assert.equal((await own.post('/api/lead', guest)).status, 429)
    assert.equal((await own.get('/api/availability?date=2026-12-09')).status, 200)
    own.clock.now += Number(body.retry_after) * 1000
    await own.store.write((sql) => sql.run("UPDATE bookings SET status = 'confirmed'"))
    assert.equal((await book(own, { ...table, date: '2026-12-09' })).status, 202)
    assert.equal((await book(own, { ...table, date: '2026-12-10' })).status, 429)
    await own.stop()
  })

  it('that is lower after a restart applies to clients that have made more writes', async () => {
    const file = await newDatabase()
    const before = await startShop('restaurant', { file, writeLimit: 4 })
    for (const day of ['01', '02', '03'])
      assert.equal((await book(before, { ...table, date: `2026-12-${day}` })).status, 202)
    await before.stop()
    const after = await startShop('restaurant', { file, writeLimit: 2 })
    const { status, response } = await book(after, { ...table, date: '2026-12-04' })
    assert.equal(status, 429)
    assert.equal(quotaOf(response).r, 0)
    await after.stop()
  })

  it('counts neither rejected requests nor replays, and survives a restart', async () => {
    const file = await newDatabase()
    const one = await startShop('restaurant', { file, writeLimit: 2 })
    const key = { 'idempotency-key': 'limit-key-0001' }
    await book(one, table, key)
    for (let time = 0; time < 4; time++) {
      assert.equal(quotaOf((await book(one, table, key)).response).r, 1)
      assert.equal(quotaOf((await book(one, { ...table, time: '15:00' })).response).r, 1)
      assert.equal(quotaOf((await book(one, {})).response).r, 1)
    }
    await one.stop()
    const two = await startShop('restaurant', { file, writeLimit: 2 })
    assert.equal((await book(two, { ...table, date: '2026-11-21' })).status, 202)
    assert.equal((await book(two, { ...table, date: '2026-11-22' })).status, 429)
    await two.stop()
  })

  it('trusts X-Forwarded-For only from our own proxies, and treats an IPv6 /64 as one address', async () => {
    const from = async (own: RunningShop, forwarded: string, index: number) => {
      const phone = `090000000${index}`
      const body = { ...table, phone, date: `2026-12-0${index}` }
      return (await book(own, body, { 'x-forwarded-for': forwarded })).status
    }
    const open = await startShop('restaurant', { writeLimit: 1 })
    assert.equal(await from(open, '203.0.113.1', 1), 202)
    assert.equal(await from(open, '203.0.113.2', 2), 429)
    await open.stop()
    const behind = await startShop('restaurant', { writeLimit: 1, trustProxy: 1 })
    assert.equal(await from(behind, '203.0.113.1', 1), 202)
    assert.equal(await from(behind, '203.0.113.2', 2), 202)
    assert.equal(await from(behind, '198.51.100.7, 203.0.113.1', 3), 429)
    assert.equal(await from(behind, '2001:db8:1:2::1', 4), 202)
    assert.equal(await from(behind, '2001:0db8:1:2:ffff::9', 8), 429)
    assert.equal(await from(behind, '2001:db8:1:3::1', 9), 202)
    const text = JSON.stringify(await behind.store.read.all('SELECT * FROM writes'))
    assert.doesNotMatch(text, /203\.0|2001/)
    await behind.stop()
  })
})

describe('client behind a proxy', () => {
  const shop = openBefore(() => startShop('restaurant', { writeLimit: 1, trustProxy: 1 }))

  /** Whether two writes count as writes of one client. */
  const areOneClient = async (one: Record<string, string>, other: Record<string, string>) => {
    // The limit is for an hour.
    shop.clock.now += 2 * 3600_000
    assert.equal((await shop.post('/api/lead', guest, one)).status, 201)
    const { status } = await shop.post('/api/lead', { ...guest, name: 'Trần Hà' }, other)
    assert.ok(status === 201 || status === 429, String(status))
    return status === 429
  }
  const viaXff = (value: string) => ({ 'x-forwarded-for': value })
  const viaForwarded = (value: string) => ({ forwarded: value })

  const same: readonly [one: Record<string, string>, other: Record<string, string>][] = [
    [viaXff('203.0.113.1'), viaXff('203.0.113.1:50123')],
    [viaXff('203.0.113.1'), viaXff('203.000.113.001')],
    [viaXff('203.0.113.1'), viaXff('::ffff:203.0.113.1')],
    [viaXff('203.0.113.1'), viaXff('[::FFFF:cb00:7101]:443')],
    [viaXff('2001:db8::1'), viaXff('[2001:0DB8:0:0::2]:443')],
    [viaXff('203.0.113.1'), viaForwarded('for=203.0.113.1;proto=https')],
    [viaXff('2001:db8::1'), viaForwarded('proto=https; For="[2001:db8::1]:4711"')],
    [viaForwarded('for=198.51.100.1, for=203.0.113.1'), viaXff('203.0.113.1')],
    // No addresses: both count as the proxy itself.
    [viaXff('unknown'), viaForwarded('for=_hidden')],
    [viaXff('203.0.113.300'), viaXff('not an address')],
  ]

  for (const [one, other] of same) {
    it(`is the same for ${JSON.stringify(one)} and ${JSON.stringify(other)}`, async () => {
      assert.equal(await areOneClient(one, other), true)
    })
  }

  it('is another one for another address', async () => {
    assert.equal(await areOneClient(viaXff('203.0.113.1'), viaXff('203.0.113.2')), false)
    const others = [viaForwarded('for=203.0.113.1'), viaForwarded('for=203.0.113.2')] as const
    assert.equal(await areOneClient(...others), false)
  })

  it('is reported once if TRUST_PROXY does not fit', async () => {
    for (const [trustProxy, event] of [
      [0, 'proxy not declared'],
      [2, 'fewer proxies than declared'],
    ] as const) {
      const shop = await startShop('restaurant', { trustProxy })
      for (const date of ['2026-12-01', '2026-12-02']) {
        await book(shop, { ...table, date }, viaXff('203.0.113.1'))
      }
      const lines = shop.log.join('').split('\n')
      const warnings = lines.filter((line) => line.includes('"level":"warn"'))
      assert.equal(warnings.length, 1, warnings.join('\n'))
      assert.equal(JSON.parse(warnings[0] ?? '{}').event, event)
      assert.doesNotMatch(warnings[0] ?? '', /203\.0/)
      await shop.stop()
    }
  })
})
