/** A guest's request to cancel, move or reduce a booking. It is stored; staff act on it. */
import { unknownCodeProblem } from '../../kernel/booking-code.ts'
import { newId } from '../../kernel/id.ts'
import { missingFieldError, unknownFieldErrors } from '../../kernel/input.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../store/sql.ts'
import type { ShownConsent } from '../guest/consent.ts'
import { recordAction } from '../outbox/events.ts'
import { allocate } from '../scheduling/allocate.ts'
import { isActionPossible } from './action-rules.ts'
import { bookingLifecycle } from './actions.ts'
import { findAlternatives } from './alternatives.ts'
import type { BookingContext } from './context.ts'
import { loadDayWithout } from './occupancy-cache.ts'
import { assertNotClosedByStaff, requireStart } from './request.ts'
import { findBooking, type StoredBooking } from './rows.ts'

export const changeKinds = ['cancel', 'move', 'smaller_party'] as const

type ChangeRequestInput = {
  code: string
  /** Undefined for clients that prove access with the code alone. */
  phoneLast4: string | undefined
  kind: (typeof changeKinds)[number]
  date: string | undefined
  time: string | undefined
  partySize: number | undefined
  note: string | undefined
  consent: ShownConsent
  source: string
}

type ChangeRequest = ChangeRequestInput & { booking: StoredBooking }

export async function evaluateChangeRequest(
  sql: Sql,
  context: BookingContext,
  request: ChangeRequestInput,
  now: number,
): Promise<ChangeRequest> {
  const booking = await findBooking(sql, request.code, now)
  if (!booking || !(await isPhoneMatching(sql, booking.id, request.phoneLast4)))
    throw unknownCodeProblem(true)
  if (!isActionPossible('change_requested', booking, now) || booking.starts_at <= now)
    throw tooLateProblem()
  const errors = changeRequestErrors(request, booking)
  if (errors.length > 0) throw new Problem('invalid-fields', { fields: errors })
  if (request.kind === 'move') await checkMove(sql, context, booking, request, now)
  return { ...request, booking }
}

/** The new time must be bookable and free. The cells of the booking itself count as free. */
async function checkMove(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  { date = '', time = '' }: ChangeRequestInput,
  now: number,
): Promise<void> {
  if (date === booking.date && time === booking.time) throw sameTimeProblem()
  const { rules } = context
  const { details } = booking
  const start = requireStart(rules, details, date, time, now)
  await assertNotClosedByStaff(sql, date)
  const day = await loadDayWithout(sql, date, `booking:${booking.id}`)
  if (allocate(rules.options(details, date, start), start, day.occupancy)) return
  const wanted = { date, at: start.at, day }
  const candidates = await findAlternatives(sql, context, details, wanted, now)
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
  // A new version rejects staff actions that were prepared without seeing this request.
  await sql.run(
    'UPDATE bookings SET version = version + 1, updated_at = ? WHERE id = ?',
    now,
    booking.id,
  )
  await recordAction(
    sql,
    now,
    change.source,
    { lifecycle: bookingLifecycle, action: 'change_requested', id: booking.id },
    { kind },
    { kind },
  )
}

export async function hasOpenChangeRequest(sql: Sql, bookingId: string): Promise<boolean> {
  const found = await sql.get(
    'SELECT id FROM booking_changes WHERE booking_id = ? AND settled_at IS NULL',
    bookingId,
  )
  return found !== undefined
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

/** Every other field is rejected for that kind. */
const requiredFields = {
  cancel: [],
  move: ['date', 'time'],
  smaller_party: ['party_size'],
} as const

function changeRequestErrors(request: ChangeRequestInput, booking: StoredBooking): FieldError[] {
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
        en: `Write a number up to ${maxPartySize}; for more guests, please call us.`,
      },
    },
  ]
}

function sameTimeProblem(): Problem {
  const message = {
    vi: 'Đó chính là giờ đã đặt; chọn giờ khác.',
    en: 'The booking is already at this time. Choose another time.',
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
          vi: 'Yêu cầu này đã huỷ hoặc đã tới giờ, không đổi được nữa.',
          en: 'This booking is cancelled or has started and can no longer be changed.',
        },
      },
    ],
  })
}
