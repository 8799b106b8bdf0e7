/** Memberships and bookings: a visit is reserved, used and given back, and cards pay for a booking. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expireCards } from '../src/domain/cards/expiry.ts'
import { findVisit } from '../src/domain/cards/rows.ts'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { book, massage } from './support/booking.ts'
import { cardAt, sellCard } from './support/cards.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formTo, press, visibleTextOf } from './support/screen.ts'
import { monday, type RunningShop, startShop } from './support/shop.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 1000 }))
const mai = openBefore(() => addStaff(app, 'Mai'))
const hour = 3_600_000

let guests = 0
const newPhone = () => `09123456${String(++guests).padStart(2, '0')}`

type Visit = { code: string; id: string; path: string; phone: string }

const times = ['10:00', '11:30', '13:00', '14:30', '16:00', '17:30']

/** A confirmed booking of a guest with a membership of two visits, one of which is reserved for it. */
async function reserved(change: object = {}): Promise<Visit> {
  const phone = newPhone()
  const membership = { kind: 'membership', amount: '2', price: '800000', phone }
  const path = await sellCard(mai, { ...membership, ...change })
  const date = `2026-11-${20 + Math.floor(guests / times.length)}`
  const { body } = await book(app, { ...massage, phone, date, time: times[guests % times.length] })
  const booking = `/bookings/${body.code}`
  await press(mai, booking, `${booking}/confirm`)
  assert.equal((await press(mai, booking, `${path}/reserve`)).status, 303)
  const row = await app.store.read.get<{ id: string }>(
    'SELECT id FROM bookings WHERE code = ?',
    body.code.replaceAll('-', ''),
  )
  return { code: body.code, id: row?.id ?? '', path, phone }
}

