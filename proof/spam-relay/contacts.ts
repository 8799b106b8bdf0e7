/** First contacts of strangers: every write that can cause an email, through every client, with typed text. */

import type { ShopClients } from '../erase/clients.ts'
import { type FindFreeSlot, tradeFixtures } from '../erase/guest-activity.ts'
import type { Random } from '../support/random.ts'

export type Contact = {
  /** For example `booking by form`. */
  way: string
  email: string
}

type TypedTexts = { name: string; note: string; recipient: string; message: string }

type Write = (
  clients: ShopClients,
  contact: { email: string; typed: TypedTexts },
  nextFreeSlot: FindFreeSlot,
) => Promise<unknown>

const { bookingFields, tool, toolArguments } = tradeFixtures.spa
const phone = '0912 345 678'
const giftCard = { amount: 500_000, delivery: 'zalo' }
const membership = { visits: 5 }

/** The spa has all of them. */
export const writes: Readonly<Record<string, Write>> = {
  'booking by API': async (clients, { email, typed: { name, note } }, nextFreeSlot) =>
    clients.api('/api/booking', {
      ...{ ...bookingFields, name, note, phone, email, consent: '1' },
      ...(await nextFreeSlot()),
    }),
  'booking by assistant': async (clients, { email, typed: { name, note } }, nextFreeSlot) =>
    clients.tool(tool, {
      ...{ ...toolArguments, name, note, phone, email, consent: true },
      ...(await nextFreeSlot()),
    }),
  'booking by form': async (clients, { email, typed: { name, note } }, nextFreeSlot) => {
    const chosen = { ...bookingFields, ...(await nextFreeSlot()), therapist: 'any' }
    const path = `/en/booking?${new URLSearchParams(chosen as Record<string, string>)}`
    return sendForm(clients, path, { name, note, phone, email })
  },
  'gift card by API': (clients, { email, typed: { note: _, ...typed } }) =>
    clients.api('/api/order', {
      ...{ kind: 'gift_card', ...giftCard, ...typed, phone, email, consent: '1' },
    }),
  'gift card by assistant': (clients, { email, typed: { note: _, ...typed } }) =>
    clients.tool('request_gift_card', { ...giftCard, ...typed, phone, email, consent: true }),
  'gift card by form': (clients, { email, typed: { note: _, ...typed } }) =>
    sendForm(clients, '/gift-cards/order', {
      amount: '500000',
      ...typed,
      phone,
      email,
      delivery: 'zalo',
    }),
  'membership by API': (clients, { email, typed: { name } }) =>
    clients.api('/api/order', {
      kind: 'membership',
      ...membership,
      name,
      phone,
      email,
      consent: '1',
    }),
  'membership by assistant': (clients, { email, typed: { name } }) =>
    clients.tool('request_membership', { ...membership, name, phone, email, consent: true }),
  'membership by form': (clients, { email, typed: { name } }) =>
    sendForm(clients, '/memberships/order', { visits: '5', name, phone, email }),
  'newsletter by API': (clients, { email, typed: { name } }) =>
    clients.api('/api/subscribe', { email, name, consent: '1' }),
  'newsletter by form': (clients, { email }) => sendForm(clients, '/newsletter', { email }),
  'callback by API': (clients, { email, typed: { name, message } }) =>
    clients.api('/api/lead', {
      name,
      phone,
      email,
      message,
      preferred_time: message,
      consent: '1',
    }),
  'callback by assistant': (clients, { email, typed: { name, message } }) =>
    clients.tool('submit_contact_request', { name, phone, email, message, consent: true }),
  'callback by form': (clients, { typed: { name, message } }) =>
    sendForm(clients, '/contact/call-back', { name, phone, message }),
}

/** A callback request causes no email to the guest. */
export const waysWithEmail = Object.keys(writes).filter((way) => !way.startsWith('callback'))

async function sendForm(
  clients: ShopClients,
  path: string,
  fields: Record<string, string>,
): Promise<void> {
  const review = await clients.form(path, { ...fields, step: 'review' })
  const sent = await clients.next(review, { consent: '1', step: 'send' })
  if (/<input[^>]+name="consent"/.test(sent.text)) throw new Error(`${path} was not accepted`)
}

/** Ways in which a stranger could abuse a field; some of them are rejected. `%` is the marked word. */
const hostileTexts = [
  'Nguyễn Thị %',
  'Mua ngay https://evil.example/%',
  '%@evil.example',
  '% 0900 123 456',
  'Lan\r\nBcc: %@evil.example',
  'Lan\n\n% gửi bạn',
  'Lаn %',
  '\u202E%',
  'Lan\u200B%',
  '"%" <info@evil.example>',
  '=?utf-8?Q?%?=',
  'Lan; % , x:y',
  '<a href="https://evil.example">%</a>',
  'Lan\\nATTENDEE:mailto:%@evil.example',
] as const

/** Text that is rejected is replaced by a plain one, as a stranger would do. */
export async function sendContact(
  clients: ShopClients,
  { way, email }: Contact,
  word: (field: string) => string,
  random: Random,
  nextFreeSlot: FindFreeSlot,
): Promise<'accepted' | 'rejected first'> {
  const write = writes[way]
  if (!write) throw new Error(`There is no write ${way}.`)
  const typedWith = (template: () => string): TypedTexts => ({
    name: template().replace('%', word('name')),
    note: template().replace('%', word('note')),
    recipient: template().replace('%', word('recipient')),
    message: template().replace('%', word('message')),
  })
  try {
    await write(clients, { email, typed: typedWith(() => random.pick(hostileTexts)) }, nextFreeSlot)
    return 'accepted'
  } catch {
    await write(clients, { email, typed: typedWith(() => 'Nguyễn Thị %') }, nextFreeSlot)
    return 'rejected first'
  }
}
