/** Contact status: who has been informed of what, by email or by a person, and who has not. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, hour, minute } from '../src/kernel/time.ts'
import { guest } from './support/booking.ts'
import { contactOf, contactsIn, mark, request, seen } from './support/contacts.ts'
import { addStaff, inbox } from './support/desk.ts'
import { collectMails, mailSettings } from './support/first-emails.ts'
import { eraseBy } from './support/guest-data-fixtures.ts'
import { openBefore } from './support/lifetime.ts'
import { openMailbox } from './support/receivers.ts'
import { formsOf, partOf, press, visibleTextOf } from './support/screen.ts'
import { startShop } from './support/shop.ts'

const list = '/not-notified'
const november = (date: number, hours: number) => Date.UTC(2026, 10, date, hours - 7)

describe('a guest without an email address', () => {
  const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))
  const mai = openBefore(() => addStaff(app, 'Mai'))
  const stateOf = async (name: string) => visibleTextOf((await contactOf(mai, list, name)) ?? '')
  const historyOf = async (code: string) =>
    visibleTextOf(partOf(await mai.read(`/bookings/${code}`), '<ol class="history">', '</ol>'))

  it('has to be informed after a confirmation, and one tap in the inbox records the call', async () => {
    const code = await request(app, { name: 'Phạm Gia Bảo' })
    assert.deepEqual(contactsIn(await mai.read(inbox)), [])
    await app.desk.confirm(await seen(app, code))
    await app.dispatch()
    const page = await mai.read(inbox)
    assert.match(visibleTextOf(page), /Chưa báo khách 1/)
    const item = (await contactOf(mai, inbox, 'Phạm Gia Bảo')) ?? ''
    assert.match(
      visibleTextOf(item),
      /Phạm Gia Bảo chưa báo khách Đã xác nhận .*T6 20\/11 18:30, 4 khách/,
    )
    assert.match(
      visibleTextOf(item),
      new RegExp(`Chào anh/chị Phạm Gia Bảo, Khói Lam xin xác nhận: .*mã ${code}`),
    )
    assert.match(item, /href="tel:\+849125\d+"/)
    assert.match(item, /href="https:\/\/zalo\.me\/849125\d+"/)
    assert.match(item, /href="sms:\+849125\d+\?body=Ch%C3%A0o%20anh%2Fch%E1%BB%8B/)

    assert.equal(await mark(mai, inbox, 'Phạm Gia Bảo', 'Đã gọi'), `${inbox}#not-notified`)
    assert.match(
      await stateOf('Phạm Gia Bảo'),
      /^Phạm Gia Bảo đã gọi \d\d:\d\d Mai .*Hoàn tác$|đã gọi/,
    )
    assert.match(visibleTextOf(await mai.read(inbox)), /Chưa báo khách 0/)
    assert.match(await historyOf(code), /Mai gọi báo khách/)

    await mark(mai, inbox, 'Phạm Gia Bảo', 'Hoàn tác')
    assert.match(await stateOf('Phạm Gia Bảo'), /chưa báo khách/)
    assert.match(await historyOf(code), /Mai bỏ dấu liên hệ với khách/)
    await mark(mai, list, 'Phạm Gia Bảo', 'Đã nhắn')
    assert.match(await stateOf('Phạm Gia Bảo'), /đã nhắn/)
    app.clock.now += hour + minute
    assert.equal(await contactOf(mai, list, 'Phạm Gia Bảo'), undefined)
    const sheet = partOf(await mai.read(`/bookings/${code}`), 'id="contact"', '</section>')
    assert.match(visibleTextOf(sheet), /đã nhắn \d\d:\d\d/)
    assert.match(visibleTextOf(await mai.read('/day?date=2026-11-20')), /đã nhắn/)
  })

  it('stays in the list with the time of an attempt that did not reach them', async () => {
    const code = await request(app, { name: 'Mai Xuân Trường', time: '19:30' })
    await app.desk.decline({ ...(await seen(app, code)), reason: 'Bếp nghỉ hôm đó' })
    await mark(mai, list, 'Mai Xuân Trường', 'Không gặp')
    assert.match(await stateOf('Mai Xuân Trường'), /chưa gặp khách \d\d:\d\d/)
    assert.match(
      await stateOf('Mai Xuân Trường'),
      /rất tiếc không thể đón .* Bếp nghỉ hôm đó\. Mong/,
    )
    await mark(mai, list, 'Mai Xuân Trường', 'Hoàn tác')
    assert.match(await stateOf('Mai Xuân Trường'), /chưa báo khách/)
    await mark(mai, list, 'Mai Xuân Trường', 'Đã gọi')
  })

  it('is told the current state only: a later action replaces the earlier one, an undo brings it back', async () => {
    const name = 'Cao Thị Thu Trang'
    const code = await request(app, { name, time: '12:00' })
    await app.desk.confirm(await seen(app, code))
    const to = { date: '2026-11-20', time: '12:30' }
    await app.desk.move({ ...(await seen(app, code)), ...to })
    assert.match(
      await stateOf(name),
      /Đã đổi giờ .* 12:30, 4 khách .* thay cho .*12:00\. Chỗ của anh\/chị đã được xác nhận/,
    )
    assert.equal(contactsIn(await mai.read(list)).filter((item) => item.includes(name)).length, 1)
    await app.desk.undo(await seen(app, code))
    assert.match(await stateOf(name), /Đã xác nhận .* 12:00, 4 khách/)
    await mark(mai, list, name, 'Đã gọi')
    // A guest who knows the new time must know that it is no longer true.
    await app.desk.move({ ...(await seen(app, code)), ...to })
    await mark(mai, list, name, 'Đã nhắn')
    await app.desk.undo(await seen(app, code))
    assert.match(
      await stateOf(name),
      /chưa báo khách Đã hoàn tác .*tin trước không còn đúng.*12:00/,
    )
    await app.desk.cancel({
      ...(await seen(app, code)),
      reason: 'Theo yêu cầu của bạn.',
      by: 'guest',
    })
    assert.equal(await contactOf(mai, list, name), undefined)
  })

  it('is not in the list if they did it themselves, agreed on the phone, or see no difference', async () => {
    const name = 'Đinh Thuỳ Dương'
    const code = await request(app, { name, date: '2026-11-21' })
    const to = { date: '2026-11-21', time: '19:00', confirm: true }
    await app.desk.move({ ...(await seen(app, code)), ...to })
    assert.equal(await contactOf(mai, list, name), undefined)
    await app.desk.move({
      ...(await seen(app, code)),
      ...to,
      confirm: false,
      resources: ['table:nha-6'],
    })
    assert.equal(await contactOf(mai, list, name), undefined)
    await app.desk.move({ ...(await seen(app, code)), ...to, confirm: false, partySize: 3 })
    assert.match(await stateOf(name), /Đã sắp xếp lại/)
    await mark(mai, list, name, 'Đã gọi')
  })

  it('is in the list after an answer to a change request, other times, a deposit, and an expiry', async () => {
    const name = 'Hồ Ngọc Ánh'
    const code = await request(app, { name, date: '2026-11-22', phone: '0912 700 700' })
    await app.desk.offer({
      ...(await seen(app, code)),
      targets: [{ date: '2026-11-22', time: '20:00' }],
    })
    assert.match(
      await stateOf(name),
      /Đã mời giờ hoặc chỗ khác .*xin mời anh\/chị chọn: .*20:00.*giữ đến .*Chỗ đã đặt vẫn giữ/,
    )
    await app.desk.deposit({ ...(await seen(app, code)), newState: 'asked', amount: 400_000 })
    assert.match(await stateOf(name), /Đã yêu cầu đặt cọc .*400\.000 ₫ đặt cọc cho .*VietQR/)
    // The guest was never asked, so nothing has to be said when staff waive it.
    await app.desk.deposit({ ...(await seen(app, code)), newState: 'waived' })
    assert.match(await stateOf(name), /Đã mời giờ hoặc chỗ khác/)
    const changed = await app.post(`/api/booking/${code}/change`, {
      ...{ kind: 'cancel', phone_last4: '0700', consent: '1' },
    })
    assert.equal(changed.status, 202, await changed.text())
    await app.desk.resolveChangeRequest(await seen(app, code))
    assert.match(await stateOf(name), /Đã xử lý yêu cầu đổi .*Hiện lượt đặt vẫn là/)
    app.clock.now = november(22, 19)
    await app.desk.expire()
    assert.match(await stateOf(name), /Không ai trả lời kịp .*thành thật xin lỗi/)
    app.clock.now += 8 * day
    assert.equal(await contactOf(mai, list, name), undefined)
  })

  it('cannot be marked with an outdated page', async () => {
    const name = 'Vương Đình Phúc'
    const code = await request(app, { name, date: '2026-12-11' })
    await app.desk.confirm(await seen(app, code))
    const [form] = formsOf((await contactOf(mai, list, name)) ?? '')
    assert.ok(form)
    await app.desk.move({ ...(await seen(app, code)), date: '2026-12-11', time: '19:00' })
    const response = await mai.post(form.action, form.fields)
    assert.equal(response.status, 409)
    assert.match(visibleTextOf(await response.text()), /Có người vừa sửa trước/)
    assert.match(await stateOf(name), /Đã đổi giờ/)
    // A second tap of the same button changes nothing.
    const [current] = formsOf((await contactOf(mai, list, name)) ?? '')
    assert.ok(current)
    for (const _ of [1, 2]) {
      const again = await mai.post(current.action, current.fields)
      assert.equal(again.status, 303)
    }
    assert.equal((await historyOf(code)).match(/gọi báo khách/g)?.length, 1)
  })

  it('is gone from the list after an erasure', async () => {
    const name = 'Nghiêm Xuân Bách'
    const code = await request(app, { name, date: '2026-12-12', phone: '0912 600 600' })
    await app.desk.decline({ ...(await seen(app, code)), reason: 'Kín chỗ' })
    assert.match(await stateOf(name), /chưa báo khách/)
    await eraseBy(app, '0912600600')
    assert.equal(await contactOf(mai, list, name), undefined)
    const row = await app.store.read.get<{ id: string }>(
      'SELECT id FROM bookings WHERE code = ?',
      code.replaceAll('-', ''),
    )
    const left = await app.store.read.all(
      'SELECT id FROM guest_contacts WHERE subject = ?',
      `booking:${row?.id}`,
    )
    assert.deepEqual(left, [])
  })
})

describe('a guest with an email address', () => {
  const mailbox = openBefore(() => openMailbox())
  const app = openBefore(() =>
    startShop('restaurant', { writeLimit: 100_000, notifications: mailSettings(mailbox) }),
  )
  const mai = openBefore(() => addStaff(app, 'Mai'))
  const sheetOf = async (code: string) =>
    visibleTextOf(partOf(await mai.read(`/bookings/${code}`), 'id="contact"', '</section>'))

  it('is queued, then informed by the email; it is in the list only if the email failed finally', async () => {
    const code = await request(app, { name: 'Kiều Thanh Tâm', email: 'tam@guest.example' })
    await app.dispatch()
    await app.desk.confirm(await seen(app, code))
    assert.match(await sheetOf(code), /email chờ gửi/)
    assert.equal(await contactOf(mai, list, 'Kiều Thanh Tâm'), undefined)
    await app.dispatch()
    assert.match(await sheetOf(code), /email chờ gửi/)
    await collectMails(app, mailbox)
    assert.match(await sheetOf(code), /đã gửi email \d\d:\d\d/)
    assert.equal(await contactOf(mai, list, 'Kiều Thanh Tâm'), undefined)

    mailbox.react(550)
    await app.desk.move({ ...(await seen(app, code)), date: '2026-11-20', time: '19:00' })
    await collectMails(app, mailbox)
    mailbox.react('take')
    const item = (await contactOf(mai, list, 'Kiều Thanh Tâm')) ?? ''
    assert.match(visibleTextOf(item), /email không tới, chưa báo khách/)
    assert.match(visibleTextOf(await mai.read('/day?date=2026-11-20')), /email không tới/)
    await mark(mai, list, 'Kiều Thanh Tâm', 'Đã gọi')
    assert.match(await sheetOf(code), /đã gọi/)
  })

  it('is not told what was undone before the email', async () => {
    const code = await request(app, { email: 'lan@guest.example', time: '12:00' })
    await app.dispatch()
    await app.desk.confirm(await seen(app, code))
    await app.desk.undo(await seen(app, code))
    await collectMails(app, mailbox)
    assert.doesNotMatch(await mai.read(`/bookings/${code}`), /id="contact"/)
  })
})

describe('the buyer of a card', () => {
  const app = openBefore(() => startShop('spa', { writeLimit: 100_000 }))
  const mai = openBefore(() => addStaff(app, 'Mai'))

  it('has to be informed of the payment and of the card that was sent', async () => {
    const card = {
      ...guest,
      kind: 'gift_card',
      amount: 500_000,
      delivery: 'zalo',
      name: 'Tạ Quang Huy',
    }
    const response = await app.post('/api/order', card)
    const { code } = (await response.json()) as { code: string }
    await press(mai, '/orders', `/orders/${code}/pay`)
    const state = async () => visibleTextOf((await contactOf(mai, list, 'Tạ Quang Huy')) ?? '')
    assert.match(await state(), /Đơn đã nhận tiền .*đã nhận tiền cho đơn .*500\.000 ₫/)
    await press(mai, '/orders', `/orders/${code}/send`)
    assert.match(await state(), /Đơn đã gửi .*đã được gửi đi/)
    await press(mai, '/orders', `/orders/${code}/undo`)
    assert.match(await state(), /Đơn đã nhận tiền/)
    await mark(mai, list, 'Tạ Quang Huy', 'Đã nhắn')
    assert.match(visibleTextOf(await mai.read('/orders')), /Tạ Quang Huy .* đã nhắn \d\d:\d\d/)
    assert.match(await state(), /đã nhắn/)
  })
})
