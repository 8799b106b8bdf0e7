/** Desk: callback requests. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guest } from './support/booking.ts'
import { addStaff, audited, logLinesWith } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { partOf, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const mai = openBefore(() => addStaff(app, 'Mai'))
const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))

describe('callback request', () => {
  it('is open until it is marked as called, with the name of the staff member', async () => {
    const lead = { ...guest, message: 'Tiệc <30> người', preferred_time: 'sau 18 giờ' }
    const response = await app.post('/api/lead', lead)
    const { id } = (await response.json()) as { id: string }
    const cardNow = async () => partOf(await mai.read('/leads'), `id="l-${id}"`, '</article>')
    const card = await cardNow()
    assert.match(
      visibleTextOf(card),
      /Nguyễn Thị Lan 0912 345 678 09:00 Nên gọi: sau 18 giờ “Tiệc <30> người” API Đã gọi/,
    )
    assert.ok(card.includes('https://zalo.me/84912345678'))
    assert.equal((await press(tuan, '/leads', `/leads/${id}`)).status, 303)
    assert.match(visibleTextOf(await cardNow()), /đã gọi bởi Tuấn, 09:00 Chưa gọi được/)
    // The second press changes nothing.
    assert.equal((await mai.post(`/leads/${id}`, { handled: '1' })).status, 303)
    assert.match(visibleTextOf(await cardNow()), /bởi Tuấn/)
    assert.equal((await press(mai, '/leads', `/leads/${id}`)).status, 303)
    assert.doesNotMatch(visibleTextOf(await cardNow()), /bởi Tuấn/)
    assert.deepEqual(await audited(app, `lead:${id}`), [
      'api requested',
      'Tuấn handled',
      'Mai reopened',
    ])
    assert.equal((await mai.post('/leads/unknown', { handled: '1' })).status, 303)
  })
})

it('writes no personal data to the log', () => {
  assert.deepEqual(logLinesWith(app, /Lan|912345678|Tiệc|"level":"(warn|error)"/), [])
})
