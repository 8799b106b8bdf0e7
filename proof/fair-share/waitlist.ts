/** An attacker fills the waitlist of a full evening: from one address, and with one phone number from many addresses. */

import type { RunningShop } from '../../test/support/shop.ts'
import { phoneOf } from '../support/clients.ts'
import { type Sent, type Shops, saturday } from './shops.ts'

/** The defaults of the product, written here again: entries that one phone number or one address may have. */
const maxOpen = { phone: 3, address: 5 }

export async function attackWaitlist(shops: Shops, tries: number): Promise<string[]> {
  const [app] = shops.apps
  if (!app) return ['there is no shop']
  await blockEvening(app)
  const byAddress = await sendAll(tries, (index) =>
    shops.join({ address: '198.51.100.1' }, { ...entry, phone: phoneOf(2_000 + index) }),
  )
  const byPhone = await sendAll(tries, (index) =>
    shops.join({ address: `203.0.113.${index + 1}` }, { ...entry, phone: '0912345678' }),
  )
  const guest = await shops.join({ address: '192.0.2.1' }, { ...entry, phone: phoneOf(1) })
  return [
    ...checkAccepted('one address', byAddress, maxOpen.address),
    ...checkAccepted('one phone number', byPhone, maxOpen.phone),
    ...(guest.status === 202 ? [] : [`another guest got status ${guest.status} ${guest.problem}`]),
  ]
}

const entry = { date: saturday, from: '18:00', to: '19:00' }

function sendAll(tries: number, send: (index: number) => Promise<Sent>): Promise<Sent[]> {
  return Promise.all(Array.from({ length: tries }, (_, index) => send(index)))
}

async function blockEvening(app: RunningShop): Promise<void> {
  const blocks = app.shop.booking.resources.map(({ id: resource }) => ({
    ...{ resource, date: saturday, at: 17 * 60, minutes: 300, reason: 'Tiệc' },
  }))
  await app.desk.blockAll(blocks, 'staff:1')
}

function checkAccepted(who: string, sent: readonly Sent[], max: number): string[] {
  const accepted = sent.filter(({ status }) => status === 202).length
  const others = sent.filter(({ status }) => status !== 202 && status !== 429)
  return [
    ...(accepted === max ? [] : [`${accepted} entries of ${who}`]),
    ...others.slice(0, 1).map(({ status, problem }) => `${who}: status ${status} ${problem}`),
  ]
}
