/** Whether more guests than were booked fit at the time of a booking. */
import { z } from 'zod'
import { checkInput, unknownFieldErrors } from '../../kernel/input.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import { minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { allocate } from '../scheduling/allocate.ts'
import { noticeText } from '../scheduling/horizon.ts'
import type { BookingRequestDetails, BookingRules } from '../scheduling/rules.ts'
import { findAlternatives } from './alternatives.ts'
import type { BookingContext } from './context.ts'
import { loadDayWithout } from './occupancy-cache.ts'
import { assertNotClosedByStaff } from './request.ts'
import { storedStart } from './reschedule.ts'
import type { StoredBooking } from './rows.ts'

/** The cells of the booking itself count as free. Throws a Problem, with times at which the party would fit. */
export async function checkLargerParty(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  partySize: number,
  now: number,
): Promise<void> {
  const { rules, business } = context
  const details: BookingRequestDetails = { ...booking.details, partySize }
  const errors = partySizeErrors(rules, booking, details, now)
  if (errors.length > 0) throw new Problem('invalid-fields', { fields: errors })
  const { date, at } = rules.serviceDays.find(booking)
  await assertNotClosedByStaff(sql, date)
  // Staff may have moved the booking to a time at which guests cannot book.
  const start = rules.startAt(details, date, at) ?? storedStart(rules, booking).start
  const options = rules.options(details, date, start)
  if (options.length === 0) {
    const message = tooManyText(partySize, business.phone)
    throw new Problem('invalid-fields', {
      fields: [{ name: 'party_size', code: 'too_large', message, who: 'guest' }],
    })
  }
  const day = await loadDayWithout(sql, date, `booking:${booking.id}`)
  if (allocate(options, start, day.occupancy)) return
  const wanted = { date, at: start.at, day }
  throw new Problem('slot-taken', {
    alternatives: await findAlternatives(sql, context, details, wanted, now),
  })
}

/** What the trade itself says of a party of this size: its maximum, its offers, and its notice. */
function partySizeErrors(
  rules: BookingRules,
  booking: StoredBooking,
  details: BookingRequestDetails,
  now: number,
): FieldError[] {
  const { party_size: field } = rules.requestFields
  if (!field) return unknownFieldErrors(['party_size'])
  const { offerId, partySize } = details
  const checked = checkInput(z.object({ party_size: field }), { party_size: partySize })
  if (!checked.ok) return checked.errors
  const { errors = [] } = rules.parseDetails({ offerId, party_size: partySize }, 'request')
  const ofParty = errors.filter(({ name }) => name === 'party_size')
  if (ofParty.length > 0) return ofParty
  const notice = rules.noticeMinutes(details)
  const isLonger = notice > rules.noticeMinutes(booking.details)
  return isLonger && booking.starts_at < now + notice * minute
    ? [{ name: 'party_size', code: 'too_soon', message: noticeText(notice) }]
    : []
}

function tooManyText(guests: number, phone: string): LocalizedText {
  return {
    vi: `Chỗ đã đặt không có bàn nào vừa cho ${guests} người. Xin gọi ${phone}.`,
    en: `No place of this kind fits ${guests} guests. Please call ${phone}.`,
  }
}
