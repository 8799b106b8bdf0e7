/** The life of a booking from a terminal: list, confirm, decline, cancel. */

import { createStaffActions } from '../domain/booking/staff-actions.ts'
import type { BookingRow } from '../domain/booking/status.ts'
import type { StaffAction } from '../domain/booking/transitions.ts'
import { BookingActionError } from '../kernel/action-errors.ts'
import { formatCode, normalizeCode } from '../kernel/booking-code.ts'
import { isDate } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import { type OpenedDatabase, withDatabase } from './database.ts'

export class UnknownBookingsCommand extends UserError {
  constructor(verb: string) {
    super(`There is no "bookings ${verb}".\n\n${bookingHelp}`)
  }
}

export const bookingHelp = `  letan bookings [date]             list requests and bookings, all to come or of a day
  letan bookings confirm CODE       tell the program that staff have confirmed
  letan bookings decline CODE WHY   refuse a request, with the reason
  letan bookings cancel CODE WHY    cancel a booking, with the reason`

export async function runBookings(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  return withDatabase(environment, async (database) => {
    const [verb] = args
    return verb === undefined || isDate(verb)
      ? listBookings(database, verb)
      : runBookingAction(database, args)
  })
}

async function runBookingAction(
  { store, shop, now }: OpenedDatabase,
  [verb = '', code = '', ...reasonWords]: readonly string[],
): Promise<string> {
  const desk = createStaffActions(store, { rules: shop.booking, business: shop.business }, now)
  const reason = reasonWords.join(' ')
  if (verb !== 'confirm' && verb !== 'decline' && verb !== 'cancel')
    throw new UnknownBookingsCommand(verb)
  if (verb !== 'confirm' && reason === '') throw new BookingActionError('reason_missing')
  const row = await store.read.get<BookingRow>(
    'SELECT * FROM bookings WHERE code = ?',
    normalizeCode(code),
  )
  if (!row) throw new BookingActionError('not_found')
  const action: StaffAction = { code, version: row.version, actor: 'terminal' }
  if (verb === 'confirm') await desk.confirm(action)
  else await desk[verb]({ ...action, reason })
  return `${formatCode(row.code)}: done\n`
}

async function listBookings(
  { store, name, now }: OpenedDatabase,
  date: string | undefined,
): Promise<string> {
  const rows = await store.read.all<
    BookingRow & { name: string; phone: string; wish_to: string | null }
  >(
    `SELECT bookings.*, name, phone, booking_changes.kind AS wish_to FROM bookings
     JOIN booking_guests ON booking_guests.booking_id = bookings.id
     LEFT JOIN booking_changes ON booking_changes.booking_id = bookings.id AND settled_at IS NULL
     WHERE ${date === undefined ? 'starts_at > ?' : 'bookings.date = ?'} ORDER BY starts_at`,
    date ?? now(),
  )
  const lines = rows.map((row) =>
    [
      row.date,
      row.time,
      formatCode(row.code),
      row.status.padEnd(9),
      String(row.party_size).padStart(2),
      row.offer_id,
      row.name,
      row.phone,
      ...(row.wish_to === null ? [] : [`(asks: ${row.wish_to})`]),
    ].join('  '),
  )
  const period = date === undefined ? 'to come' : `on ${date}`
  return rows.length === 0 ? `No bookings ${period} in ${name}.\n` : `${lines.join('\n')}\n`
}
