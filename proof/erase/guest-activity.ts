/** Uses every feature as a guest through every client, and as staff for that guest. */
import type { TradeName } from '../../test/support/shop.ts'
import { dayAhead } from '../support/scratch.ts'
import type { ShopClients } from './clients.ts'
import { useOwnCard } from './own-card.ts'
import { waitForPlace } from './waiting.ts'

export type GuestFixture = {
  /** Occurs in everything that the guest writes, and nowhere else. */
  mark: string
  name: string
  /** Different spellings of the phone number. */
  phones: readonly [string, ...string[]]
  email: string
}

export type TradeFixture = {
  id: TradeName
  /** Fields of the booking for the API and for the URL of the site. */
  bookingFields: Record<string, string | number>
  /** Sensitive data that only this guest declares. */
  sensitiveFields: Record<string, string[]>
  tool: string
  /** The same fields as arguments of the tool. */
  toolArguments: Record<string, string | number>
  /** Text for the quick entry of the desk. */
  quickEntryText: string
  resource: string
  /** Whether the shop sells gift cards, and whether it has a bank account for deposits. */
  cards: boolean
  account: boolean
}

export const tradeFixtures: Record<TradeFixture['id'], TradeFixture> = {
  restaurant: {
    id: 'restaurant',
    bookingFields: { party_size: 2 },
    sensitiveFields: { allergens: ['sesame'] },
    tool: 'request_reservation',
    toolArguments: { party_size: 2 },
    quickEntryText: '2 người',
    resource: 'all',
    cards: false,
    account: true,
  },
  spa: {
    id: 'spa',
    bookingFields: { offerId: 'co-vai-gay' },
    sensitiveFields: { health: ['recent_surgery'] },
    tool: 'request_appointment',
    toolArguments: { service_id: 'co-vai-gay' },
    quickEntryText: 'cổ vai gáy',
    resource: 'all',
    cards: true,
    account: true,
  },
  salon: {
    id: 'salon',
    bookingFields: { offerId: 'cat-nu' },
    sensitiveFields: { health: ['scalp_condition'] },
    tool: 'request_appointment',
    toolArguments: { service_id: 'cat-nu' },
    quickEntryText: 'cắt nữ',
    resource: 'all',
    cards: false,
    account: false,
  },
}

/** An address that the mail server rejects with an error that contains it. */
export function rejectedMailAddress({ mark }: Pick<GuestFixture, 'mark'>): string {
  return `${mark}@refused.example`
}

/** Returns a different free start with each call. */
export type FindFreeSlot = () => Promise<{ date: string; time: string }>

/** Returns the codes of the bookings. */
export async function simulateGuest(
  clients: ShopClients,
  {
    cards,
    account,
    bookingFields,
    sensitiveFields,
    tool,
    toolArguments,
    quickEntryText,
  }: TradeFixture,
  { mark, name, phones, email }: GuestFixture,
  nextFreeSlot: FindFreeSlot,
): Promise<string[]> {
  let phoneIndex = 0
  const person = () => ({
    name,
    phone: phones[phoneIndex++ % phones.length] ?? phones[0],
    email,
  })
  const note = (of: string) => `${of}: ${mark} ${phones[0]}`
  const key = (of: string) => ({ 'idempotency-key': `${mark}-${of}-0001` })

  const byApi = await clients.api(
    '/api/booking',
    {
      ...bookingFields,
      ...sensitiveFields,
      ...person(),
      ...(await nextFreeSlot()),
      note: note('api'),
      consent: '1',
    },
    key('booking'),
  )
  const byAssistant = await clients.tool(tool, {
    ...toolArguments,
    ...person(),
    ...(await nextFreeSlot()),
    note: note('mcp'),
    consent: true,
    idempotency_key: `${mark}-mcp-0001`,
  })
  const bySite = await bookOnSite(
    clients,
    { ...bookingFields, ...(await nextFreeSlot()) },
    {
      ...person(),
      ...sensitiveFields,
      note: note('site'),
      consent: '1',
    },
  )
  const last4 = phones[0].replace(/\D/g, '').slice(-4)
  await clients.api(
    `/api/booking/${byApi.code}/change`,
    { kind: 'cancel', phone_last4: last4, note: note('change'), consent: '1' },
    key('change'),
  )
  await clients.api('/api/lead', {
    ...person(),
    message: note('lead'),
    preferred_time: `${mark} 18:00`,
    consent: '1',
  })
  await clients.tool('submit_contact_request', {
    ...person(),
    message: note('tool'),
    consent: true,
  })
  await clients.api('/api/subscribe', { email, name, consent: '1' }, key('newsletter'))
  await clients.api('/api/subscribe', { email: rejectedMailAddress({ mark }), name, consent: '1' })
  if (cards) await orderGiftCard(clients, person(), mark)
  await useOwnCard(clients, person(), mark)

  await submitStaffAction(clients, byAssistant.code, 'confirm')
  const deposit = account ? 'deposit_asked' : 'deposit_waived'
  await submitStaffAction(clients, byAssistant.code, deposit, { amount: '300000' })
  await submitStaffAction(clients, byAssistant.code, 'note', { note: note('desk') })
  await noteProfile(clients, byAssistant.code, [note('profile'), note('profile again')])
  await submitStaffAction(clients, bySite, 'decline', { own: note('declined') })
  const { date, time } = await nextFreeSlot()
  await clients.desk('/entry', {
    ...{
      date,
      time,
      name,
      phone: phones[0],
      note: note('entry'),
      line: `${quickEntryText} ${name}`,
    },
    ...{
      party: String(bookingFields.party_size ?? ''),
      offerId: String(bookingFields.offerId ?? ''),
    },
  })
  const waiting = { person: person(), bookingFields, key: key('waitlist') }
  await waitForPlace(clients, waiting, nextFreeSlot)
  await requestGuestData(clients, phones[1] ?? phones[0], name, note('register'))
  return [byApi.code, byAssistant.code, bySite]
}

