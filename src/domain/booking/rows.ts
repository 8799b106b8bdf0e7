/** Row mapper of bookings: turns database columns into the names and types that the code uses. */
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import type { Assignment, BookingRequestDetails } from '../scheduling/rules.ts'
import type { DepositState } from './deposit/state.ts'
import { type Status, withCurrentStatus } from './status.ts'

/** A row of `bookings` as the database returns it. `wish` stores the details, `given` the assignment, both as JSON. */
export type BookingRow = {
  id: string
  code: string
  status: Status
  reason: string | null
  visit: string | null
  offer_id: string
  date: string
  time: string
  starts_at: number
  ends_at: number
  party_size: number
  wish: string
  given: string
  /** In dong. Like its state, null until staff have changed the deposit. */
  deposit: number | null
  deposit_state: DepositState | null
  source: string
  locale: Locale
  version: number
  created_at: number
  updated_at: number
}

export type StoredBooking = Omit<BookingRow, 'wish' | 'given'> & {
  details: BookingRequestDetails
  assignment: Assignment
}

/** Keeps further columns of a join. */
export function toStoredBooking<Row extends BookingRow>({
  wish,
  given,
  ...columns
}: Row): Omit<Row, 'wish' | 'given'> & StoredBooking {
  return { ...columns, details: parseDetailsColumn(wish), assignment: parseAssignmentColumn(given) }
}

export function parseDetailsColumn(json: string): BookingRequestDetails {
  return JSON.parse(json) as BookingRequestDetails
}

export function parseAssignmentColumn(json: string): Assignment {
  return JSON.parse(json) as Assignment
}

export async function findBooking(
  sql: Sql,
  code: string,
  now: number,
): Promise<StoredBooking | undefined> {
  const row = await findBookingRow(sql, code)
  return row && withCurrentStatus(toStoredBooking(row), now)
}

export function findBookingRow(sql: Sql, code: string): Promise<BookingRow | undefined> {
  return sql.get<BookingRow>('SELECT * FROM bookings WHERE code = ?', normalizeCode(code))
}

/** A booking with its guest, sensitive flags and open change request, as the database returns it. */
export type BookingViewRow = BookingRow & GuestColumns & ChangeRequestColumns & HealthColumns

type GuestColumns = {
  name: string
  phone: string
  email: string | null
  note: string | null
  staff_note: string | null
  desk_note: string | null
}

/** All null without an open change request. */
type ChangeRequestColumns = {
  change_kind: 'cancel' | 'move' | 'smaller_party' | null
  change_date: string | null
  change_time: string | null
  change_party: number | null
  change_note: string | null
  change_at: number | null
}

/** Columns of `booking_health`: no row if the guest declared nothing and staff need not call. `marks` is JSON. */
type HealthColumns = { marks: string | null; needs_attention: number | null }

export type BookingView = StoredBooking &
  GuestColumns &
  ChangeRequestColumns & { sensitiveFlags: readonly string[]; requiresStaffCall: boolean }

export function toBookingView({ marks, needs_attention, ...row }: BookingViewRow): BookingView {
  return {
    ...toStoredBooking(row),
    sensitiveFlags: marks === null ? [] : (JSON.parse(marks) as string[]),
    requiresStaffCall: needs_attention === 1,
  }
}
