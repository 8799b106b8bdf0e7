/** Undo for a request that holds no place, because the guest has another booking at that time. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { book, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { startShop } from './support/shop.ts'

it('restores the end of a request without a place after a move to another day', async () => {
  const app = await startShop('restaurant')
  const host = await addStaff(app, 'Ngọc Anh', 'host')
  const { date, time, phone } = table
  const entry = { date, time, phone, name: 'Lan', note: '', party: '2', offerId: '', resource: '' }
  assert.equal((await host.post('/entry', entry)).status, 303)
  const { status, body } = await book(app, table)
  assert.equal(status, 202, JSON.stringify(body))
  const load = async () => {
    const row = await app.store.read.get<{
      starts_at: number
      ends_at: number
      holds_place: number
      version: number
    }>(
      'SELECT starts_at, ends_at, holds_place, version FROM bookings WHERE code = ?',
      body.code.replaceAll('-', ''),
    )
    assert.ok(row)
    return row
  }
  const before = await load()
  assert.equal(before.holds_place, 0)
  const refOf = async () => ({
    code: body.code,
    version: (await load()).version,
    actor: 'staff:test',
  })
  await app.desk.move({ ...(await refOf()), date: '2026-11-25', time, resources: [] })
  assert.notEqual((await load()).ends_at, before.ends_at)
  await app.desk.undo(await refOf())
  const after = await load()
  assert.deepEqual(
    [after.starts_at, after.ends_at, after.holds_place],
    [before.starts_at, before.ends_at, 0],
  )
})
