/** Reminders on the day before: by email where there is an address, otherwise as a list with texts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isReminderHour, recordDueReminders } from '../src/domain/booking/reminders.ts'
import type { Shop } from '../src/domain/trade/trade.ts'
import { massage } from './support/booking.ts'
import { contactOf, contactsIn, mark, request, seen } from './support/contacts.ts'
import { assertErrors, errorsAfter, type Folder } from './support/content-errors.ts'
import { addStaff } from './support/desk.ts'
import { mailSettings } from './support/first-emails.ts'
import { openBefore } from './support/lifetime.ts'
import { openMailbox } from './support/receivers.ts'
import { partOf, visibleTextOf } from './support/screen.ts'
import { loadSampleShop, type RunningShop, startShop } from './support/shop.ts'
import { openPage, pressButton } from './support/site-form.ts'

/** A time in November 2026 in Vietnam; the bookings are for Friday 20. */
const november = (date: number, hours: number, minutes = 0) =>
  Date.UTC(2026, 10, date, hours - 7, minutes)

/** The job of one process. */
function remind(app: RunningShop, shop: Shop = app.shop): Promise<number> {
  const { business, booking } = shop
  const rules = { business, serviceDays: booking.serviceDays }
  return recordDueReminders(app.store, rules, () => app.clock.now)
}

async function confirmed(app: RunningShop, change: object): Promise<string> {
  const code = await request(app, change)
  await app.desk.confirm(await seen(app, code))
  return code
}

describe('a reminder', () => {
  const mailbox = openBefore(() => openMailbox())
  const app = openBefore(() =>
    startShop('restaurant', { writeLimit: 100_000, notifications: mailSettings(mailbox) }),
  )
  const mai = openBefore(() => addStaff(app, 'Mai'))
  const subjects = () => mailbox.mails.map(({ subject }) => subject)
  const reminders = () =>
    mailbox.mails.filter(({ subject }) => subject.includes('hẹn gặp bạn ngày mai'))
  const email = 'lan@guest.example'

  it('is sent at the hour of the shop, once, also by several processes', async () => {
    const code = await confirmed(app, { email, name: 'Nguyễn Thị Lan' })
    await confirmed(app, { name: 'Phạm Gia Bảo', time: '19:00' })
    await request(app, { name: 'Chưa Xác Nhận', time: '19:00' })
    app.clock.now = november(19, 9, 59)
    const { transactions } = app.store.metrics()
    assert.equal(await remind(app), 0)
    assert.equal(app.store.metrics().transactions, transactions, 'it was only read')
    app.clock.now = november(19, 10)
    const counts = await Promise.all([remind(app), remind(app), remind(app)])
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      2,
    )
    assert.equal(await remind(app), 0)
    await app.dispatch()
    await app.dispatch()
    assert.equal(reminders().length, 1, subjects().join('\n'))
    const [mail] = reminders()
    assert.match(mail?.subject ?? '', new RegExp(`T6 20/11 18:30 · ${code}`))
    assert.match(mail?.text ?? '', /bấm “Tôi sẽ đến”/)
    assert.match(mail?.text ?? '', new RegExp(`https://shop\\.example/\\S*${code}`))
  })

  it('of a guest without an address is a text at the desk, with one tap for the result', async () => {
    const page = await mai.read('/reminders')
    assert.deepEqual(contactsIn(page).length, 1)
    const item = (await contactOf(mai, '/reminders', 'Phạm Gia Bảo')) ?? ''
    assert.match(
      visibleTextOf(item),
      /xin nhắc lịch hẹn: .*19:00.*“Tôi sẽ đến”.*https:\/\/shop\.example\//,
    )
    assert.match(visibleTextOf(page), /0 sẽ đến · 2 chưa trả lời · 1 chưa nhắc/)
    assert.match(visibleTextOf(page), /18:30 Nguyễn Thị Lan · 4 khách chưa trả lời đã gửi email/)
    assert.equal(await mark(mai, '/reminders', 'Phạm Gia Bảo', 'Đã nhắn'), '/reminders')
    assert.match(visibleTextOf(await mai.read('/reminders')), /2 chưa trả lời · 0 chưa nhắc/)
    assert.match(visibleTextOf(await mai.read('/day?date=2026-11-20')), /chưa trả lời nhắc hẹn/)
    await mark(mai, '/reminders', 'Phạm Gia Bảo', 'Hoàn tác')
    assert.match(visibleTextOf(await mai.read('/reminders')), /1 chưa nhắc/)
  })

  it('links to the page on which the guest says that they are coming, and the desk shows it', async () => {
    const [mail] = reminders()
    const code = / · (\S+)$/.exec(mail?.subject ?? '')?.[1] ?? ''
    const link = /https:\/\/shop\.example(\/\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const status = await openPage(app, link)
    assert.match(visibleTextOf(status.text), /Tôi sẽ đến/)
    await pressButton(app, status, {})
    assert.match(visibleTextOf(await mai.read('/reminders')), /1 sẽ đến · 1 chưa trả lời/)
    assert.match(visibleTextOf(await mai.read(`/bookings/${code}`)), /báo sẽ đến/)
  })

  it('is repeated for a new time, but not for a booking that was made or moved after the hour', async () => {
    const before = reminders().length
    const code = await confirmed(app, { email, date: '2026-11-21', name: 'Dời Giờ' })
    await confirmed(app, { email, date: '2026-11-20', time: '20:00', name: 'Đặt Sau' })
    app.clock.now += 20_000
    await remind(app)
    await app.dispatch()
    assert.equal(reminders().length, before)
    app.clock.now = november(20, 10)
    assert.equal(await remind(app), 1)
    await app.dispatch()
    assert.equal(reminders().length, before + 1)
    await app.desk.move({ ...(await seen(app, code)), date: '2026-11-24', time: '19:00' })
    app.clock.now = november(23, 10)
    assert.equal(await remind(app), 1)
    await app.dispatch()
    assert.equal(reminders().length, before + 2)
    assert.match(reminders().at(-1)?.subject ?? '', /T3 24\/11 19:00/)
  })

  it('is not sent to a guest who has cancelled, nor after the quiet hours have begun', async () => {
    const before = reminders().length
    const code = await confirmed(app, { email, date: '2026-11-26', name: 'Đã Huỷ' })
    app.clock.now = november(25, 10)
    await app.desk.cancel({ ...(await seen(app, code)), reason: 'Theo yêu cầu', by: 'guest' })
    assert.equal(await remind(app), 0)
    await confirmed(app, { email, date: '2026-11-28', name: 'Quá Giờ' })
    app.clock.now = november(27, 21)
    assert.equal(await remind(app), 0)
    assert.equal(reminders().length, before)
  })

  it('that a mail server refused for hours waits until the morning', async () => {
    await confirmed(app, { email, date: '2026-11-29', name: 'Thư Chậm' })
    await app.dispatch()
    app.clock.now = november(28, 20, 45)
    await app.dispatch()
    const before = reminders().length
    assert.equal(await remind(app), 1)
    mailbox.react(450)
    await app.dispatch()
    mailbox.react('take')
    app.clock.now = november(28, 23)
    await app.dispatch()
    assert.equal(reminders().length, before)
    app.clock.now = november(29, 8)
    await app.dispatch()
    assert.equal(reminders().length, before + 1)
  })
})

