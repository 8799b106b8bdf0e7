/** A Friday in full swing at a sample shop: something of everything that a desk can show. */
import assert from 'node:assert/strict'
import type { Visit } from '../../src/domain/booking/staff.ts'
import { book } from './booking.ts'
import type { Mailbox } from './receivers.ts'
import type { Running } from './shop.ts'

/** Friday 20 November 2026. */
export const friday = '2026-11-20'

/** The same day at noon in Vietnam. */
export const fridayNoon = Date.UTC(2026, 10, 20, 5)

type Variant = 'restaurant' | 'spa'

/** Bookings by what becomes of them; the codes of all that were made. */
export type BusyDay = Record<Fate, string> & {
  /** The path of a link in a message to staff that nobody has used. */
  actPath: string
}

type Fate =
  | 'finished'
  | 'missed'
  | 'seated'
  | 'confirmed'
  | 'moving'
  | 'cancelling'
  | 'declined'
  | 'cancelled'
  | 'late'
  | 'careful'
  | 'fresh'
  | 'onClosedDay'

type Wish = Record<string, unknown>

const people = {
  lan: { name: 'Nguyễn Thị Lan', phone: '0912 345 678' },
  bao: { name: 'Trần Quốc Bảo', phone: '0987 654 321' },
  ha: { name: 'Phạm Thu Hà', phone: '0903 111 222' },
  company: { name: 'Công ty TNHH Thương mại Dịch vụ Sao Mai', phone: '0936 100 200' },
  sophie: { name: 'Sophie Martin', phone: '+33 6 12 34 56 78', email: 'sophie@example.com' },
  yen: { name: 'Lê Hoàng Yến', phone: '0934 567 890', email: 'yen@example.com' },
}

/** What is asked for in each trade, by what becomes of it. */
const wishes: Record<Variant, Record<Fate, Wish>> = {
  restaurant: {
    finished: { ...people.lan, date: '2026-11-17', time: '18:30', party_size: 4 },
    missed: { ...people.bao, date: '2026-11-17', time: '19:00', party_size: 2 },
    seated: { ...people.ha, date: friday, time: '18:00', party_size: 2 },
    confirmed: { ...people.company, date: friday, time: '19:00', party_size: 10 },
    moving: { ...people.sophie, date: friday, time: '20:00', party_size: 2 },
    cancelling: { ...people.yen, date: '2026-11-22', time: '12:00', party_size: 6 },
    declined: { ...people.bao, date: friday, time: '19:30', party_size: 4 },
    cancelled: { ...people.ha, date: friday, time: '12:00', party_size: 3 },
    late: { ...people.lan, date: friday, time: '20:30', party_size: 4 },
    careful: {
      ...people.yen,
      date: '2026-11-21',
      time: '19:00',
      party_size: 5,
      allergens: ['peanuts', 'milk'],
      note: 'Sinh nhật bà, xin bàn gần cửa sổ và một chỗ để xe lăn; bé út dị ứng lạc rất nặng.',
    },
    fresh: { ...people.bao, date: friday, time: '21:00', party_size: 2 },
    onClosedDay: { ...people.ha, date: '2026-12-01', time: '19:00', party_size: 2 },
  },
  spa: {
    finished: { ...people.lan, date: '2026-11-17', time: '18:30', offerId: 'co-vai-gay' },
    missed: { ...people.bao, date: '2026-11-17', time: '19:00', offerId: 'goi-bo-ket' },
    seated: { ...people.ha, date: friday, time: '18:00', offerId: 'massage-da-am' },
    confirmed: { ...people.company, date: friday, time: '14:00', offerId: 'cho-hai-nguoi' },
    moving: { ...people.sophie, date: '2026-11-21', time: '10:00', offerId: 'massage-sa-chanh' },
    cancelling: { ...people.yen, date: '2026-11-22', time: '11:00', offerId: 'goi-duong-sinh' },
    declined: { ...people.bao, date: friday, time: '19:30', offerId: 'goi-bo-ket' },
    cancelled: { ...people.ha, date: friday, time: '12:00', offerId: 'co-vai-gay' },
    late: { ...people.lan, date: '2026-11-21', time: '14:30', offerId: 'goi-hoa-buoi' },
    careful: {
      ...people.yen,
      date: '2026-11-22',
      time: '16:00',
      offerId: 'lam-sach-diu-nhe',
      health: ['skin_condition', 'pregnant'],
      note: 'Da mình nhạy cảm, xin đừng dùng tinh dầu; có thể làm nhẹ tay ở vùng má không ạ?',
    },
    fresh: { ...people.bao, date: '2026-11-21', time: '18:30', offerId: 'co-vai-gay' },
    onClosedDay: { ...people.ha, date: '2026-12-01', time: '18:00', offerId: 'co-vai-gay' },
  },
}

