/** Guests with data in every table, so that a test can find remains of it. */
import assert from 'node:assert/strict'
import { createBookingContext } from '../../src/domain/booking/context.ts'
import { createOrderActions } from '../../src/domain/orders/staff.ts'
import {
  type ErasureResult,
  eraseGuest,
  type PrivacyContext,
} from '../../src/domain/privacy/erase.ts'
import { PrivacyError, type PrivacyErrorCode } from '../../src/domain/privacy/errors.ts'
import { exportGuest } from '../../src/domain/privacy/export.ts'
import { parseGuestQuery } from '../../src/domain/privacy/find-guest.ts'
import { createWaitlistActions } from '../../src/domain/waitlist/staff.ts'
import { book, massage } from './booking.ts'
import { bytesOf } from './database.ts'
import { type RunningShop, secret } from './shop.ts'

/** All data of this guest contains "zyxq", except the phone number. */
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

export const guestDataPattern = /zyxq|987123654|987 123 654|recent_surgery/i

/** Occurrences of this guest's data in the bytes of a database, with some context. */
export async function findGuestData(address: string): Promise<string[]> {
  const text = (await bytesOf(address)).toString('latin1')
  return text.match(new RegExp(`.{0,30}(?:${guestDataPattern.source}).{0,30}`, 'gis')) ?? []
}

export const isPrivacyError = (code: PrivacyErrorCode) => (error: unknown) =>
  error instanceof PrivacyError && error.code === code

function partsOf({ store, desk, shop, clock }: RunningShop): PrivacyContext {
  const now = () => clock.now
  const waitlist = createWaitlistActions(store, createBookingContext(shop), now)
  return { store, secret, now, desk, orders: createOrderActions(store, now), waitlist }
}

export const eraseBy = (
  app: RunningShop,
  written: string,
  cancel = false,
): Promise<ErasureResult> =>
  eraseGuest(partsOf(app), parseGuestQuery(written), { cancel, actor: 'terminal' })

export const exportOf = (app: RunningShop, written: string) =>
  exportGuest(app.store.read, secret, parseGuestQuery(written), app.clock.now)

/** A booking with a note, health data and a change request, an order, a callback request, and the newsletter. */
export async function createFullGuestData(
  app: RunningShop,
  person: typeof her,
  marker: string,
  health: string,
  date = massage.date,
) {
  const key = { 'idempotency-key': `${marker}-0001` }
  const time = marker === 'zyxq' ? '10:00' : '14:00'
  const body = { ...massage, ...person, date, time, note: `${marker} dị ứng`, health: [health] }
  const { body: booking } = await book(app, body, key)
  assert.ok(booking.code, JSON.stringify(booking))
  const post = async (path: string, sent: object) => {
    const answer = await app.post(path, sent)
    assert.ok(answer.ok, await answer.clone().text())
    return (await answer.json()) as { code: string }
  }
  const last4 = person.phone.slice(-5).replace(' ', '')
  await post(`/api/booking/${booking.code}/change`, {
    ...{ kind: 'cancel', phone_last4: last4, note: `${marker} bận`, consent: '1' },
  })
  await post('/api/lead', { ...person, message: `${marker} hỏi`, preferred_time: `${marker} 18h` })
  await post('/api/subscribe', { email: person.email, name: person.name, consent: '1' })
  const order = await post('/api/order', {
    ...person,
    ...{ kind: 'gift_card', amount: 500_000, delivery: 'zalo' },
    ...{ recipient: `${marker} Hoa`, message: `${marker} chúc mừng` },
  })
  const staffAction = (version: number) => ({ code: booking.code, version, actor: 'staff:1' })
  await app.desk.confirm(staffAction(2))
  await app.desk.note({ ...staffAction(3), note: `${marker} khách quen` })
  return { booking: booking.code, order: order.code }
}

export type ExportedBooking = Record<string, unknown> & {
  answers?: Record<string, string[]>
  changes: { note: string }[]
  history: { by: string; action: string }[]
}
