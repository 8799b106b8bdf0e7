/** Everything that the shop stores about the guest with a phone number, for the page of the guest. */
import type { Sql } from '../../store/sql.ts'
import { findBookingsByIds } from '../booking/queries.ts'
import type { BookingView } from '../booking/rows.ts'
import { erasedName } from '../guest/fields.ts'
import { findLeadsByPhone, type LeadView } from '../leads/staff.ts'
import { findOrdersByPhone, type OrderView } from '../orders/staff.ts'
import { findEntriesByPhone, type WaitlistEntry } from '../waitlist/rows.ts'
import { isNoShow, isVisit } from './guest-marks.ts'
import { findProfile, type GuestProfile } from './profile.ts'

export type GuestRecord = {
  phone: string
  /** The name of the latest booking, order, callback request, entry of the waitlist or card. */
  name: string
  /** All names that were used with the number, the latest first. */
  names: readonly NameCount[]
  emails: readonly string[]
  profile: GuestProfile
  counts: BookingCounts
  /** The latest first. */
  bookings: readonly BookingView[]
  orders: readonly OrderView[]
  leads: readonly LeadView[]
  waiting: readonly WaitlistEntry[]
}

type NameCount = { name: string; times: number }

export type BookingCounts = {
  visits: number
  noShows: number
  cancelledByGuest: number
  cancelledByShop: number
  /** Declined or unanswered requests, and cancellations of which it is not known who made them. */
  notTaken: number
  /** Past bookings that staff have not marked. */
  unmarked: number
}

/** Undefined if nothing is stored about the number. */
export async function loadGuestRecord(
  sql: Sql,
  phone: string,
  now: number,
): Promise<GuestRecord | undefined> {
  const [names, emails, profile, counts, bookings, orders, leads, waiting] = await Promise.all([
    loadNames(sql, phone),
    loadEmails(sql, phone),
    findProfile(sql, phone),
    countBookings(sql, phone, now),
    loadBookings(sql, phone, now),
    findOrdersByPhone(sql, phone),
    findLeadsByPhone(sql, phone),
    findEntriesByPhone(sql, phone),
  ])
  const name = names[0]?.name
  if (name === undefined) return undefined
  return { phone, name, names, emails, profile, counts, bookings, orders, leads, waiting }
}

const maxNames = 12

/** Ids are ordered by creation time. */
function loadNames(sql: Sql, phone: string): Promise<NameCount[]> {
  return sql.all<NameCount>(
    `SELECT name, COUNT(*) AS times FROM (${contactRows('name')}) AS contacts
     WHERE name <> ? GROUP BY name ORDER BY MAX(id) DESC LIMIT ${maxNames}`,
    ...[...contactTables.map(() => phone), erasedName],
  )
}

async function loadEmails(sql: Sql, phone: string): Promise<string[]> {
  const rows = await sql.all<{ email: string }>(
    `SELECT email FROM (${contactRows('email')}) AS contacts
     WHERE email IS NOT NULL GROUP BY email ORDER BY MAX(id) DESC LIMIT ${maxNames}`,
    ...contactTables.map(() => phone),
  )
  return rows.map(({ email }) => email)
}

function contactRows(column: 'name' | 'email'): string {
  return contactTables
    .map(([table, id]) => `SELECT ${id} AS id, ${column} FROM ${table} WHERE phone = ?`)
    .join(' UNION ALL ')
}

/** Who has this number, with the ids by which the latest is found. */
const contactTables = [
  ['booking_guests', 'booking_id'],
  ['order_guests', 'order_id'],
  ['leads', 'id'],
  ['waitlist', 'id'],
  ['card_holders', 'card_id'],
] as const

async function countBookings(sql: Sql, phone: string, now: number): Promise<BookingCounts> {
  const count = (condition: string, name: string) =>
    `COUNT(CASE WHEN ${condition} THEN 1 END) AS ${name}`
  const row = await sql.get<Record<string, number>>(
    // CROSS JOIN makes SQLite start at the guests, of whom few have the same number.
    `SELECT ${[
      count(isVisit, 'visits'),
      count(isNoShow, 'no_shows'),
      count("cancelled_by = 'guest'", 'by_guest'),
      count("cancelled_by = 'shop'", 'by_shop'),
      count(
        "status = 'cancelled' AND cancelled_by IS NULL OR status = 'pending' AND starts_at <= ?",
        'not_taken',
      ),
      count("status = 'confirmed' AND visit IS NULL AND ends_at <= ?", 'unmarked'),
    ].join(', ')}
     FROM booking_guests CROSS JOIN bookings WHERE phone = ? AND bookings.id = booking_id`,
    now,
    now,
    phone,
  )
  return {
    visits: row?.visits ?? 0,
    noShows: row?.no_shows ?? 0,
    cancelledByGuest: row?.by_guest ?? 0,
    cancelledByShop: row?.by_shop ?? 0,
    notTaken: row?.not_taken ?? 0,
    unmarked: row?.unmarked ?? 0,
  }
}

const maxBookings = 60

async function loadBookings(sql: Sql, phone: string, now: number): Promise<BookingView[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT bookings.id AS id FROM booking_guests CROSS JOIN bookings
     WHERE phone = ? AND bookings.id = booking_id ORDER BY starts_at DESC LIMIT ${maxBookings}`,
    phone,
  )
  if (rows.length === 0) return []
  const bookings = await findBookingsByIds(
    sql,
    rows.map(({ id }) => id),
    now,
  )
  return bookings.toSorted(
    (one, other) => other.starts_at - one.starts_at || (one.id < other.id ? 1 : -1),
  )
}