/** Registers data requests of the guest, exports the data, and mentions the guest in a request of another person. */
async function requestGuestData(
  clients: ShopClients,
  phone: string,
  name: string,
  note: string,
): Promise<void> {
  const dataRequest = { way: 'phone', came_on: dayAhead(0) }
  await clients.desk('/guest-data/requests', {
    ...dataRequest,
    kind: 'see',
    contact: phone,
    name,
    note,
  })
  await clients.desk('/guest-data/requests', {
    ...dataRequest,
    kind: 'erase',
    contact: phone,
    name,
    note,
  })
  const friend = { contact: '0903 000 999', name: 'Bạn của khách', note: `Quen ${phone}` }
  await clients.desk('/guest-data/requests', { ...dataRequest, ...friend, kind: 'other' })
  await clients.desk('/guest-data/export', { guest: phone })
}

async function bookOnSite(
  clients: ShopClients,
  bookingFields: Record<string, string | number>,
  typed: Record<string, string | string[]>,
): Promise<string> {
  const chosen = Object.entries({ ...bookingFields, therapist: 'any', stylist: 'any' }).map(
    ([name, value]) => [name, String(value)],
  )
  const path = `/en/booking?${new URLSearchParams(chosen as [string, string][])}`
  const review = await clients.form(path, { ...typed, step: 'review' })
  const sent = await clients.next(review, { consent: '1', step: 'send' })
  const [, code] = /\/booking\/([A-Z0-9-]+)/.exec(sent.address) ?? []
  if (code === undefined) throw new Error(`The site did not accept the booking: ${sent.text}`)
  return code
}

async function orderGiftCard(clients: ShopClients, person: object, mark: string): Promise<void> {
  await clients.api('/api/order', {
    ...person,
    ...{ kind: 'gift_card', amount: 500_000, delivery: 'zalo', consent: '1' },
    ...{ recipient: `Minh ${mark}`, message: `Chúc mừng ${mark}` },
  })
}

/** Two notes, because the first one is kept for an undo; and the mark of a regular. */
async function noteProfile(
  clients: ShopClients,
  code: string,
  notes: readonly string[],
): Promise<void> {
  for (const [version, note] of notes.entries())
    await clients.desk(`/guests/${code}/note`, { version: String(version), note })
  await clients.desk(`/guests/${code}/regular`, { version: String(notes.length), regular: '1' })
}

async function submitStaffAction(
  clients: ShopClients,
  code: string,
  action: string,
  fields: Record<string, string> = {},
): Promise<void> {
  const page = await clients.readDesk(`/bookings/${code}`)
  const [, version = ''] = /name="version" value="(\d+)"/.exec(page) ?? []
  await clients.desk(`/bookings/${code}/${action}`, { version, ...fields })
}
