/** A guest at a spa or salon takes another treatment: price and end follow, the code and the history stay. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, massage } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { historyOf } from './support/restaurant-desk.ts'
import { formsOf, noticeOf, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const spa = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const mai = openBefore(() => addStaff(spa, 'Mai'))

let guests = 0
async function request(change: object = {}): Promise<string> {
  const phone = `09124${String(10_000 + guests++)}`
  const { status, body } = await book(spa, { ...massage, phone, ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

type Row = { offer_id: string; starts_at: number; ends_at: number; quote: string; version: number }

const rowOf = async (code: string): Promise<Row> => {
  const plain = code.replaceAll('-', '')
  const row = await spa.store.read.get<Row>('SELECT * FROM bookings WHERE code = ?', plain)
  assert.ok(row)
  return row
}

async function change(code: string, offerId: string, more: Record<string, string> = {}) {
  const { version } = await rowOf(code)
  const fields = { version: String(version), offerId, ...more }
  return mai.post(`/bookings/${code}/change_offer`, fields)
}

const minutesOf = ({ starts_at, ends_at }: Row) => (ends_at - starts_at) / 60_000

describe('another treatment', () => {
  it('changes the end and the price, keeps the code, and is undone in one tap', async () => {
    const code = await request({ date: '2026-11-24', time: '14:00' })
    const before = await rowOf(code)
    assert.equal(minutesOf(before), 45)
    const page = await mai.read(`/bookings/${code}`)
    assert.match(page, /<details class="disclosure" id="offer">/)
    assert.match(visibleTextOf(page), /Massage nhịp chậm 90 phút ·/)
    const response = await change(code, 'massage-nhip-cham')
    assert.equal(response.status, 303, await response.text())
    const after = await rowOf(code)
    assert.deepEqual([after.offer_id, minutesOf(after)], ['massage-nhip-cham', 90])
    assert.notEqual(after.quote, before.quote)
    assert.match(
      historyOf(await mai.read(`/bookings/${code}`)),
      /Mai đổi dịch vụ \(Massage nhịp chậm/,
    )
    const undo = await mai.post(`/bookings/${code}/undo`, { version: String(after.version) })
    assert.equal(undo.status, 303)
    const restored = await rowOf(code)
    assert.deepEqual(
      [restored.offer_id, minutesOf(restored), restored.quote],
      [before.offer_id, 45, before.quote],
    )
  })

  it('is refused with the rule if the requested person does not do it, and can be overridden', async () => {
    const code = await request({
      ...{ date: '2026-11-26', time: '14:00', therapist_id: 'quoc-bao' },
    })
    const refused = await change(code, 'cap-am-nha-dam')
    assert.equal(refused.status, 409)
    const page = await refused.text()
    assert.match(noticeOf(page), /Quốc Bảo/)
    assert.equal((await rowOf(code)).offer_id, 'co-vai-gay')
    const again = formsOf(page).find(({ action }) => action.endsWith('/change_offer'))
    assert.ok(again, noticeOf(page))
    assert.equal((await mai.post(again.action, again.fields)).status, 303)
    assert.equal((await rowOf(code)).offer_id, 'cap-am-nha-dam')
  })

  it('of a guest who is there begins when the stay began, and is refused if the time is taken', async () => {
    const therapist = { therapist_id: 'quoc-bao', date: '2026-11-27' }
    const code = await request({ ...therapist, time: '14:00' })
    await request({ ...therapist, time: '15:00' })
    const { version } = await rowOf(code)
    await mai.post(`/bookings/${code}/confirm`, { version: String(version) })
    const refused = await change(code, 'massage-nhip-cham')
    assert.equal(refused.status, 409)
    assert.equal((await rowOf(code)).offer_id, 'co-vai-gay')
    assert.equal((await change(code, 'massage-sa-chanh')).status, 303)
    assert.equal(minutesOf(await rowOf(code)), 60)
  })

  it('of a guest who is there, and that ends after closing time, is refused with the rule', async () => {
    const code = await request({ date: '2026-12-01', time: '19:30' })
    const { version } = await rowOf(code)
    await mai.post(`/bookings/${code}/confirm`, { version: String(version) })
    const before = spa.clock.now
    spa.clock.now = Date.UTC(2026, 11, 1, 12, 35)
    const seated = await mai.post(`/bookings/${code}/seated`, { version: String(version + 1) })
    assert.equal(seated.status, 303)
    const refused = await change(code, 'sau-gio-lam')
    assert.equal(refused.status, 409)
    const page = await refused.text()
    assert.match(noticeOf(page), /21:00/)
    assert.equal((await rowOf(code)).offer_id, 'co-vai-gay')
    const again = formsOf(page).find(({ action }) => action.endsWith('/change_offer'))
    assert.ok(again, noticeOf(page))
    assert.equal((await mai.post(again.action, again.fields)).status, 303)
    assert.equal(minutesOf(await rowOf(code)), 120)
    spa.clock.now = before
  })

  it('that does not exist, or is the same, is refused', async () => {
    const code = await request({ date: '2026-11-28', time: '14:00' })
    assert.equal((await change(code, 'nothing')).status, 409)
    assert.equal((await change(code, 'co-vai-gay')).status, 409)
  })
})
