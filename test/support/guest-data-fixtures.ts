/** Guests who leave something of everything in a book, so that whatever is left of them can be found. */
import assert from 'node:assert/strict'
import { createOrderDesk } from '../../src/domain/orders/staff.ts'
import { type Erased, eraseGuest, type PrivacyParts } from '../../src/domain/privacy/erase.ts'
import { GuestObstacle, type Obstacle } from '../../src/domain/privacy/errors.ts'
import { exportGuest } from '../../src/domain/privacy/export.ts'
import { readGuest } from '../../src/domain/privacy/find-guest.ts'
import { book, massage } from './booking.ts'
import { bytesOf } from './database.ts'
import { type Running, secret } from './shop.ts'

/** Everything of hers has "zyxq" in it, but for the number. */
export const her = {
  name: 'Đỗ Zyxq Quỳnh',
  phone: '0987 123 654',
  email: 'Zyxq@example.com',
  consent: '1',
}
export const his = {
  name: 'Trần Văn Minh',
  phone: '0912 345 678',
  email: 'minh@example.com',
  consent: '1',
}

export const isHers = /zyxq|987123654|987 123 654|recent_surgery/i

/** What is hers in the bytes of a book, with a little of what is around it. */
export async function hitsIn(address: string): Promise<string[]> {
  const text = (await bytesOf(address)).toString('latin1')
  return text.match(new RegExp(`.{0,30}(?:${isHers.source}).{0,30}`, 'gis')) ?? []
}

export const refusedAs = (obstacle: Obstacle) => (error: unknown) =>
  error instanceof GuestObstacle && error.obstacle === obstacle

function partsOf({ store, desk, clock }: Running): PrivacyParts {
  const now = () => clock.now
  return { store, secret, now, desk, orders: createOrderDesk(store, now) }
}

export const eraseBy = (app: Running, written: string, cancel = false): Promise<Erased> =>
  eraseGuest(partsOf(app), readGuest(written), { cancel, actor: 'terminal' })

export const exportOf = (app: Running, written: string) =>
  exportGuest(app.store.read, readGuest(written), app.clock.now)

/** A booking with a note, health boxes and a wish, an order, a call, and the newsletter. */
export async function doEverything(
  app: Running,
  person: typeof her,
  mark: string,
  health: string,
  date = massage.date,
) {
  const key = { 'idempotency-key': `${mark}-0001` }
  const time = mark === 'zyxq' ? '10:00' : '14:00'
  const body = { ...massage, ...person, date, time, note: `${mark} dị ứng`, health: [health] }
  const { body: booking } = await book(app, body, key)
  assert.ok(booking.code, JSON.stringify(booking))
  const post = async (path: string, sent: object) => {
    const answer = await app.post(path, sent)
    assert.ok(answer.ok, await answer.clone().text())
    return (await answer.json()) as { code: string }
  }
  const last4 = person.phone.slice(-5).replace(' ', '')
  await post(`/api/booking/${booking.code}/change`, {
    ...{ kind: 'cancel', phone_last4: last4, note: `${mark} bận`, consent: '1' },
  })
  await post('/api/lead', { ...person, message: `${mark} hỏi`, preferred_time: `${mark} 18h` })
  await post('/api/subscribe', { email: person.email, name: person.name, consent: '1' })
  const order = await post('/api/order', {
    ...person,
    ...{ kind: 'gift_card', amount: 500_000, delivery: 'zalo' },
    ...{ recipient: `${mark} Hoa`, message: `${mark} chúc mừng` },
  })
  const act = (version: number) => ({ code: booking.code, version, actor: 'staff:1' })
  await app.desk.confirm(act(2))
  await app.desk.note({ ...act(3), note: `${mark} khách quen` })
  return { booking: booking.code, order: order.code }
}

export type Told = Record<string, unknown> & {
  marks?: string[]
  changes: { note: string }[]
  history: { by: string; action: string }[]
}
