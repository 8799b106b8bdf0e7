/** Desk: the calendar feed of a staff member. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, massage } from './support/booking.ts'
import { addStaff, logLinesWith, type StaffClient } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { press } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const mai = openBefore(() => addStaff(app, 'Mai'))
const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))

describe('calendar feed', () => {
  const feedOf = async (staff: StaffClient) => {
    const [, address = ''] =
      /<code id="feed">([^<]*)</.exec(await staff.read('/account/calendar')) ?? []
    assert.ok(address.startsWith(`${app.deskUrl}/calendar/`))
    return address
  }

  it('is readable with its address only, without contact details of guests', async () => {
    const { code } = (await book(app, { ...massage, note: 'Đau lưng', health: ['blood_pressure'] }))
      .body
    const address = await feedOf(tuan)
    const response = await fetch(address)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const text = (await response.text()).replaceAll('\r\n ', '')
    assert.match(text, new RegExp(`UID:${code}@shop\\.example`))
    assert.match(text, /SUMMARY:1 · Nguyễn Thị Lan · Massage cổ vai gáy/)
    assert.match(text, /STATUS:TENTATIVE/)
    assert.match(text, new RegExp(`URL:${app.deskUrl}/bookings/${code}`))
    assert.doesNotMatch(text, /912345678|lưng|huyết áp/)
    assert.equal((await fetch(address, { method: 'HEAD' })).status, 200)
  })

  it('has no other valid key, and a new one on request', async () => {
    const address = await feedOf(tuan)
    const others = await feedOf(mai)
    const [key = '', id = ''] = address.replace('.ics', '').split('/').reverse()
    const wrong = [
      address.replace(key, `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`),
      address.replace(key, key.slice(0, -1)),
      address.replace(key, 'x'),
      others.replace(/\/calendar\/[^/]+/, `/calendar/${id}`),
      address.replace(id, '0'.repeat(id.length)),
    ]
    for (const path of wrong) assert.equal((await fetch(path)).status, 404, path)
    assert.equal((await press(tuan, '/account/calendar', '/account/feed')).status, 303)
    assert.equal((await fetch(address)).status, 404)
    const renewed = await feedOf(tuan)
    assert.notEqual(renewed, address)
    assert.equal((await fetch(renewed)).status, 200)
    assert.equal((await fetch(others)).status, 200)
  })

  it('of a revoked staff member is gone', async () => {
    const linh = await addStaff(app, 'Linh', 'host')
    const address = await feedOf(linh)
    assert.equal((await fetch(address)).status, 200)
    const { id } = (await app.appHost.staffAccess.findMemberByName('Linh')) ?? { id: '' }
    assert.equal((await mai.post(`/team/${id}/revoke`, {})).status, 303)
    assert.equal((await fetch(address)).status, 404)
  })
})

it('writes no personal data to the log', () => {
  assert.deepEqual(logLinesWith(app, /Lan|912345678|lưng|"level":"(warn|error)"/), [])
})
