/** When a deposit can no longer be requested or paid, and what a refund says. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { book, table } from './support/booking.ts'
import { addStaff, type StaffClient } from './support/desk.ts'
import { type RunningShop, runShop } from './support/shop.ts'

let app: RunningShop
let hoa: StaffClient
before(async () => {
  app = await runShop('restaurant', { writeLimit: 100_000 })
  hoa = await addStaff(app, 'Hoa')
})
after(() => app.stop())

type Deposit = { amount: { amount: number }; state: string; transfer?: { qr: string } }

const depositOf = async (code: string) =>
  (await app.json(`/api/booking/${code}`)).deposit as Deposit | undefined

/** A confirmed table for ten, which needs a deposit of 1,000,000 dong. */
async function confirmTable(date: string): Promise<string> {
  const { status, body } = await book(app, { ...table, party_size: 10, date })
  assert.equal(status, 202, JSON.stringify(body))
  assert.equal(await press(body.code, 'confirm'), 303)
  return body.code
}

/** The status of a button of the booking's screen, pressed on a page that shows its current version. */
async function press(code: string, name: string, fields = {}): Promise<number> {
  const row = await app.store.read.get<{ version: number }>(
    'SELECT version FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  const response = await hoa.post(`/bookings/${code}/${name}`, {
    version: String(row?.version),
    ...fields,
  })
  return response.status
}

const startOf = (date: string) => Date.parse(`${date}T18:30:00+07:00`)

describe('a requested deposit', () => {
  it('can be paid until the booking starts; then its payment details are gone', async () => {
    const code = await confirmTable('2026-11-20')
    assert.equal(await press(code, 'deposit_asked'), 303)
    const readQr = async () => (await app.get(`/booking/${code}/qr`)).status
    app.clock.now = startOf('2026-11-20') - 1
    assert.ok((await depositOf(code))?.transfer)
    assert.equal(await readQr(), 200)
    app.clock.now = startOf('2026-11-20')
    const { state, transfer } = (await depositOf(code)) ?? {}
    assert.deepEqual([state, transfer], ['asked', undefined])
    assert.equal(await readQr(), 303)
  })

  it('has no payment details if it is requested after the start', async () => {
    const code = await confirmTable('2026-11-21')
    app.clock.now = startOf('2026-11-21') + 60_000
    assert.equal(await depositOf(code), undefined, 'nothing is required any more')
    assert.equal(await press(code, 'deposit_asked'), 303)
    const { state, transfer } = (await depositOf(code)) ?? {}
    assert.deepEqual([state, transfer], ['asked', undefined])
    assert.doesNotMatch(await (await app.get(`/booking/${code}`)).text(), /class="payment"/)
  })

  it('disappears for a party that arrives early, and cannot be requested from a seated one', async () => {
    const [asked, other] = [await confirmTable('2026-11-24'), await confirmTable('2026-11-25')]
    assert.equal(await press(asked, 'deposit_asked'), 303)
    app.clock.now = startOf('2026-11-24') - 600_000
    assert.equal(await press(asked, 'seated'), 303)
    const { state, transfer } = (await depositOf(asked)) ?? {}
    assert.deepEqual([state, transfer], ['asked', undefined])

    app.clock.now = startOf('2026-11-25') - 600_000
    assert.equal((await depositOf(other))?.state, 'not_asked')
    assert.equal(await press(other, 'seated'), 303)
    assert.equal(await depositOf(other), undefined)
    assert.equal(await press(other, 'deposit_asked', { amount: '1000000' }), 409)
    assert.equal(await depositOf(other), undefined)
  })
})

describe('the amount of a deposit', () => {
  it('is refunded as it was paid, regardless of the request', async () => {
    const code = await confirmTable('2026-11-26')
    assert.equal(await press(code, 'deposit_asked'), 303)
    assert.equal(await press(code, 'deposit_paid', { amount: '700000' }), 303)
    assert.equal((await depositOf(code))?.amount.amount, 700_000)
    assert.equal(await press(code, 'deposit_returned', { amount: '900000' }), 303)
    const { state, amount } = (await depositOf(code)) ?? {}
    assert.deepEqual([state, amount?.amount], ['returned', 700_000])
    const facts = await app.store.read.all<{ facts: string }>(
      "SELECT facts FROM outbox WHERE kind = 'booking.deposit_returned'",
    )
    assert.deepEqual(
      facts.map((row) => JSON.parse(row.facts).deposit),
      [700_000],
    )
  })

  it('is from 1,000 to 499,999,999 dong', async () => {
    const code = await confirmTable('2026-11-27')
    for (const [amount, status] of [
      ['999', 409],
      ['1000', 303],
      ['500000000', 409],
      ['499999999', 303],
    ] as const) {
      assert.equal(await press(code, 'deposit_asked', { amount }), status, amount)
    }
    assert.equal((await depositOf(code))?.amount.amount, 499_999_999)
  })
})
