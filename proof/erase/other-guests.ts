/** The other guests of the shop, of whom nothing may go. */
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

/** What most guests do: one booking, and something else. */
export async function simulateShortVisit(
  clients: ShopClients,
  { bookingFields, cards }: TradeFixture,
  { mark, name, phones, email }: GuestFixture,
  nextFreeSlot: FindFreeSlot,
): Promise<void> {
  const person = { name, phone: phones[0], consent: '1' }
  // Each from an address of his own: only so many may ask for the newsletter from one.
  const from = { 'x-forwarded-for': `2001:db8:${mark.replace(/\D/g, '')}::1` }
  const booking = {
    ...bookingFields,
    ...person,
    email,
    ...(await nextFreeSlot()),
    note: `Ghi chú ${mark}`,
  }
  await clients.api('/api/booking', booking)
  await clients.api('/api/lead', { ...person, message: `Xin hỏi ${mark}` })
  await clients.api('/api/subscribe', { email, consent: '1' }, from)
  const dataRequest = { kind: 'see', way: 'message', came_on: dayAhead(0), note: `Xin xem ${mark}` }
  await clients.desk('/guest-data/requests', { ...dataRequest, contact: phones[0], name })
  const card = { kind: 'gift_card', amount: 500_000, delivery: 'zalo' }
  if (cards) await clients.api('/api/order', { ...person, ...card })
}

/** The first free start of one day after another, again and again. */
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
    throw new Error('nothing is free any more')
  }
}
