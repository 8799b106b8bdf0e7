/** What an erasure and the end of the retention period remove, and what they must leave. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOrderActions } from '../src/domain/orders/staff.ts'
import { applyRetention } from '../src/domain/privacy/retention.ts'
import { createFullGuestData, eraseBy, exportOf, her, his } from './support/guest-data-fixtures.ts'
import { type RunningShop, runShop } from './support/shop.ts'

let app: RunningShop
before(async () => {
  app = await runShop('spa', { writeLimit: 100_000 })
})
after(() => app.stop())

/** The hashes of the addresses from which guests sent their bookings and orders, by name. */
async function clientHashes(): Promise<[table: string, name: string, client: string][]> {
  const found: [string, string, string][] = []
  for (const table of ['booking_guests', 'order_guests', 'leads']) {
    const rows = await app.store.read.all<{ name: string; client: string }>(
      `SELECT name, client FROM ${table} ORDER BY name`,
    )
    found.push(...rows.map(({ name, client }) => [table, name, client] as [string, string, string]))
  }
  return found
}

describe('the hash of the address from which a guest booked', () => {
  it('is erased with the guest in bookings, orders and callback requests, but not that of others', async () => {
    await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
    await createFullGuestData(app, his, 'minh', 'pregnant')
    const hashes = await clientHashes()
    assert.equal(hashes.length, 6)
    assert.ok(hashes.every(([, , client]) => client.length === 22))
    await eraseBy(app, her.phone, true)
    const left = await clientHashes()
    assert.deepEqual(
      left.filter(([, name]) => name !== his.name).map(([table, , client]) => [table, client]),
      [
        ['booking_guests', ''],
        ['order_guests', ''],
      ],
    )
    assert.deepEqual(
      left.filter(([, name]) => name === his.name),
      hashes.filter(([, name]) => name === his.name),
    )
  })
})

describe('the buyer of a gift card', () => {
  it('stays known while the card is paid but not sent, and is anonymized afterwards', async () => {
    const { kept: retention } = app.shop.business
    assert.ok(retention)
    const orders = createOrderActions(app.store, () => app.clock.now)
    const card = { kind: 'gift_card', amount: 500_000, delivery: 'zalo' }
    const buyers = [
      { name: 'Paid', phone: '0901 111 111' },
      { name: 'Unpaid', phone: '0902 222 222' },
    ]
    const codes: string[] = []
    for (const buyer of buyers) {
      const response = await app.post('/api/order', { ...card, ...buyer, consent: '1' })
      codes.push(((await response.json()) as { code: string }).code)
    }
    const [paid = ''] = codes
    await orders.pay({ code: paid, version: 1, actor: 'staff:1' })
    const namesLeft = async () => {
      await applyRetention(app.store, retention, () => app.clock.now)
      const rows = await app.store.read.all<{ name: string }>('SELECT name FROM order_guests')
      return buyers.map(({ name }) => rows.some((row) => row.name === name))
    }
    const dayMs = 24 * 3600_000
    const boughtAt = app.clock.now
    app.clock.now = boughtAt + retention.guest_days * dayMs
    assert.deepEqual(await namesLeft(), [true, true])
    app.clock.now += 1
    assert.deepEqual(await namesLeft(), [true, false])
    app.clock.now += 10 * 365 * dayMs
    assert.deepEqual(await namesLeft(), [true, false])
    assert.equal(((await exportOf(app, '0901111111')).orders as unknown[]).length, 1)

    await orders.send({ code: paid, version: 2, actor: 'staff:1' })
    app.clock.now += retention.guest_days * dayMs
    assert.deepEqual(await namesLeft(), [true, false])
    app.clock.now += 1
    assert.deepEqual(await namesLeft(), [false, false])
  })
})
