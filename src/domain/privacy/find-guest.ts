/** Who is meant by a phone number or a mail address, and what is kept of him. */
import { parsePhone } from '../../kernel/phone.ts'
import type { Sql } from '../../store/sql.ts'
import { PrivacyError } from './errors.ts'

/** A phone as it is kept, or a mail address in small letters. */
export type GuestQuery = { by: 'phone' | 'email'; value: string }

export type GuestRows = {
  bookings: string[]
  orders: string[]
  leads: string[]
  subscribers: string[]
  /** What he asked for about his data. */
  requests: string[]
  /** By which he can be reached, and nobody else whom we know. */
  phones: string[]
  emails: string[]
  /** What is kept under the same phone or address, but also under another: it may be another's. */
  elsewhere: number
}

export function parseGuestQuery(written: string): GuestQuery {
  const phone = parsePhone(written)
  if (phone !== undefined) return { by: 'phone', value: phone }
  const email = written.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new PrivacyError('not_understood')
  return { by: 'email', value: email }
}

type Contact = { id: string; phone: string; email: string | null }

/** Whoever leaves both a name and a phone. */
const contacts = {
  bookings: 'SELECT booking_id AS id, phone, LOWER(email) AS email FROM booking_guests',
  orders: 'SELECT order_id AS id, phone, LOWER(email) AS email FROM order_guests',
  leads: 'SELECT id, phone, LOWER(email) AS email FROM leads',
} as const

export async function findGuest(sql: Sql, { by, value }: GuestQuery): Promise<GuestRows> {
  const column = { phone: 'phone', email: 'LOWER(email)' }
  const otherType = { phone: 'email', email: 'phone' } as const
  const under = (table: keyof typeof contacts, contactType: GuestQuery['by'], contact: string) =>
    sql.all<Contact>(`${contacts[table]} WHERE ${column[contactType]} = ?`, contact)

  const bookings = await under('bookings', by, value)
  const orders = await under('orders', by, value)
  const leads = await under('leads', by, value)
  const all = [...bookings, ...orders, ...leads]

  const also = new Set(all.map((one) => one[otherType[by]]))
  const ownContacts: string[] = []
  let elsewhere = 0
  for (const contact of also) {
    if (!contact) continue
    const found = [
      ...(await under('bookings', otherType[by], contact)),
      ...(await under('orders', otherType[by], contact)),
      ...(await under('leads', otherType[by], contact)),
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
