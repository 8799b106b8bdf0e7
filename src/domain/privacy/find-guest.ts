/** Who is meant by a phone number or a mail address, and what is kept of him. */
import { readPhone } from '../../kernel/phone.ts'
import type { Sql } from '../../store/sql.ts'
import { GuestObstacle } from './errors.ts'

/** A phone as it is kept, or a mail address in small letters. */
export type Asked = { by: 'phone' | 'email'; value: string }

export type KeptOf = {
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

export function readGuest(written: string): Asked {
  const phone = readPhone(written)
  if (phone !== undefined) return { by: 'phone', value: phone }
  const email = written.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new GuestObstacle('not_understood')
  return { by: 'email', value: email }
}

type Contact = { id: string; phone: string; email: string | null }

/** Whoever leaves both a name and a phone. */
const contacts = {
  bookings: 'SELECT booking_id AS id, phone, LOWER(email) AS email FROM booking_guests',
  orders: 'SELECT order_id AS id, phone, LOWER(email) AS email FROM order_guests',
  leads: 'SELECT id, phone, LOWER(email) AS email FROM leads',
} as const

export async function findGuest(sql: Sql, { by, value }: Asked): Promise<KeptOf> {
  const column = { phone: 'phone', email: 'LOWER(email)' }
  const other = { phone: 'email', email: 'phone' } as const
  const under = (table: keyof typeof contacts, way: Asked['by'], reached: string) =>
    sql.all<Contact>(`${contacts[table]} WHERE ${column[way]} = ?`, reached)

  const bookings = await under('bookings', by, value)
  const orders = await under('orders', by, value)
  const leads = await under('leads', by, value)
  const all = [...bookings, ...orders, ...leads]

  const also = new Set(all.map((one) => one[other[by]]))
  const his: string[] = []
  let elsewhere = 0
  for (const reached of also) {
    if (!reached) continue
    const found = [
      ...(await under('bookings', other[by], reached)),
      ...(await under('orders', other[by], reached)),
      ...(await under('leads', other[by], reached)),
    ]
    const foreign = found.filter((one) => one[by] !== value).length
    if (foreign === 0) his.push(reached)
    elsewhere += foreign
  }
  const emails = by === 'email' ? [value] : his
  const phones = by === 'phone' ? [value] : his
  return {
    bookings: idsOf(bookings),
    orders: idsOf(orders),
    leads: idsOf(leads),
    subscribers: await subscribersAt(sql, emails),
    requests: await requestsBy(sql, [...phones, ...emails]),
    phones,
    emails,
    elsewhere,
  }
}

export function isNothing(kept: KeptOf): boolean {
  const { bookings, orders, leads, subscribers, requests } = kept
  return [bookings, orders, leads, subscribers, requests].every(({ length }) => length === 0)
}

function idsOf(found: readonly { id: string }[]): string[] {
  return found.map(({ id }) => id)
}

async function subscribersAt(sql: Sql, emails: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    emails.map((email) =>
      sql.all<{ id: string }>('SELECT id FROM subscribers WHERE email = ?', email),
    ),
  )
  return idsOf(found.flat())
}

async function requestsBy(sql: Sql, contacts: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    contacts.map((contact) =>
      sql.all<{ id: string }>('SELECT id FROM guest_requests WHERE contact = ?', contact),
    ),
  )
  return idsOf(found.flat())
}
