/** Error messages for staff: they name the day, the hours and the limits, and say what to do. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { book, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { noticeOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))
const hoa = openBefore(() => addStaff(app, 'Hoa'))

async function requestBooking(change: object = {}): Promise<string> {
  const { status, body } = await book(app, { ...table, ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

const submitAction = (code: string, name: string, typed: Record<string, string> = {}) =>
  press(hoa, `/bookings/${code}`, `/bookings/${code}/${name}`, typed)

describe('day closed after a request', () => {
  const date = '2026-12-02'
  const closedNotice = 'Ngày này đã đóng cửa: Nghỉ giỗ tổ'

  it('is marked on every screen with the request, and a confirmation says what to do', async () => {
    const code = await requestBooking({ date })
    const screens = ['/', `/bookings/${code}`, `/day?date=${date}`]
    for (const path of screens)
      assert.ok(!visibleTextOf(await hoa.read(path)).includes(closedNotice), path)
    const typed = { date, reason: 'Nghỉ giỗ tổ', reason_en: 'A family day' }
    await press(hoa, '/closed', '/closed/close', typed)
    const card = partOf(await hoa.read('/'), `id="b-${code.replaceAll('-', '')}"`, '</article>')
    assert.ok(visibleTextOf(card).includes(closedNotice), visibleTextOf(card))
    for (const path of screens)
      assert.ok(visibleTextOf(await hoa.read(path)).includes(closedNotice), path)

    const response = await submitAction(code, 'confirm')
    assert.equal(response.status, 409)
    assert.equal(
      noticeOf(await response.text()),
      'Thứ Tư 2/12/2026 đóng cửa: Nghỉ giỗ tổ. Hãy dời sang ngày khác hoặc từ chối, hoặc mở lại ngày này ở mục “Ngày nghỉ”. Vẫn xác nhận Lịch sử sẽ ghi tên bạn và: ngày đóng cửa.',
    )
    await press(hoa, '/closed', '/closed/open', { date })
    for (const path of screens)
      assert.ok(!visibleTextOf(await hoa.read(path)).includes(closedNotice), path)
    assert.equal((await submitAction(code, 'confirm')).status, 303)
  })
})

describe('day that cannot be closed', () => {
  for (const date of ['2026-11-10', '2028-01-01', '2026-11-31']) {
    it(`is rejected with the range of valid days: ${date}`, async () => {
      const response = await hoa.post('/closed/close', {
        date,
        reason: 'Nghỉ',
        reason_en: 'Closed',
      })
      assert.equal(response.status, 409)
      assert.match(noticeOf(await response.text()), /từ hôm nay đến 400 ngày tới/)
    })
  }
})

describe('invalid move of a booking', () => {
  const wrong: [name: string, to: Record<string, string>, expected: RegExp][] = [
    ['past', { date: '2026-11-13' }, /^Giờ đó đã qua/],
    ['past and a Monday', { date: '2026-11-09' }, /^Giờ đó đã qua/],
    ['too many guests', { party: '60' }, /^Nhà \d có 4 chỗ, nhóm 60 khách\. Vẫn xếp/],
    [
      'at night',
      { time: '03:00' },
      /^Giờ đó không mở cửa: Thứ Sáu 20\/11\/2026 mở 10:30–16:00 và 17:00–23:30/,
    ],
    ['a Monday', { date: '2026-11-23' }, /^Thứ Hai 23\/11\/2026 đóng cửa: Chúng tôi nghỉ Thứ Hai/],
    ['an invalid day', { date: '2026-11-31' }, /^Không có ngày đó/],
    ['not on a quarter hour', { time: '18:50' }, /tròn mười lăm phút/],
    [
      'a table too small',
      { resource: 'table:nha-1' },
      /^Nhà 1 có 2 chỗ, nhóm 4 khách\. Vẫn xếp: Nhà 1/,
    ],
  ]
  for (const [name, to, expected] of wrong) {
    it(`is rejected with the reason: ${name}`, async () => {
      const code = await requestBooking({ time: '12:00' })
      const target = { date: table.date, time: '12:00', party: '4', resource: '', ...to }
      const response = await submitAction(code, 'move', target)
      assert.equal(response.status, 409)
      assert.match(noticeOf(await response.text()), expected)
      await submitAction(code, 'decline', { own: 'Thử' })
    })
  }
})

describe('quick entry', () => {
  const preview = async (line: string) => {
    const page = await hoa.read(`/entry?line=${encodeURIComponent(line)}`)
    return { page, text: visibleTextOf(page) }
  }

  it('warns about a closed day before it is stored, with the next open day', async () => {
    const { page, text } = await preview('thứ hai tuần sau 19h 4 người Lan 0912345678')
    assert.match(text, /Thứ Hai 23\/11\/2026 đóng cửa: Chúng tôi nghỉ Thứ Hai/)
    const [, href = ''] = page.match(/href="(\/entry\?[^"]*)">Chuyển sang T3 24\/11/) ?? []
    const next = await hoa.read(href.replaceAll('&amp;', '&'))
    assert.doesNotMatch(visibleTextOf(next), /đóng cửa/)
    assert.match(visibleTextOf(next), /Thứ Ba 24\/11\/2026 19:00/)
    assert.match(visibleTextOf(next), /Lan/)
  })

  it('warns about a party that is too large for every table, and only then', async () => {
    assert.match((await preview('20/11 19h 60 người Lan')).text, /chỗ lớn nhất nhận 14 khách/)
    const fine = await preview('20/11 19h 4 người Lan')
    assert.doesNotMatch(partOf(fine.page, '<h1>', '</form>'), /notice/)
  })
})
