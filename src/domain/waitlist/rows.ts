/** Reads entries of the waitlist. */
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { parseDetailsColumn } from '../booking/rows.ts'
import type { Status } from '../booking/status.ts'
import type { BookingRequestDetails } from '../scheduling/rules.ts'
import type { WaitlistStatus } from './status.ts'

type WaitlistRow = {
  id: string
  code: string
  status: WaitlistStatus
  /** Only of guests at the door. */
  quoted_minutes: number | null
  offer_id: string
  /** The service day. */
  date: string
  /** The first and the last start that suit the guest. */
  starts_from: number
  starts_until: number
  party_size: number
  wish: string
  booking_id: string | null
  name: string
  phone: string
  email: string | null
  consent_version: string
  consent_text: string
  consented_at: number
  client: string
  source: string
  locale: Locale
  version: number
  created_at: number
  updated_at: number
}

export type WaitlistEntry = Omit<WaitlistRow, 'wish'> & { details: BookingRequestDetails }

function toEntry({ wish, ...row }: WaitlistRow): WaitlistEntry {
  return { ...row, details: parseDetailsColumn(wish) }
}

export async function findEntry(sql: Sql, code: string): Promise<WaitlistEntry | undefined> {
  const row = await sql.get<WaitlistRow>(
    'SELECT * FROM waitlist WHERE code = ?',
    normalizeCode(code),
  )
  return row && toEntry(row)
}

export async function findEntryById(sql: Sql, id: string): Promise<WaitlistEntry | undefined> {
  const row = await sql.get<WaitlistRow>('SELECT * FROM waitlist WHERE id = ?', id)
  return row && toEntry(row)
}

export async function findEntryByBooking(
  sql: Sql,
  bookingId: string,
): Promise<WaitlistEntry | undefined> {
  const row = await sql.get<WaitlistRow>(
    "SELECT * FROM waitlist WHERE booking_id = ? AND status = 'booked'",
    bookingId,
  )
  return row && toEntry(row)
}

export async function findEntriesByIds(sql: Sql, ids: readonly string[]): Promise<WaitlistEntry[]> {
  if (ids.length === 0) return []
  const marks = ids.map(() => '?').join(', ')
  const rows = await sql.all<WaitlistRow>(`SELECT * FROM waitlist WHERE id IN (${marks})`, ...ids)
  return rows.map(toEntry)
}

const maxEntriesOfGuest = 20

/** The latest first. */
export async function findEntriesByPhone(sql: Sql, phone: string): Promise<WaitlistEntry[]> {
  const rows = await sql.all<WaitlistRow>(
    `SELECT * FROM waitlist WHERE phone = ? ORDER BY id DESC LIMIT ${maxEntriesOfGuest}`,
    phone,
  )
  return rows.map(toEntry)
}

/** SQL condition: guests who still wait. */
const hasOpenStatus = "status IN ('waiting', 'offered')"

/** Guests who wait, in the order in which they came. */
export async function loadOpenEntries(sql: Sql, now: number): Promise<WaitlistEntry[]> {
  const rows = await sql.all<WaitlistRow>(
    `SELECT * FROM waitlist WHERE ${hasOpenStatus} AND starts_until > ? ORDER BY date, id`,
    now,
  )
  return rows.map(toEntry)
}

/** Entries whose last start has passed. */
export async function loadPastEntries(sql: Sql, now: number): Promise<WaitlistEntry[]> {
  const rows = await sql.all<WaitlistRow>(
    `SELECT * FROM waitlist WHERE ${hasOpenStatus} AND starts_until <= ? ORDER BY id`,
    now,
  )
  return rows.map(toEntry)
}

type BookingOfEntry = { code: string; status: Status; starts_at: number; ends_at: number }

/** The booking that came of an entry. */
export async function findBookingOf(
  sql: Sql,
  { booking_id }: Pick<WaitlistEntry, 'booking_id'>,
): Promise<BookingOfEntry | undefined> {
  if (booking_id === null) return undefined
  return sql.get<BookingOfEntry>(
    'SELECT code, status, starts_at, ends_at FROM bookings WHERE id = ?',
    booking_id,
  )
}

/** The job that closes an entry runs a little later than its time. */
export function currentStatus(
  { status, starts_until }: Pick<WaitlistEntry, 'status' | 'starts_until'>,
  now: number,
): WaitlistStatus {
  const isOpen = status === 'waiting' || status === 'offered'
  return isOpen && starts_until <= now ? 'expired' : status
}

/** Whether the guest still waits. */
export function isOpenEntry(
  entry: Pick<WaitlistEntry, 'status' | 'starts_until'>,
  now: number,
): boolean {
  const status = currentStatus(entry, now)
  return status === 'waiting' || status === 'offered'
}

/** Guests at the door wait for the next place; all others for a time. */
export function isAtDoor({ quoted_minutes }: Pick<WaitlistEntry, 'quoted_minutes'>): boolean {
  return quoted_minutes !== null
}
