/** A guest asks to cancel, to move or to come with fewer. It is recorded; staff act on it. */
import { newId } from '../../kernel/id.ts'
import { missingField, unknownNames } from '../../kernel/input.ts'
import { type FieldFault, Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../store/sql.ts'
import type { Consent } from '../guest/fields.ts'
import { announce, record } from '../outbox/events.ts'
import { allocate } from '../scheduling/allocate.ts'
import type { BookingRules, Wish } from '../scheduling/rules.ts'
import { findAlternatives } from './alternatives.ts'
import { readDay } from './occupancy-cache.ts'
import { findStart, refuseClosed } from './request.ts'
import { type BookingRow, findBooking, noSuchBooking } from './status.ts'

export const changeKinds = ['cancel', 'move', 'smaller_party'] as const

export type ChangeRequest = {
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

export type Change = ChangeRequest & { booking: BookingRow }

export async function decideChange(
  sql: Sql,
  rules: BookingRules,
  request: ChangeRequest,
  now: number,
): Promise<Change> {
  const booking = await findBooking(sql, request.code, now)
  if (!booking || !(await phoneFits(sql, booking.id, request.phoneLast4))) throw noSuchBooking(true)
  if (booking.status === 'cancelled' || booking.starts_at <= now) throw tooLate()
  const faults = changeFaults(request, booking)
  if (faults.length > 0) throw new Problem('invalid-fields', { fields: faults })
  if (request.kind === 'move') await checkMove(sql, rules, booking, request, now)
  return { ...request, booking }
}

/** The new time must be allowed and free, were the booking itself not there. */
async function checkMove(
  sql: Sql,
  rules: BookingRules,
  booking: BookingRow,
  { date = '', time = '' }: ChangeRequest,
  now: number,
): Promise<void> {
  if (date === booking.date && time === booking.time) throw sameTime()
  const wish = JSON.parse(booking.wish) as Wish
  const start = findStart(rules, wish, date, time, now)
  await refuseClosed(sql, date)
  const held = await readDay(sql, date, `booking:${booking.id}`)
  if (allocate(rules.options(wish, date, start), start, held)) return
  const wanted = { date, at: start.at, held }
  const others = await findAlternatives(sql, rules, wish, wanted, now)
  // When it is already is no other time.
  const alternatives = others.filter(
    (one) => one.date !== booking.date || one.time !== booking.time,
  )
  throw new Problem('slot-taken', { alternatives })
}

export async function keepChange(sql: Sql, change: Change, now: number): Promise<void> {
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
  await record(sql, now, change.source, 'change_requested', subject, { kind })
  await announce(sql, now, 'booking.change_requested', subject, { kind })
}

async function phoneFits(sql: Sql, bookingId: string, last4: string | undefined): Promise<boolean> {
  if (last4 === undefined) return true
  const guest = await sql.get<{ phone: string }>(
    'SELECT phone FROM booking_guests WHERE booking_id = ?',
    bookingId,
  )
  return guest?.phone.endsWith(last4) ?? false
}

/** What each kind of change needs; the others it does not take. */
const needed = { cancel: [], move: ['date', 'time'], smaller_party: ['party_size'] } as const

function changeFaults(request: ChangeRequest, booking: BookingRow): FieldFault[] {
  const { kind, date, time, partySize } = request
  const given = { date, time, party_size: partySize }
  const wanted: readonly string[] = needed[kind]
  const faults = Object.entries(given).flatMap(([name, value]) => {
    if (wanted.includes(name)) return value === undefined ? [missingField(name)] : []
    return value === undefined ? [] : unknownNames([name])
  })
  if (partySize === undefined || kind !== 'smaller_party') return faults
  if (partySize < booking.party_size) return faults
  const most = booking.party_size - 1
  return [
    {
      name: 'party_size',
      code: 'too_large',
      message: {
        vi: `Viết một số không lớn hơn ${most}; đông hơn thì xin gọi cho chúng tôi.`,
        en: `Write a number no larger than ${most}; for more guests please call us.`,
      },
    },
  ]
}

function sameTime(): Problem {
  const message = {
    vi: 'Đó chính là giờ đã đặt; chọn giờ khác.',
    en: 'That is when the booking already is; choose another time.',
  }
  return new Problem('invalid-fields', { fields: [{ name: 'time', code: 'not_one_of', message }] })
}

function tooLate(): Problem {
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
