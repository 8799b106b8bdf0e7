/** The other guests of the shop, of whom nothing may go. */
import { dayAhead, openDays } from '../support/scratch.ts'
import type { Server } from '../support/server.ts'
import type { Doors } from './clients.ts'
import type { Guest, Slots, Trade } from './guest-activity.ts'

export function other(place: number): Guest {
  const digits = String(10_000_000 + place * 7)
  return {
    mark: `other${place}`,
    name: `Khách Thứ ${place}`,
    phones: [`09${digits}`],
    email: `other${place}@example.com`,
  }
}

/** What most guests do: one booking, and something else. */
export async function visitOnce(
  doors: Doors,
  { wish, cards }: Trade,
  { mark, name, phones, email }: Guest,
  freeSlot: Slots,
): Promise<void> {
  const person = { name, phone: phones[0], consent: '1' }
  // Each from an address of his own: only so many may ask for the newsletter from one.
  const from = { 'x-forwarded-for': `2001:db8:${mark.replace(/\D/g, '')}::1` }
  const booking = { ...wish, ...person, email, ...(await freeSlot()), note: `Ghi chú ${mark}` }
  await doors.api('/api/booking', booking)
  await doors.api('/api/lead', { ...person, message: `Xin hỏi ${mark}` })
  await doors.api('/api/subscribe', { email, consent: '1' }, from)
  const asked = { kind: 'see', way: 'message', came_on: dayAhead(0), note: `Xin xem ${mark}` }
  await doors.desk('/guest-data/requests', { ...asked, contact: phones[0], name })
  const card = { kind: 'gift_card', amount: 500_000, delivery: 'zalo' }
  if (cards) await doors.api('/api/order', { ...person, ...card })
}

/** The first free start of one day after another, again and again. */
export function slotsAt(server: Server, { wish }: Trade): Slots {
  const days = openDays(3, 50)
  let turn = 0
  return async () => {
    for (let tries = 0; tries < days.length; tries++) {
      const date = days[turn++ % days.length] ?? ''
      const query = new URLSearchParams({ ...wish, date } as Record<string, string>)
      const { text } = await server.send('GET', `/api/availability?${query}`)
      const { slots = [] } = JSON.parse(text) as { slots?: { time: string }[] }
      const [slot] = slots
      if (slot) return { date, time: slot.time }
    }
    throw new Error('nothing is free any more')
  }
}
