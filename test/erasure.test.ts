/** What an erasure and the end of the retention period remove, and what they must leave. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOrderActions } from '../src/domain/orders/staff.ts'
import { exportWithReceipt } from '../src/domain/privacy/export-with-receipt.ts'
import { parseGuestQuery } from '../src/domain/privacy/find-guest.ts'
import { findMentions } from '../src/domain/privacy/mentions.ts'
import { applyRetention } from '../src/domain/privacy/retention.ts'
import {
  createFullGuestData,
  eraseBy,
  exportOf,
  her,
  his,
  isPrivacyError,
} from './support/guest-data-fixtures.ts'
import { type RunningShop, runShop, secret } from './support/shop.ts'

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
    await createFullGuestData(app, his, 'minh', 'blood_pressure')
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

describe('an erasure', () => {
  it('is recorded once for each record of the guest, under its own name, as an audit entry and an event', async () => {
    const own = { ...his, name: 'Phạm Thu Hà', phone: '0987 600 600', email: 'ha@example.com' }
    await createFullGuestData(app, own, 'thuha', 'blood_pressure', '2026-11-25')
    const findErased = async () => {
      const { read } = app.store
      // On PostgreSQL, the entry of the receipt has the files of the tables.
      const entries = await read.all(
        "SELECT subject FROM audit WHERE action = 'erased' AND subject NOT LIKE 'receipt:%'",
      )
      const events = await read.all("SELECT kind, subject FROM outbox WHERE kind LIKE '%.erased'")
      return [...entries, ...events].map((row) => [row.kind ?? 'audit', row.subject].join(' '))
    }
    const earlier = new Set(await findErased())
    await eraseBy(app, own.phone, true)
    const erased = (await findErased()).filter((one) => !earlier.has(one))
    assert.deepEqual(erased.map((one) => one.split(':')[0]).toSorted(), [
      ...['audit booking', 'audit guest', 'audit lead', 'audit order', 'audit subscriber'],
      ...['booking.erased booking', 'lead.erased lead'],
      ...['order.erased order', 'subscriber.erased subscriber'],
    ])
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

describe('the retention period', () => {
  it('of a callback request ends for any number of them, and not a moment earlier', async () => {
    const { kept: retention } = app.shop.business
    assert.ok(retention)
    const sentAt = app.clock.now
    // More than a batch of 50, and exactly a batch more.
    for (let count = 0; count < 100; count++) {
      const message = `Câu hỏi ${count}`
      const lead = { name: 'Khách Hạnh', phone: '0903 333 333', message, consent: '1' }
      assert.equal((await app.post('/api/lead', lead)).status, 201)
    }
    const leadsLeft = async () => {
      await applyRetention(app.store, retention, () => app.clock.now)
      const row = await app.store.read.get<{ rows: number }>(
        "SELECT COUNT(*) AS rows FROM leads WHERE name = 'Khách Hạnh'",
      )
      return row?.rows
    }
    app.clock.now = sentAt + retention.guest_days * 24 * 3600_000
    assert.equal(await leadsLeft(), 100)
    app.clock.now += 1
    assert.equal(await leadsLeft(), 0)
  })
})

describe('the daily limit of emails to an address', () => {
  it('is erased with the guest, and stays for others', async () => {
    const mailRows = async () => (await app.store.read.all('SELECT address FROM mails')).length
    await app.store.write((sql) => sql.run('DELETE FROM mails'))
    for (const email of ['zyxq@example.com', 'other@example.com'])
      await app.post('/api/subscribe', { email, consent: '1' })
    assert.equal(await mailRows(), 2)
    await eraseBy(app, 'zyxq@example.com', true)
    assert.equal(await mailRows(), 1)
  })
})

describe('a guest who only got a copy of the data', () => {
  it('does not count as erased before', async () => {
    const lead = { name: 'Hà', phone: '0904 444 444', consent: '1' }
    await app.post('/api/lead', lead)
    const context = { store: app.store, secret, now: () => app.clock.now }
    await exportWithReceipt(context, parseGuestQuery(lead.phone), 'staff:1')
    await app.store.write((sql) => sql.run("DELETE FROM leads WHERE name = 'Hà'"))
    await assert.rejects(eraseBy(app, lead.phone), isPrivacyError('nothing_kept'))
  })
})

describe('a mention of a guest', () => {
  it('is found after a thousand other notes', async () => {
    await app.store.write(async (sql) => {
      for (let count = 0; count < 1_001; count++) {
        const text = count === 1_000 ? 'gọi 0905 555 555' : 'tiệc riêng'
        const id = String(count).padStart(4, '0')
        await sql.run("INSERT INTO blocks VALUES (?, 'x', 1, 2, ?, 0)", `m${id}`, text)
      }
    })
    const mentions = (phones: string[]) => findMentions(app.store.read, { phones, emails: [] })
    assert.deepEqual(
      (await mentions(['+84905555555'])).map(({ redacted }) => redacted),
      ['gọi …'],
    )
    assert.deepEqual(await mentions([]), [])
  })
})
