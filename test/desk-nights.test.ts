/** The desk of a bar that is open until 02:00: the night is shown and handled with its evening. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBar } from './support/bar.ts'
import { book, guest } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { formTo, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const bar = openBefore(() => startShop('restaurant', { shop: openBar(), writeLimit: 100_000 }))
const hoa = openBefore(() => addStaff(bar, 'Hoa'))

const [friday, saturday, sunday] = ['2026-11-20', '2026-11-21', '2026-11-22']
const november = (day: number, hours: number, minutes = 0) =>
  Date.UTC(2026, 10, day, hours - 7, minutes)

/** Saturday 21 November, 00:30: Friday night. */
const night = { ...guest, date: saturday, time: '00:30', party_size: 2 }

describe('the desk', () => {
  const readDay = async (date: string) => visibleTextOf(await hoa.read(`/day?date=${date}`))

  it('lists the night with the evening on which it began', async () => {
    const name = 'Phạm Thị Đêm'
    const { body } = await book(bar, { ...night, date: '2026-11-28', name, phone: '0987 654 321' })
    assert.equal(body.status, 'pending')
    assert.match(await readDay('2026-11-27'), new RegExp(name))
    assert.doesNotMatch(await readDay('2026-11-28'), new RegExp(name))
    assert.match(await hoa.read('/timeline?date=2026-11-27'), new RegExp(name))
    assert.doesNotMatch(await hoa.read('/timeline?date=2026-11-28'), new RegExp(name))
    const page = visibleTextOf(await hoa.read(`/bookings/${body.code}`))
    assert.match(page, /Thứ Bảy 28\/11\/2026 \(đêm thứ Sáu\), 00:30–02:00/)
  })

  it('confirms, moves and seats a party of the night', async () => {
    const app = await startShop('restaurant', {
      shop: openBar(),
      writeLimit: 100,
      now: november(20, 20),
    })
    const mai = await addStaff(app, 'Mai')
    const { code } = (await book(app, night)).body
    const submit = async (name: string, typed: Record<string, string> = {}) => {
      const { action, fields } = formTo(
        await mai.read(`/bookings/${code}`),
        `/bookings/${code}/${name}`,
      )
      const response = await mai.post(action, { ...fields, ...typed })
      assert.equal(response.status, 303, `${name}: ${await response.text()}`)
    }
    await submit('confirm')
    app.clock.now = november(21, 0, 20)
    assert.match(visibleTextOf(await mai.read('/day')), /Thứ Sáu 20\/11\/2026[\s\S]*Nguyễn Thị Lan/)
    await submit('seated')
    // The party has not left at closing time.
    app.clock.now = november(21, 2)
    await app.desk.extendSeated()
    const page = visibleTextOf(await mai.read(`/bookings/${code}`))
    assert.match(page, /đã xong/)
    const event = await app.store.read.get<{ facts: string }>(
      "SELECT facts FROM outbox WHERE kind = 'booking.finished'",
    )
    assert.equal(JSON.parse(event?.facts ?? '{}').at_closing, 1)
  })

  it('moves a booking to a time after midnight', async () => {
    const { code } = (await book(bar, { ...night, date: friday, time: '19:00', party_size: 4 }))
      .body
    const page = await hoa.read(`/bookings/${code}`)
    const { action, fields } = formTo(page, `/bookings/${code}/move`)
    const response = await hoa.post(action, { ...fields, date: saturday, time: '00:15' })
    assert.equal(response.status, 303, await response.text())
    const status = await bar.json(`/api/booking/${code}`)
    assert.equal(status.starts_at, '2026-11-21T00:15:00+07:00')
  })

  it('closes the night together with its evening', async () => {
    const app = await startShop('restaurant', { shop: openBar(), writeLimit: 100 })
    const mai = await addStaff(app, 'Mai')
    const { code } = (await book(app, night)).body
    const typed = { date: friday, reason: 'Tiệc riêng', reason_en: 'A private party' }
    assert.equal((await press(mai, '/closed', '/closed/close', typed)).status, 303)
    assert.match(visibleTextOf(await mai.read('/closed')), /1 lượt đã đặt cần gọi khách/)
    assert.match(await mai.read(`/bookings/${code}`), /Tiệc riêng/)
    assert.match(visibleTextOf(await mai.read(`/day?date=${friday}`)), /Nguyễn Thị Lan/)
    const { status, body } = await book(app, { ...night, phone: '0987 654 321' })
    assert.deepEqual(
      [status, body.fields.map(({ name, message }) => [name, message])],
      [422, [['date', 'Tiệc riêng']]],
    )
    assert.equal((await book(app, { ...night, date: saturday, time: '18:00' })).status, 202)
  })

  it('closes the rest of the night after midnight', async () => {
    const app = await startShop('restaurant', {
      shop: openBar(),
      writeLimit: 100,
      now: november(20, 22),
    })
    const mai = await addStaff(app, 'Mai')
    app.clock.now = november(21, 0, 5)
    assert.match(await mai.read('/closed'), new RegExp(`min="${friday}"`))
    const typed = { date: friday, reason: 'Mất điện', reason_en: 'A power cut' }
    assert.equal((await press(mai, '/closed', '/closed/close', typed)).status, 303)
    assert.match(visibleTextOf(await mai.read('/closed')), /Thứ Sáu 20\/11\/2026 Mất điện/)
    const { status, body } = await book(app, night)
    assert.deepEqual([status, body.fields[0]?.message], [422, 'Mất điện'])
    assert.equal((await press(mai, '/closed', '/closed/open', { date: friday })).status, 303)
    app.clock.now = november(21, 2)
    const ended = await press(mai, '/closed', '/closed/close', typed)
    assert.equal(ended.status, 409)
  })

  it('blocks a table across midnight', async () => {
    const typed = {
      date: '2026-12-04',
      from: '23:00',
      to: '01:00',
      resource: 'table:nha-1',
      reason: 'Sửa đèn',
    }
    assert.equal((await press(hoa, '/blocks', '/closed/block', typed)).status, 303)
    assert.match(await hoa.read('/timeline?date=2026-12-04'), /Sửa đèn/)
    assert.match(visibleTextOf(await hoa.read('/blocks')), /23:00–01:00/)
  })

  it('reads the night in a quick entry', async () => {
    const app = await startShop('restaurant', { shop: openBar(), now: november(20, 21) })
    const mai = await addStaff(app, 'Mai')
    const entryOf = async (line: string) => {
      const page = await mai.read(`/entry?line=${encodeURIComponent(line)}`)
      const value = (name: string) =>
        new RegExp(`name="${name}" [^>]*value="([^"]*)"`).exec(page)?.[1]
      return `${value('date')} ${value('time')}`
    }
    assert.equal(await entryOf('0h30 2 người Lan'), `${saturday} 00:30`)
    assert.equal(await entryOf('đêm thứ 7 1h 2 người Lan'), `${sunday} 01:00`)
    assert.equal(await entryOf('22h 2 người Lan'), `${friday} 22:00`)
    assert.equal(await entryOf('21/11 0h30 2 người Lan'), `${saturday} 00:30`)
  })

  it('counts the night for its evening in the statistics and the export', async () => {
    const app = await startShop('restaurant', { shop: openBar(), now: november(20, 20) })
    const mai = await addStaff(app, 'Mai')
    assert.equal((await book(app, night)).status, 202)
    const csvOf = async (date: string) => {
      const response = await mai.post('/numbers/export', { from: date, to: date })
      return response.text()
    }
    assert.match(await csvOf(friday), /2026-11-21[,;]00:30/)
    assert.doesNotMatch(await csvOf(saturday), /00:30/)
  })
})
