/** Other guests, whose data must not change. */
import { dayAhead, openDays } from '../support/scratch.ts'
import type { Server } from '../support/server.ts'
import type { ShopClients } from './clients.ts'
import type { FindFreeSlot, GuestFixture, TradeFixture } from './guest-activity.ts'

export function createOtherGuest(index: number): GuestFixture {
  const digits = String(10_000_000 + index * 7)
  return {
    mark: `other${index}`,
    name: `Khách Thứ ${index}`,
    phones: [`09${digits}`],
    email: `other${index}@example.com`,
  }
}

/** A typical guest: one booking and one other action. */
export async function simulateShortVisit(
  clients: ShopClients,
  { bookingFields, cards }: TradeFixture,
  { mark, name, phones, email }: GuestFixture,
  nextFreeSlot: FindFreeSlot,
): Promise<void> {
  const person = { name, phone: phones[0], consent: '1' }
  // Each from a different address, because newsletter subscriptions are limited by address.
  const from = { 'x-forwarded-for': `2001:db8:${mark.replace(/\D/g, '')}::1` }
  const booking = {
    ...bookingFields,
    ...person,
    email,
    ...(await nextFreeSlot()),
    note: `Ghi chú ${mark}`,
  }
  const { code } = await clients.api('/api/booking', booking)
  await clients.desk(`/guests/${code}/note`, { version: '0', note: `Quen ${mark}` })
  await clients.api('/api/lead', { ...person, message: `Xin hỏi ${mark}` })
  await clients.api('/api/subscribe', { email, consent: '1' }, from)
  const dataRequest = { kind: 'see', way: 'message', came_on: dayAhead(0), note: `Xin xem ${mark}` }
  await clients.desk('/guest-data/requests', { ...dataRequest, contact: phones[0], name })
  const card = { kind: 'gift_card', amount: 500_000, delivery: 'zalo' }
  if (cards) await clients.api('/api/order', { ...person, ...card })
}

/** The first free start of each day, in turn. */
export function createSlotFinder(server: Server, { bookingFields }: TradeFixture): FindFreeSlot {
  const days = openDays(3, 50)
  let turn = 0
  return async () => {
    for (let tries = 0; tries < days.length; tries++) {
      const date = days[turn++ % days.length] ?? ''
      const query = new URLSearchParams({ ...bookingFields, date } as Record<string, string>)
      const { text } = await server.send('GET', `/api/availability?${query}`)
      const { slots = [] } = JSON.parse(text) as { slots?: { time: string }[] }
      const [slot] = slots
      if (slot) return { date, time: slot.time }
    }
    throw new Error('There is no free start.')
  }
}