describe('the rule of the owner', () => {
  const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
  const shop = (reminders: { time: string; off: boolean }): Shop => {
    const sample = loadSampleShop('spa')
    return { ...sample, business: { ...sample.business, reminders } }
  }

  it('sets the hour, or turns reminders off', async () => {
    await confirmed(app, { ...massage, party_size: 1 })
    app.clock.now = november(19, 17)
    assert.equal(await remind(app, shop({ time: '18:00', off: false })), 0)
    assert.equal(await remind(app, shop({ time: '10:00', off: true })), 0)
    assert.equal(await remind(app, shop({ time: '17:00', off: false })), 1)
  })

  it('sets the hour from which card holders are reminded as well, until the quiet hours', () => {
    const isHour = (hours: number, minutes: number, off = false) =>
      isReminderHour({ time: '10:00', off }, november(19, hours, minutes))
    assert.deepEqual([isHour(9, 59), isHour(10, 0), isHour(20, 59)], [false, true, true])
    assert.deepEqual([isHour(21, 0), isHour(10, 0, true)], [false, false])
  })

  it('is an hour of the day, or off; it is 10:00 without a line', () => {
    const line = 'reminders: { time: "10:00" }'
    const written = (text: string) => (folder: Folder) =>
      void folder.replace('business.yaml', line, text)
    for (const valid of ['', 'reminders: { time: "20:45" }', 'reminders: { off: true }'])
      assert.deepEqual(errorsAfter('spa', written(valid)), [], valid)
    const expected = [/^business\.yaml line \d+.* from "08:00" to "20:45"/]
    for (const invalid of ['21:00', '07:45'])
      assertErrors('spa', written(`reminders: { time: "${invalid}" }`), expected)
  })

  it('hides the list of the desk when they are off', async () => {
    const quiet = await startShop('spa', { shop: shop({ time: '10:00', off: true }) })
    const mai = await addStaff(quiet, 'Mai')
    assert.doesNotMatch(await mai.read('/more'), /href="\/reminders"/)
    assert.match(visibleTextOf(await mai.read('/reminders')), /Nhắc khách đang tắt/)
    const usual = await addStaff(app, 'Tuấn')
    assert.match(partOf(await usual.read('/more'), 'href="/reminders"', '</a>'), /Nhắc khách/)
  })
})
