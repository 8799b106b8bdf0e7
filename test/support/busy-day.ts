/** A busy Friday at a sample shop, with an example of everything that the desk can show. */
import assert from 'node:assert/strict'
import type { VisitStatus } from '../../src/domain/booking/visit.ts'
import { book } from './booking.ts'
import type { Mailbox } from './receivers.ts'
import { type Fate, friday, people, type RequestFields } from './samples/sample.ts'
import { samples } from './samples.ts'
import type { RunningShop, TradeName } from './shop.ts'

export { friday }

/** The same day at noon in Vietnam. */
export const fridayNoon = Date.UTC(2026, 10, 20, 5)

/** Bookings by their result, and the codes of all bookings. */
export type BusyDay = Record<Fate, string> & {
  /** The path of an unused link in a message to staff. */
  actionPath: string
}

/** The clock of the shop goes from Monday to Friday 18:50; mail to staff is rejected from 18:45 on. */
export async function createBusyDay(
  app: RunningShop,
  trade: TradeName,
  mailbox: Mailbox,
): Promise<BusyDay> {
  const { desk, orders } = samples[trade]
  const made: Partial<Record<Fate, string>> = {}
  const versions = new Map<Fate, number>()
  const at = (day: number, hour: number, minute = 0) => {
    app.clock.now = Date.UTC(2026, 10, day, hour - 7, minute)
  }
  const requestBookings = async (...fates: Fate[]) => {
    for (const fate of fates) {
      const { status, body } = await book(app, { ...desk.day[fate], consent: '1' })
      assert.equal(status, 202, `${fate}: ${JSON.stringify(body)}`)
      made[fate] = body.code
      versions.set(fate, 1)
    }
  }
  const nextAction = (fate: Fate) => {
    const version = versions.get(fate) ?? 0
    versions.set(fate, version + 1)
    return { code: made[fate] ?? '', version, actor: 'terminal' }
  }
  const setVisitStatus = (fate: Fate, visit: VisitStatus) =>
    app.desk.setVisitStatus({ ...nextAction(fate), visit })
  const requestChange = async (fate: Fate, change: object) => {
    const { phone } = desk.day[fate]
    const response = await app.post(`/api/booking/${made[fate]}/change`, {
      phone_last4: String(phone).replaceAll(' ', '').slice(-4),
      consent: '1',
      ...change,
    })
    assert.equal(response.status, 202, `${fate}: ${await response.text()}`)
  }

  at(16, 9)
  await requestBookings('finished', 'missed', 'seated', 'confirmed', 'moving', 'cancelling')
  await requestBookings('declined', 'cancelled', 'onClosedDay')
  at(16, 9, 20)
  for (const fate of ['finished', 'missed', 'seated', 'confirmed', 'moving'] as const) {
    await app.desk.confirm(nextAction(fate))
  }
  for (const fate of ['cancelling', 'cancelled', 'onClosedDay'] as const) {
    await app.desk.confirm(nextAction(fate))
  }
  await app.desk.decline({ ...nextAction('declined'), reason: 'Giờ đó chúng tôi đã kín chỗ.' })
  await app.desk.cancel({
    ...nextAction('cancelled'),
    reason: 'Chúng tôi gọi nhưng chưa liên lạc được.',
  })
  await app.desk.note({
    ...nextAction('confirmed'),
    note: 'Đặt cọc 1 triệu, xuất hoá đơn công ty.',
  })
  at(17, 18, 35)
  await setVisitStatus('finished', 'seated')
  at(17, 19, 40)
  await setVisitStatus('missed', 'no_show')
  at(17, 20, 10)
  await setVisitStatus('finished', 'finished')

  at(20, 15, 30)
  await requestBookings('late')
  await app.dispatch()
  const staffMail = mailbox.mails.findLast(({ text }) => text.includes('/act/'))
  const actionPath = /\/act\/[\w.-]+/.exec(staffMail?.text ?? '')?.[0] ?? ''
  assert.notEqual(actionPath, '')
  at(20, 17, 30)
  await requestBookings('careful')
  await requestChange('moving', { kind: 'move', date: '2026-11-21', time: '18:00' })
  await requestChange('cancelling', { kind: 'cancel', note: 'Cả nhà bị ốm, xin lỗi quán.' })
  at(20, 18, 10)
  await setVisitStatus('seated', 'seated')
  at(20, 18, 45)
  await requestBookings('fresh')
  await createOtherRequests(app, orders)
  const block = { date: friday, at: 17 * 60, minutes: 240, reason: 'Chờ thợ sửa ghế' }
  await app.desk.block({ ...block, resource: desk.blocked, actor: 'terminal' })
  mailbox.react(550)
  await app.dispatch()
  mailbox.react('take')
  at(20, 18, 50)
  return { ...(made as Record<Fate, string>), actionPath }
}

/** Callback requests, newsletter subscribers and gift cards. */
async function createOtherRequests(
  app: RunningShop,
  orders: readonly RequestFields[],
): Promise<void> {
  const lead = { ...people.yen, preferred_time: 'sau 18 giờ', message: 'Đặt tiệc 30 người' }
  const writes: [path: string, body: object][] = [
    ['/api/lead', { ...lead, email: undefined, consent: '1' }],
    ['/api/subscribe', { email: 'lan@example.com', consent: '1' }],
  ]
  for (const order of orders) writes.push(['/api/order', { ...order, consent: '1' }])
  for (const [path, body] of writes) {
    const response = await app.post(path, body)
    assert.ok(response.ok, `${path}: ${await response.text()}`)
  }
}
