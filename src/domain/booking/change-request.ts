/** A guest's request to cancel or move a booking, or to change its party size. It is stored; staff act on it. */
import { unknownCodeProblem } from '../../kernel/booking-code.ts'
import { newId } from '../../kernel/id.ts'
import { missingFieldError, unknownFieldErrors } from '../../kernel/input.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../store/sql.ts'
import type { ShownConsent } from '../guest/consent.ts'
import { recordAction } from '../outbox/events.ts'
import { allocate } from '../scheduling/allocate.ts'
import type { CalendarTime } from '../scheduling/rules.ts'
import { isActionPossible } from './action-rules.ts'
import { bookingLifecycle } from './actions.ts'
import { findAlternatives } from './alternatives.ts'
import type { BookingContext } from './context.ts'
import { checkLargerParty } from './larger-party.ts'
import { loadDayWithout } from './occupancy-cache.ts'
import { assertNotClosedByStaff, requireStart } from './request.ts'
import type { ChangeKind } from './requested-change.ts'
import { findBooking, type StoredBooking } from './rows.ts'

type ChangeRequestInput = {
  code: string
  /** Undefined for clients that prove access with the code alone. */
  phoneLast4: string | undefined
  kind: ChangeKind
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
  const change = request.kind === 'move' ? { ...request, ...newStart(request, booking) } : request
  if (change.kind === 'move') await checkMove(sql, context, booking, change, now)
  if (change.kind === 'larger_party')
    await checkLargerParty(sql, context, booking, change.partySize ?? 0, now)
  return { ...change, booking }
}

/** A move names a day, a time or both; what it does not name stays. */
function newStart({ date, time }: ChangeRequestInput, booking: StoredBooking): CalendarTime {
  return { date: date ?? booking.date, time: time ?? booking.time }
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
  const service = requireStart(rules, details, { date, time }, now)
  await assertNotClosedByStaff(sql, service.date)
  const day = await loadDayWithout(sql, service.date, `booking:${booking.id}`)
  const { start } = service
  if (allocate(rules.options(details, service.date, start), start, day.occupancy)) return
  const wanted = { date: service.date, at: start.at, day }
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

/** At least one of them is required; every other field is rejected for that kind. */
const fieldsOfKind = {
  cancel: [],
  move: ['date', 'time'],
  smaller_party: ['party_size'],
  larger_party: ['party_size'],
} as const

function changeRequestErrors(request: ChangeRequestInput, booking: StoredBooking): FieldError[] {
  const { kind, date, time, partySize } = request
  const sent = Object.entries({ date, time, party_size: partySize }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (kind === 'move' && partySize !== undefined) return [partyWithMoveError]
  const own: readonly string[] = fieldsOfKind[kind]
  const isComplete = own.length === 0 || own.some((name) => sent.includes(name))
  const others = sent.filter((name) => !own.includes(name))
  const errors = [
    ...(isComplete ? [] : own.map((name) => missingFieldError(name))),
    ...unknownFieldErrors(others),
  ]
  if (partySize === undefined) return errors
  const { party_size: current } = booking
  if (kind === 'smaller_party' && partySize >= current) return [...errors, notSmallerError(current)]
  if (kind === 'larger_party' && partySize <= current) return [...errors, notLargerError(current)]
  return errors
}

/** One request is open at a time, so that a second one would replace the move. */
const partyWithMoveError: FieldError = {
  name: 'party_size',
  code: 'unknown',
  who: 'model',
  message: {
    vi:
      'Dời giờ thì gửi kind move với date hoặc time, và viết số người mới vào note. Chỉ đổi số người thì gửi kind ' +
      'smaller_party hoặc larger_party với party_size.',
    en:
      'To move, send kind move with date or time, and write the new number of guests in note. For another number of ' +
      'guests alone, send kind smaller_party or larger_party with party_size.',
  },
}

function notSmallerError(current: number): FieldError {
  return {
    name: 'party_size',
    code: 'too_large',
    message: {
      vi: `Viết một số không lớn hơn ${current - 1}; đông hơn thì chọn larger_party.`,
      en: `Write a number up to ${current - 1}; for more guests choose larger_party.`,
    },
  }
}

function notLargerError(current: number): FieldError {
  return {
    name: 'party_size',
    code: 'too_small',
    message: {
      vi: `Viết một số từ ${current + 1} trở lên; ít hơn thì chọn smaller_party.`,
      en: `Write a number from ${current + 1} on; for fewer guests choose smaller_party.`,
    },
  }
}

function sameTimeProblem(): Problem {
  const message = {
    vi: 'Đó chính là giờ đã đặt; chọn giờ khác.',
    en: 'The booking is already at this time. Choose another time.',
  }
  return new Problem('invalid-fields', { fields: [{ name: 'time', code: 'not_one_of', message }] })
}

export function tooLateProblem(): Problem {
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