/** The clock of the shop goes from its Monday to Friday 18:50; staff's mail is refused from 18:45 on. */
export async function liveThrough(
  app: Running,
  variant: Variant,
  mailbox: Mailbox,
): Promise<BusyDay> {
  const made: Partial<Record<Fate, string>> = {}
  const versions = new Map<Fate, number>()
  const at = (day: number, hour: number, minute = 0) => {
    app.clock.now = Date.UTC(2026, 10, day, hour - 7, minute)
  }
  const ask = async (...fates: Fate[]) => {
    for (const fate of fates) {
      const { status, body } = await book(app, { ...wishes[variant][fate], consent: '1' })
      assert.equal(status, 202, `${fate}: ${JSON.stringify(body)}`)
      made[fate] = body.code
      versions.set(fate, 1)
    }
  }
  const act = (fate: Fate) => {
    const version = versions.get(fate) ?? 0
    versions.set(fate, version + 1)
    return { code: made[fate] ?? '', version, actor: 'terminal' }
  }
  const mark = (fate: Fate, visit: Visit) => app.desk.mark({ ...act(fate), visit })
  const wish = async (fate: Fate, change: object) => {
    const { phone } = wishes[variant][fate]
    const response = await app.post(`/api/booking/${made[fate]}/change`, {
      phone_last4: String(phone).replaceAll(' ', '').slice(-4),
      consent: '1',
      ...change,
    })
    assert.equal(response.status, 202, `${fate}: ${await response.text()}`)
  }

  at(16, 9)
  await ask('finished', 'missed', 'seated', 'confirmed', 'moving', 'cancelling')
  await ask('declined', 'cancelled', 'onClosedDay')
  at(16, 9, 20)
  for (const fate of ['finished', 'missed', 'seated', 'confirmed', 'moving'] as const) {
    await app.desk.confirm(act(fate))
  }
  for (const fate of ['cancelling', 'cancelled', 'onClosedDay'] as const) {
    await app.desk.confirm(act(fate))
  }
  await app.desk.decline({ ...act('declined'), reason: 'Giờ đó chúng tôi đã kín chỗ.' })
  await app.desk.cancel({ ...act('cancelled'), reason: 'Chúng tôi gọi nhưng chưa liên lạc được.' })
  await app.desk.note({ ...act('confirmed'), note: 'Đặt cọc 1 triệu, xuất hóa đơn công ty.' })
  at(17, 18, 35)
  await mark('finished', 'seated')
  at(17, 19, 40)
  await mark('missed', 'no_show')
  at(17, 20, 10)
  await mark('finished', 'finished')

  at(20, 15, 30)
  await ask('late')
  await app.tellNews()
  const told = mailbox.mails.findLast(({ text }) => text.includes('/act/'))
  const actPath = /\/act\/[\w.-]+/.exec(told?.text ?? '')?.[0] ?? ''
  assert.notEqual(actPath, '')
  at(20, 17, 30)
  await ask('careful')
  await wish('moving', { kind: 'move', date: '2026-11-21', time: '18:00' })
  await wish('cancelling', { kind: 'cancel', note: 'Cả nhà bị ốm, xin lỗi quán.' })
  at(20, 18, 10)
  await mark('seated', 'seated')
  at(20, 18, 45)
  await ask('fresh')
  await askElse(app, variant)
  const block = { date: friday, at: 17 * 60, minutes: 240, reason: 'Chờ thợ sửa ghế' }
  const resource = variant === 'spa' ? 'room:rau-ma' : 'table:nha-3'
  await app.desk.block({ ...block, resource, actor: 'terminal' })
  mailbox.react(550)
  await app.tellNews()
  mailbox.react('take')
  at(20, 18, 50)
  return { ...(made as Record<Fate, string>), actPath }
}

/** Calls, readers and cards. */
async function askElse(app: Running, variant: Variant): Promise<void> {
  const lead = { ...people.yen, preferred_time: 'sau 18 giờ', message: 'Đặt tiệc 30 người' }
  const writes: [path: string, body: object][] = [
    ['/api/lead', { ...lead, email: undefined, consent: '1' }],
    ['/api/subscribe', { email: 'lan@example.com', consent: '1' }],
  ]
  const card = { kind: 'gift_card', amount: 500_000, delivery: 'zalo', recipient: 'Mai' }
  if (variant === 'spa') {
    writes.push(['/api/order', { ...people.ha, ...card, message: 'Chúc mừng!', consent: '1' }])
    writes.push(['/api/order', { ...people.bao, kind: 'membership', visits: 5, consent: '1' }])
  }
  for (const [path, body] of writes) {
    const response = await app.post(path, body)
    assert.ok(response.ok, `${path}: ${await response.text()}`)
  }
}
