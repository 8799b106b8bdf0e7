/** Requests of one sender are shown together on the desk, and can be declined together. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { book, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { startShop } from './support/shop.ts'

it('lists and declines the requests of one sender, each with its own history and undo', async () => {
  const app = await startShop('restaurant', { trustProxy: 1 })
  const send = async (from: string, index: number) => {
    const fields = { ...table, phone: `090000000${index}`, time: `1${index}:30` }
    const { status, body } = await book(app, fields, { 'x-forwarded-for': from })
    assert.equal(status, 202, JSON.stringify(body))
    return body.code
  }
  const codes = [await send('203.0.113.1', 7), await send('203.0.113.1', 8)]
  const other = await send('203.0.113.2', 9)
  const [first = '', second = ''] = codes
  const staff = await addStaff(app, 'Mai')
  const inbox = await staff.read('/')
  assert.equal(inbox.match(/2 yêu cầu chờ trả lời từ cùng một nơi gửi/g)?.length, 2)
  assert.ok(inbox.includes(`/same-sender/${first}`))
  assert.ok(!inbox.includes(`/same-sender/${other}`))

  const page = await staff.read(`/same-sender/${second}`)
  for (const code of codes) assert.ok(page.includes(`/bookings/${code}`))
  assert.ok(!page.includes(other))
  const shown = [...page.matchAll(/name="booking" value="([^"]+)"/g)].map(([, value]) => value)
  assert.equal(shown.length, 2)

  // One of them changes meanwhile: it stays, and the page says so.
  await app.desk.note({ code: second, version: 1, actor: 'staff:1', note: 'gọi lại' })
  const response = await fetch(`${app.deskUrl}/same-sender/${second}`, {
    method: 'POST',
    headers: { cookie: staff.cookie, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams([
      ...shown.map((value): [string, string] => ['booking', value ?? '']),
      ['reason', 'Kín chỗ'],
    ]),
  })
  const result = await response.text()
  assert.match(result, /Đã từ chối 1 yêu cầu/)
  assert.ok(result.includes(`${second}: `))
  const statusOf = async (code: string) => (await app.json(`/api/booking/${code}`)).status
  assert.equal(await statusOf(first), 'cancelled')
  assert.equal(await statusOf(second), 'pending')
  assert.equal(await statusOf(other), 'pending')

  await app.desk.undo({ code: first, version: 2, actor: 'staff:1' })
  assert.equal(await statusOf(first), 'pending')
  assert.deepEqual(await findBrokenInvariants(app.store.read), [])
})
