/** A guest asks to cancel, to move or to come with fewer. It is recorded; staff act on it. */
import { newId } from '../../kernel/id.ts'
import { missingFieldError, unknownFieldErrors } from '../../kernel/input.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../store/sql.ts'
import type { Consent } from '../guest/fields.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import { allocate } from '../scheduling/allocate.ts'
import type { BookingRequestDetails, BookingRules } from '../scheduling/rules.ts'
import { findAlternatives } from './alternatives.ts'
import { loadDayOccupancy } from './occupancy-cache.ts'
import { assertNotClosedByStaff, requireStart } from './request.ts'
import { type BookingRow, bookingNotFound, findBooking } from './status.ts'

export const changeKinds = ['cancel', 'move', 'smaller_party'] as const

export type ChangeRequestInput = {
  code: string
  /** Absent where the caller need not give it. */
  phoneLast4: string | undefined
  kind: (typeof changeKinds)[number]
  date: string | undefined
  time: string | undefined
  partySize: number | undefined
  note: string | undefined
  consent: Consent
  source: string
}

export type ChangeRequest = ChangeRequestInput & { booking: BookingRow }

export async function evaluateChangeRequest(
  sql: Sql,
  rules: BookingRules,
  request: ChangeRequestInput,
  now: number,
): Promise<ChangeRequest> {
  const booking = await findBooking(sql, request.code, now)
  if (!booking || !(await isPhoneMatching(sql, booking.id, request.phoneLast4)))
    throw bookingNotFound(true)
  if (booking.status === 'cancelled' || booking.starts_at <= now) throw tooLateProblem()
  const errors = changeRequestErrors(request, booking)
  if (errors.length > 0) throw new Problem('invalid-fields', { fields: errors })
  if (request.kind === 'move') await checkMove(sql, rules, booking, request, now)
  return { ...request, booking }
}

/** The new time must be allowed and free, were the booking itself not there. */
async function checkMove(
  sql: Sql,
  rules: BookingRules,
  booking: BookingRow,
  { date = '', time = '' }: ChangeRequestInput,
  now: number,
): Promise<void> {
  if (date === booking.date && time === booking.time) throw sameTimeProblem()
  const details = JSON.parse(booking.wish) as BookingRequestDetails
  const start = requireStart(rules, details, date, time, now)
  await assertNotClosedByStaff(sql, date)
  const occupancy = await loadDayOccupancy(sql, date, `booking:${booking.id}`)
  if (allocate(rules.options(details, date, start), start, occupancy)) return
  const wanted = { date, at: start.at, occupancy }
  const candidates = await findAlternatives(sql, rules, details, wanted, now)
  // When it is already is no other time.
  const alternatives = candidates.filter(
    (one) => one.date !== booking.date || one.time !== booking.time,
  )
  throw new Problem('slot-taken', { alternatives })
}

export async function insertChangeRequest(
  sql: Sql,
  change: ChangeRequest,
  now: number,
): Promise<void> {
  const { booking, kind } = change
  const subject = `booking:${booking.id}`
  await sql.run(
    'UPDATE booking_changes SET settled_at = ? WHERE booking_id = ? AND settled_at IS NULL',
    now,
    booking.id,
  )
  await sql.run(
    `INSERT INTO booking_changes (id, booking_id, kind, date, time, party_size, note,
      consent_version, consent_text, source, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    newId(now),
    booking.id,
    kind,
    change.date ?? null,
    change.time ?? null,
    change.partySize ?? null,
    change.note ?? null,
    change.consent.version,
    change.consent.text,
    change.source,
    now,
  )
  // Staff who look at the booking as it was before must look again.
  await sql.run(
    'UPDATE bookings SET version = version + 1, updated_at = ? WHERE id = ?',
    now,
    booking.id,
  )
  await recordAudit(sql, now, change.source, 'change_requested', subject, { kind })
  await enqueueEvent(sql, now, 'booking.change_requested', subject, { kind })
}

async function isPhoneMatching(
  sql: Sql,
  bookingId: string,
  last4: string | undefined,
): Promise<boolean> {
  if (last4 === undefined) return true
  const guest = await sql.get<{ phone: string }>(
    'SELECT phone FROM booking_guests WHERE booking_id = ?',
    bookingId,
  )
  return guest?.phone.endsWith(last4) ?? false
}

/** What each kind of change needs; the others it does not take. */
const requiredFields = {
  cancel: [],
  move: ['date', 'time'],
  smaller_party: ['party_size'],
} as const

function changeRequestErrors(request: ChangeRequestInput, booking: BookingRow): FieldError[] {
  const { kind, date, time, partySize } = request
  const values = { date, time, party_size: partySize }
  const required: readonly string[] = requiredFields[kind]
  const errors = Object.entries(values).flatMap(([name, value]) => {
    if (required.includes(name)) return value === undefined ? [missingFieldError(name)] : []
    return value === undefined ? [] : unknownFieldErrors([name])
  })
  if (partySize === undefined || kind !== 'smaller_party') return errors
  if (partySize < booking.party_size) return errors
  const maxPartySize = booking.party_size - 1
  return [
    {
      name: 'party_size',
      code: 'too_large',
      message: {
        vi: `Viết một số không lớn hơn ${maxPartySize}; đông hơn thì xin gọi cho chúng tôi.`,
        en: `Write a number no larger than ${maxPartySize}; for more guests please call us.`,
      },
    },
  ]
}

function sameTimeProblem(): Problem {
  const message = {
    vi: 'Đó chính là giờ đã đặt; chọn giờ khác.',
    en: 'That is when the booking already is; choose another time.',
  }
  return new Problem('invalid-fields', { fields: [{ name: 'time', code: 'not_one_of', message }] })
}

function tooLateProblem(): Problem {
  return new Problem('invalid-fields', {
    fields: [
      {
        name: 'code',
        code: 'not_open',
        message: {
          vi: 'Yêu cầu này đã hủy hoặc đã tới giờ, không đổi được nữa.',
          en: 'This booking is cancelled or has begun and can no longer be changed.',
        },
      },
    ],
  })
}
