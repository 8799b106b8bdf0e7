/** Everything a guest can do, and what staff do with it, by every door there is. */
import type { Variant } from '../../test/support/shop.ts'
import { dayAhead } from '../support/scratch.ts'
import type { Doors } from './clients.ts'

export type Guest = {
  /** Stands in everything that he writes, and nowhere else. */
  mark: string
  name: string
  /** As he writes it, each time otherwise. */
  phones: readonly [string, ...string[]]
  email: string
}

export type Trade = {
  variant: Variant
  /** What is booked, as a request of the API and as an address of the site. */
  wish: Record<string, string | number>
  /** What he tells of his body, and nobody else does. */
  marks: Record<string, string[]>
  tool: string
  /** The wish in the words of the tool. */
  asked: Record<string, string | number>
  /** The line that staff type. */
  line: string
  resource: string
  /** Whether cards can be ordered there, and whether there is an account to ask for a deposit. */
  cards: boolean
  account: boolean
}

export const trades: Record<Trade['variant'], Trade> = {
  restaurant: {
    variant: 'restaurant',
    wish: { party_size: 2 },
    marks: { allergens: ['sesame'] },
    tool: 'request_reservation',
    asked: { party_size: 2 },
    line: '2 người',
    resource: 'all',
    cards: false,
    account: true,
  },
  spa: {
    variant: 'spa',
    wish: { offerId: 'co-vai-gay' },
    marks: { health: ['recent_surgery'] },
    tool: 'request_appointment',
    asked: { service_id: 'co-vai-gay' },
    line: 'cổ vai gáy',
    resource: 'all',
    cards: true,
    account: true,
  },
  salon: {
    variant: 'salon',
    wish: { offerId: 'cat-nu' },
    marks: { health: ['scalp_condition'] },
    tool: 'request_appointment',
    asked: { service_id: 'cat-nu' },
    line: 'cắt nữ',
    resource: 'all',
    cards: false,
    account: false,
  },
}

/** Where his mail is refused, with the address in the words of the refusal. */
export function refusedAddress({ mark }: Pick<Guest, 'mark'>): string {
  return `${mark}@refused.example`
}

/** A free start, another one each time. */
export type Slots = () => Promise<{ date: string; time: string }>

/** The codes of his bookings. */
export async function liveThrough(
  doors: Doors,
  { cards, account, wish, marks, tool, asked, line }: Trade,
  { mark, name, phones, email }: Guest,
  freeSlot: Slots,
): Promise<string[]> {
  let spelled = 0
  const person = () => ({
    name,
    phone: phones[spelled++ % phones.length] ?? phones[0],
    email,
  })
  const note = (of: string) => `${of}: ${mark} ${phones[0]}`
  const key = (of: string) => ({ 'idempotency-key': `${mark}-${of}-0001` })

  const byApi = await doors.api(
    '/api/booking',
    { ...wish, ...marks, ...person(), ...(await freeSlot()), note: note('api'), consent: '1' },
    key('booking'),
  )
  const byAssistant = await doors.tool(tool, {
    ...asked,
    ...person(),
    ...(await freeSlot()),
    note: note('mcp'),
    consent: true,
    idempotency_key: `${mark}-mcp-0001`,
  })
  const bySite = await onTheSite(
    doors,
    { ...wish, ...(await freeSlot()) },
    {
      ...person(),
      ...marks,
      note: note('site'),
      consent: '1',
    },
  )
  const last4 = phones[0].replace(/\D/g, '').slice(-4)
  await doors.api(
    `/api/booking/${byApi.code}/change`,
    { kind: 'cancel', phone_last4: last4, note: note('change'), consent: '1' },
    key('change'),
  )
  await doors.api('/api/lead', {
    ...person(),
    message: note('lead'),
    preferred_time: `${mark} 18:00`,
    consent: '1',
  })
  await doors.tool('submit_contact_request', { ...person(), message: note('tool'), consent: true })
  await doors.api('/api/subscribe', { email, name, consent: '1' }, key('newsletter'))
  await doors.api('/api/subscribe', { email: refusedAddress({ mark }), name, consent: '1' })
  if (cards) await order(doors, person(), mark)

  await staffAct(doors, byAssistant.code, 'confirm')
  const deposit = account ? 'deposit_asked' : 'deposit_waived'
  await staffAct(doors, byAssistant.code, deposit, { amount: '300000' })
  await staffAct(doors, byAssistant.code, 'note', { note: note('desk') })
  await staffAct(doors, bySite, 'decline', { own: note('declined') })
  const { date, time } = await freeSlot()
  await doors.desk('/entry', {
    ...{ date, time, name, phone: phones[0], note: note('entry'), line: `${line} ${name}` },
    ...{ party: String(wish.party_size ?? ''), offerId: String(wish.offerId ?? '') },
  })
  await askAboutData(doors, phones[1] ?? phones[0], name, note('register'))
  return [byApi.code, byAssistant.code, bySite]
}

/** He asks what is kept and is given it; somebody else's request names him. */
async function askAboutData(
  doors: Doors,
  phone: string,
  name: string,
  note: string,
): Promise<void> {
  const asked = { way: 'phone', came_on: dayAhead(0) }
  await doors.desk('/guest-data/requests', { ...asked, kind: 'see', contact: phone, name, note })
  await doors.desk('/guest-data/requests', { ...asked, kind: 'erase', contact: phone, name, note })
  const friend = { contact: '0903 000 999', name: 'Bạn của khách', note: `Quen ${phone}` }
  await doors.desk('/guest-data/requests', { ...asked, ...friend, kind: 'other' })
  await doors.desk('/guest-data/export', { guest: phone })
}

async function onTheSite(
  doors: Doors,
  wish: Record<string, string | number>,
  typed: Record<string, string | string[]>,
): Promise<string> {
  const chosen = Object.entries({ ...wish, therapist: 'any', stylist: 'any' }).map(
    ([name, value]) => [name, String(value)],
  )
  const path = `/en/booking?${new URLSearchParams(chosen as [string, string][])}`
  const review = await doors.form(path, { ...typed, step: 'review' })
  const sent = await doors.next(review, { step: 'send' })
  const [, code] = /\/booking\/([A-Z0-9-]+)/.exec(sent.address) ?? []
  if (code === undefined) throw new Error(`the site did not take the booking: ${sent.text}`)
  return code
}

async function order(doors: Doors, person: object, mark: string): Promise<void> {
  await doors.api('/api/order', {
    ...person,
    ...{ kind: 'gift_card', amount: 500_000, delivery: 'zalo', consent: '1' },
    ...{ recipient: `Minh ${mark}`, message: `Chúc mừng ${mark}` },
  })
}

async function staffAct(
  doors: Doors,
  code: string,
  act: string,
  fields: Record<string, string> = {},
): Promise<void> {
  const page = await doors.look(`/bookings/${code}`)
  const [, version = ''] = /name="version" value="(\d+)"/.exec(page) ?? []
  await doors.desk(`/bookings/${code}/${act}`, { version, ...fields })
}
