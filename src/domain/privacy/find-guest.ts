/** Finds all rows of the guest with a phone number or an email address. */
import { parsePhone } from '../../kernel/phone.ts'
import type { Sql } from '../../store/sql.ts'
import { PrivacyError } from './errors.ts'

/** A normalized phone number, or an email address in lower case. */
export type GuestQuery = { by: 'phone' | 'email'; value: string }

export type GuestRows = {
  bookings: string[]
  orders: string[]
  leads: string[]
  subscribers: string[]
  /** Data subject requests. */
  requests: string[]
  /** Contacts that belong to this guest and to no other known one. */
  phones: string[]
  emails: string[]
  /** Number of rows with one of these contacts and a different one; they may belong to another guest. */
  elsewhere: number
}

export function parseGuestQuery(input: string): GuestQuery {
  const phone = parsePhone(input)
  if (phone !== undefined) return { by: 'phone', value: phone }
  const email = input.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new PrivacyError('not_understood')
  return { by: 'email', value: email }
}

type Contact = { id: string; phone: string; email: string | null }

const contacts = {
  bookings: 'SELECT booking_id AS id, phone, LOWER(email) AS email FROM booking_guests',
  orders: 'SELECT order_id AS id, phone, LOWER(email) AS email FROM order_guests',
  leads: 'SELECT id, phone, LOWER(email) AS email FROM leads',
} as const

export async function findGuest(sql: Sql, { by, value }: GuestQuery): Promise<GuestRows> {
  const column = { phone: 'phone', email: 'LOWER(email)' }
  const otherType = { phone: 'email', email: 'phone' } as const
  const findByContact = (
    table: keyof typeof contacts,
    contactType: GuestQuery['by'],
    contact: string,
  ) => sql.all<Contact>(`${contacts[table]} WHERE ${column[contactType]} = ?`, contact)

  const bookings = await findByContact('bookings', by, value)
  const orders = await findByContact('orders', by, value)
  const leads = await findByContact('leads', by, value)
  const all = [...bookings, ...orders, ...leads]

  const otherContacts = new Set(all.map((one) => one[otherType[by]]))
  const ownContacts: string[] = []
  let elsewhere = 0
  for (const contact of otherContacts) {
    if (!contact) continue
    const found = [
      ...(await findByContact('bookings', otherType[by], contact)),
      ...(await findByContact('orders', otherType[by], contact)),
      ...(await findByContact('leads', otherType[by], contact)),
    ]
    const foreign = found.filter((one) => one[by] !== value).length
    if (foreign === 0) ownContacts.push(contact)
    elsewhere += foreign
  }
  const emails = by === 'email' ? [value] : ownContacts
  const phones = by === 'phone' ? [value] : ownContacts
  return {
    bookings: idsOf(bookings),
    orders: idsOf(orders),
    leads: idsOf(leads),
    subscribers: await findSubscribers(sql, emails),
    requests: await findDataRequests(sql, [...phones, ...emails]),
    phones,
    emails,
    elsewhere,
  }
}

export function isEmpty(guestRows: GuestRows): boolean {
  const { bookings, orders, leads, subscribers, requests } = guestRows
  return [bookings, orders, leads, subscribers, requests].every(({ length }) => length === 0)
}

function idsOf(found: readonly { id: string }[]): string[] {
  return found.map(({ id }) => id)
}

async function findSubscribers(sql: Sql, emails: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    emails.map((email) =>
      sql.all<{ id: string }>('SELECT id FROM subscribers WHERE email = ?', email),
    ),
  )
  return idsOf(found.flat())
}

async function findDataRequests(sql: Sql, contacts: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    contacts.map((contact) =>
      sql.all<{ id: string }>('SELECT id FROM guest_requests WHERE contact = ?', contact),
    ),
  )
  return idsOf(found.flat())
}
