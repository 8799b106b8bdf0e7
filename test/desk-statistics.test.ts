/** Desk: statistics and the export of bookings. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, massage } from './support/booking.ts'
import { addStaff, audited, logLinesWith } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formTo, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
const mai = openBefore(() => addStaff(app, 'Mai'))

describe('statistics', () => {
  it('are drawn as charts with tables beside them, and exported by the owner', async () => {
    const name = '=HYPERLINK("evil")'
    const { code } = (await book(app, { ...massage, name, health: ['recent_surgery'] })).body
    await book(app, { ...massage, time: '14:00' })
    app.clock.now += 30 * 60_000
    await press(mai, '/', `/bookings/${code}/confirm`)
    app.clock.now -= 30 * 60_000
    const page = await mai.read('/numbers?days=7')
    assert.match(visibleTextOf(page), /Yêu cầu 2 Được xác nhận/)
    assert.match(visibleTextOf(page), /Trả lời trong 30 phút/)
    assert.equal(
      [...page.matchAll(/<svg /g)].length - [...page.matchAll(/<svg [^>]*class="icon/g)].length >=
        4,
      true,
    )
    assert.ok([...page.matchAll(/<table/g)].length >= 4)
    for (const days of ['30', '90', '31', 'x', '']) await mai.read(`/numbers?days=${days}`)

    const { fields } = formTo(page, '/numbers/export')
    assert.deepEqual(fields, { from: '2026-11-10', to: '2026-12-16' })
    const response = await mai.post('/numbers/export', fields)
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /bookings-2026-11-10-2026-12-16\.csv/,
    )
    const text = await response.text()
    const lines = text.trim().split('\r\n')
    assert.equal(lines.length, 3)
    assert.match(text, new RegExp(code))
    assert.match(text, /0912 345 678/)
    assert.doesNotMatch(text, /recent_surgery|phẫu thuật/)
    assert.doesNotMatch(text, /(^|,)"?=HYPERLINK/m)
    assert.deepEqual(await audited(app, 'bookings'), ['Mai exported'])
    for (const wrong of [
      { from: '', to: '' },
      { from: '2026-12-01', to: '2026-11-01' },
    ]) {
      assert.equal((await mai.post('/numbers/export', wrong)).headers.get('location'), '/numbers')
    }
    assert.deepEqual(await audited(app, 'bookings'), ['Mai exported'])
  })
})

it('writes no personal data to the log', () => {
  assert.deepEqual(logLinesWith(app, /Lan|912345678|HYPERLINK|"level":"(warn|error)"/), [])
})