const versionOf = async (code: string) => {
  const row = await app.store.read.get<{ version: number }>(
    'SELECT version FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  return { code, version: row?.version ?? 0, actor: 'staff:1' }
}

async function stateOf(shop: RunningShop, { id, path }: Visit) {
  const { balance, reserved: open } = await cardAt(shop, path)
  return [(await findVisit(shop.store.read, id))?.state, balance, open]
}

describe('a visit of a membership', () => {
  it('is reserved by a booking and used when the visit is finished, and an undo takes that back', async () => {
    const visit = await reserved()
    assert.deepEqual(await stateOf(app, visit), ['reserved', 2, 1])
    const page = visibleTextOf(await mai.read(`/bookings/${visit.code}`))
    assert.match(page, /Đã giữ một lần trên thẻ/)
    app.clock.now = monday + 4 * 24 * hour + hour
    await app.desk.setVisitStatus({ ...(await versionOf(visit.code)), visit: 'seated' })
    await app.desk.setVisitStatus({ ...(await versionOf(visit.code)), visit: 'finished' })
    assert.deepEqual(await stateOf(app, visit), ['used', 1, 0])
    await app.desk.undo(await versionOf(visit.code))
    assert.deepEqual(await stateOf(app, visit), ['reserved', 2, 1])
    await app.desk.setVisitStatus({ ...(await versionOf(visit.code)), visit: 'finished' })
    assert.deepEqual(await stateOf(app, visit), ['used', 1, 0])
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
    app.clock.now = monday
  })

  it('is given back on cancellation in time or by the shop, and counts after a late one', async () => {
    const [inTime, late, byShop] = [await reserved(), await reserved(), await reserved()]
    const reason = 'Khách bận'
    await app.desk.cancel({ ...(await versionOf(inTime.code)), reason, by: 'guest' })
    assert.deepEqual(await stateOf(app, inTime), ['released', 2, 0])
    await app.desk.undo(await versionOf(inTime.code))
    assert.deepEqual(await stateOf(app, inTime), ['reserved', 2, 1])
    const start = await app.store.read.get<{ starts_at: number }>(
      'SELECT starts_at FROM bookings WHERE id = ?',
      late.id,
    )
    app.clock.now = (start?.starts_at ?? 0) - hour
    await app.desk.cancel({ ...(await versionOf(late.code)), reason, by: 'guest' })
    assert.deepEqual(await stateOf(app, late), ['used', 1, 0])
    await app.desk.cancel({ ...(await versionOf(byShop.code)), reason, by: 'shop' })
    assert.deepEqual(await stateOf(app, byShop), ['released', 2, 0])
    const page = await mai.read(`/bookings/${late.code}`)
    assert.match(visibleTextOf(page), /huỷ muộn/)
    const undo = formTo(page, `${late.path}/undo`)
    await mai.post(undo.action, undo.fields)
    assert.deepEqual(await stateOf(app, late), [undefined, 2, 0])
    app.clock.now = monday
  })

  it('is given back if the guest asked to cancel in time, and a later refund of the deposit changes nothing', async () => {
    const visit = await reserved()
    const paid = { newState: 'paid', amount: 100_000 } as const
    await app.desk.deposit({ ...(await versionOf(visit.code)), ...paid })
    const change = { phone_last4: visit.phone.slice(-4), kind: 'cancel', consent: '1' }
    const asked = await app.post(`/api/booking/${visit.code}/change`, change)
    assert.equal(asked.status, 202, await asked.text())
    const row = await app.store.read.get<{ starts_at: number }>(
      'SELECT starts_at FROM bookings WHERE id = ?',
      visit.id,
    )
    app.clock.now = (row?.starts_at ?? 0) - hour
    const reason = 'Khách xin huỷ'
    await app.desk.cancel({ ...(await versionOf(visit.code)), reason, by: 'guest' })
    assert.deepEqual(await stateOf(app, visit), ['released', 2, 0])
    await app.desk.deposit({ ...(await versionOf(visit.code)), newState: 'returned' })
    assert.deepEqual(await stateOf(app, visit), ['released', 2, 0])
    app.clock.now = monday
  })

  it('stays released after staff have taken the card from the booking', async () => {
    const visit = await reserved()
    const { action, fields } = formTo(
      await mai.read(`/bookings/${visit.code}`),
      `${visit.path}/release`,
    )
    await mai.post(action, fields)
    assert.deepEqual(await stateOf(app, visit), [undefined, 2, 0])
    const row = await app.store.read.get<{ starts_at: number }>(
      'SELECT starts_at FROM bookings WHERE id = ?',
      visit.id,
    )
    app.clock.now = row?.starts_at ?? 0
    for (const state of ['seated', 'finished'] as const)
      await app.desk.setVisitStatus({ ...(await versionOf(visit.code)), visit: state })
    assert.deepEqual(await stateOf(app, visit), [undefined, 2, 0])
    app.clock.now = monday
  })

  it('is not reserved for a booking that is cancelled meanwhile', async () => {
    const visit = await reserved()
    const release = formTo(await mai.read(`/bookings/${visit.code}`), `${visit.path}/release`)
    await mai.post(release.action, release.fields)
    const { action, fields } = formTo(
      await mai.read(`/bookings/${visit.code}`),
      `${visit.path}/reserve`,
    )
    const reason = 'Khách bận'
    await app.desk.cancel({ ...(await versionOf(visit.code)), reason, by: 'guest' })
    assert.equal((await mai.post(action, fields)).status, 409)
    assert.deepEqual(await stateOf(app, visit), [undefined, 2, 0])
  })

  it('cannot be reserved twice, redeemed elsewhere or expire while it is reserved', async () => {
    const visit = await reserved()
    const again = await mai.post(`${visit.path}/reserve`, {
      version: String((await cardAt(app, visit.path)).version),
      booking: visit.code,
    })
    assert.equal(again.status, 409)
    const { fields } = formTo(await mai.read(visit.path), `${visit.path}/redeem`)
    const both = await mai.post(`${visit.path}/redeem`, { ...fields, amount: '2' })
    assert.equal(both.status, 409)
    app.clock.now = (await cardAt(app, visit.path)).valid_until
    await expireCards(app.store, () => app.clock.now)
    assert.deepEqual(await stateOf(app, visit), ['reserved', 1, 1])
    app.clock.now = monday
    const release = formTo(await mai.read(`/bookings/${visit.code}`), `${visit.path}/release`)
    await mai.post(release.action, release.fields)
    assert.deepEqual(await stateOf(app, visit), [undefined, 1, 0])
  })
})

describe('the bill of a booking', () => {
  it('is paid with several cards, each with what is left to pay', async () => {
    const phone = newPhone()
    const paths = [
      await sellCard(mai, { amount: '100000', phone }),
      await sellCard(mai, { amount: '1000000', phone }),
    ]
    const { body } = await book(app, { ...massage, phone, time: '19:00' })
    const booking = `/bookings/${body.code}`
    const price = (body.price as { amount: number }).amount
    const [small = '', large = ''] = paths
    assert.equal(formTo(await mai.read(booking), `${small}/redeem`).fields.amount, '100000')
    await press(mai, booking, `${small}/redeem`)
    const rest = formTo(await mai.read(booking), `${large}/redeem`)
    assert.equal(rest.fields.amount, String(price - 100_000))
    const response = await mai.post(rest.action, rest.fields)
    assert.equal(response.headers.get('location'), `${booking}#cards`)
    const text = visibleTextOf(await mai.read(booking))
    assert.match(text, /Còn phải trả: 0 ₫/)
    assert.doesNotMatch(text, /Trừ 0 ₫/)
    assert.equal(formTo(await mai.read(booking), `${large}/redeem`).fields.amount, '')
    assert.equal((await cardAt(app, large)).balance, 1_100_000 - price)
  })

  it('is less by a deposit that was paid, and not known if a membership pays', async () => {
    const phone = newPhone()
    const path = await sellCard(mai, { amount: '2000000', phone })
    const { body } = await book(app, { ...massage, phone, date: '2026-11-25', time: '19:00' })
    const booking = `/bookings/${body.code}`
    const price = (body.price as { amount: number }).amount
    const filledIn = async (page = booking) =>
      formTo(await mai.read(page), `${path}/redeem`).fields.amount
    await app.desk.deposit({
      ...{ ...(await versionOf(body.code)), newState: 'asked', amount: 100_000 },
    })
    assert.equal(await filledIn(), String(price))
    await app.desk.deposit({ ...(await versionOf(body.code)), newState: 'paid', amount: 100_000 })
    assert.equal(await filledIn(), String(price - 100_000))
    assert.equal(await filledIn(`${path}?booking=${body.code}`), String(price - 100_000))
    await press(mai, booking, `${path}/redeem`, { amount: '50.000 đồng' })
    const text = visibleTextOf(await mai.read(booking))
    const left = (price - 150_000).toLocaleString('vi')
    assert.ok(text.includes(`Còn phải trả, đã trừ tiền cọc: ${left} ₫`), text)
    await app.desk.deposit({ ...(await versionOf(body.code)), newState: 'returned' })
    assert.equal(await filledIn(), String(price - 50_000))
    const membership = await sellCard(mai, {
      ...{ kind: 'membership', amount: '2', price: '800000', phone },
    })
    await press(mai, booking, `${membership}/reserve`)
    assert.equal(await filledIn(), '')
    assert.equal(await filledIn(`${path}?booking=${body.code}`), '')
  })

  it('is filled in for a holder who is there, after a scan', async () => {
    const phone = newPhone()
    const path = await sellCard(mai, { amount: '2000000', phone })
    const { body } = await book(app, { ...massage, phone, date: '2026-11-16', time: '15:00' })
    await app.desk.confirm(await versionOf(body.code))
    assert.equal(formTo(await mai.read(path), `${path}/redeem`).fields.amount, '')
    app.clock.now = monday + 6 * hour
    await app.desk.setVisitStatus({ ...(await versionOf(body.code)), visit: 'seated' })
    const { fields } = formTo(await mai.read(path), `${path}/redeem`)
    assert.equal(fields.amount, String((body.price as { amount: number }).amount))
    assert.equal(fields.booking, body.code)
    app.clock.now = monday
  })
})
