/** Row mapper of bookings: turns database columns into the names and types that the code uses. */
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import type { Quote } from '../pricing/quote.ts'
import type { Answers } from '../scheduling/guest-question.ts'
import type { Assignment, BookingRequestDetails } from '../scheduling/rules.ts'
import { isStaffRule, type StaffRule } from '../scheduling/staff-rules.ts'
import type { DepositState } from './deposit/state.ts'
import { type Status, withCurrentStatus } from './status.ts'

/** The guest can cancel by phone; staff then record it. */
export type CancelledBy = 'guest' | 'shop'

/** A row of `bookings` as the database returns it. `wish` stores the details, `given` the assignment, both as JSON. */
export type BookingRow = {
  id: string
  code: string
  status: Status
  reason: string | null
  /** Who cancelled a booking that staff have cancelled; null for other cancellations. */
  cancelled_by: CancelledBy | null
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
  /** JSON; null for bookings of versions without quotes. */
  quote: string | null
  /** The start for which the guest has said that they are coming. */
  coming_for: number | null
  /** 1 if staff must speak with the guest first. */
  call_first: number
  /** 0 if the request occupies no place until staff confirm it. */
  holds_place: number
  /** The rules that staff have set aside, separated by commas. */
  overrides: string
  /** The length of the stay that staff have agreed with the guest; null for that of the rules. */
  stay_minutes: number | null
  source: string
  locale: Locale
  version: number
  created_at: number
  updated_at: number
}

type ParsedColumns = 'wish' | 'given' | 'quote' | 'call_first' | 'holds_place' | 'overrides'

export type StoredBooking = Omit<BookingRow, ParsedColumns> & {
  details: BookingRequestDetails
  assignment: Assignment
  quote: Quote
  requiresStaffCall: boolean
  holdsPlace: boolean
  overrides: readonly StaffRule[]
}

/** Member by member: a copy of all others is slow for hundreds of rows. */
export function toStoredBooking(row: BookingRow): StoredBooking {
  return {
    id: row.id,
    code: row.code,
    status: row.status,
    reason: row.reason,
    cancelled_by: row.cancelled_by,
    visit: row.visit,
    offer_id: row.offer_id,
    date: row.date,
    time: row.time,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    party_size: row.party_size,
    deposit: row.deposit,
    deposit_state: row.deposit_state,
    coming_for: row.coming_for,
    stay_minutes: row.stay_minutes,
    source: row.source,
    locale: row.locale,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    details: parseDetailsColumn(row.wish),
    assignment: parseAssignmentColumn(row.given),
    quote: parseQuoteColumn(row.quote),
    requiresStaffCall: row.call_first === 1,
    holdsPlace: row.holds_place === 1,
    overrides: parseOverridesColumn(row.overrides),
  }
}

type DayColumns = 'id' | 'status' | 'visit' | 'starts_at' | 'party_size' | 'version' | 'coming_for'

/** A row of `bookings` with the columns that a whole day needs. */
export type DayRow = Pick<BookingRow, DayColumns | 'given'>

export function assignmentOf({ given }: DayRow): Assignment {
  return parseAssignmentColumn(given)
}

export const dayColumns = 'id, status, visit, starts_at, party_size, version, coming_for, given'

/** Whether the guest has said that they are coming at the time of the booking as it is now. */
export function isComing({ coming_for, starts_at }: Pick<BookingRow, 'coming_for' | 'starts_at'>) {
  return coming_for !== null && Number(coming_for) === starts_at
}

/** SQL condition: expected, or there. A pending request is open until its start. */
export const isOpenBooking =
  "status IN ('pending', 'confirmed') AND (visit IS NULL OR visit = 'seated')"

export function parseDetailsColumn(json: string): BookingRequestDetails {
  return JSON.parse(json) as BookingRequestDetails
}

export function parseAssignmentColumn(json: string): Assignment {
  return JSON.parse(json) as Assignment
}

export function parseOverridesColumn(list: string): StaffRule[] {
  return list.split(',').filter(isStaffRule)
}

export function parseQuoteColumn(json: string | null): Quote {
  return json === null ? {} : (JSON.parse(json) as Quote)
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

/** All answers of a booking as one JSON object; null without answers. */
export const answersColumn = `(SELECT '{' || string_agg('"' || question || '":' || answer, ',') || '}'
  FROM booking_answers WHERE booking_answers.booking_id = bookings.id) AS answers`

export type AnswersColumn = { answers: string | null }

export function parseAnswersColumn(json: string | null): Answers {
  return json === null ? {} : (JSON.parse(json) as Answers)
}

export async function loadAnswers(sql: Sql, bookingId: string): Promise<Answers> {
  const row = await sql.get<AnswersColumn>(
    `SELECT ${answersColumn} FROM bookings WHERE id = ?`,
    bookingId,
  )
  return parseAnswersColumn(row?.answers ?? null)
}

/** A booking with its guest, answers and open change request, as the database returns it. */
export type BookingViewRow = BookingRow & GuestColumns & ChangeRequestColumns & AnswersColumn

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
  change_kind: 'cancel' | 'move' | 'smaller_party' | 'larger_party' | null
  change_date: string | null
  change_time: string | null
  change_party: number | null
  change_note: string | null
  change_at: number | null
}

export type BookingView = StoredBooking & GuestColumns & ChangeRequestColumns & { answers: Answers }

export function toBookingView(row: BookingViewRow): BookingView {
  return {
    ...toStoredBooking(row),
    name: row.name,
    phone: row.phone,
    email: row.email,
    note: row.note,
    staff_note: row.staff_note,
    desk_note: row.desk_note,
    change_kind: row.change_kind,
    change_date: row.change_date,
    change_time: row.change_time,
    change_party: row.change_party,
    change_note: row.change_note,
    change_at: row.change_at,
    answers: parseAnswersColumn(row.answers),
  }
}
