/** The life of a booking from a terminal: list, confirm, decline, cancel. */

import { createStaffDesk } from '../domain/booking/staff-actions.ts'
import type { BookingRow } from '../domain/booking/status.ts'
import type { Act } from '../domain/booking/transitions.ts'
import { StaffObstacle } from '../kernel/action-errors.ts'
import { plainCode, showCode } from '../kernel/booking-code.ts'
import { isDate } from '../kernel/time.ts'
import { ForPeople } from '../kernel/user-error.ts'
import { type Book, withBook } from './database.ts'

export class UnknownCommand extends ForPeople {
  constructor(verb: string) {
    super(`There is no "bookings ${verb}".\n\n${bookingHelp}`)
  }
}

export const bookingHelp = `  letan bookings [date]             list requests and bookings, all to come or of a day
  letan bookings confirm CODE       tell the program that staff have confirmed
  letan bookings decline CODE WHY   refuse a request, with the reason
  letan bookings cancel CODE WHY    cancel a booking, with the reason`

export async function runBookings(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  return withBook(environment, async (book) => {
    const [verb] = words
    return verb === undefined || isDate(verb) ? list(book, verb) : act(book, words)
  })
}

async function act(
  { store, shop, now }: Book,
  [verb = '', code = '', ...why]: readonly string[],
): Promise<string> {
  const desk = createStaffDesk(store, { rules: shop.booking, business: shop.business }, now)
  const reason = why.join(' ')
  if (verb !== 'confirm' && verb !== 'decline' && verb !== 'cancel') throw new UnknownCommand(verb)
  if (verb !== 'confirm' && reason === '') throw new StaffObstacle('reason_missing')
  const row = await store.read.get<BookingRow>(
    'SELECT * FROM bookings WHERE code = ?',
    plainCode(code),
  )
  if (!row) throw new StaffObstacle('not_found')
  const act: Act = { code, version: row.version, actor: 'terminal' }
  if (verb === 'confirm') await desk.confirm(act)
  else await desk[verb]({ ...act, reason })
  return `${showCode(row.code)}: done\n`
}

async function list({ store, name, now }: Book, date: string | undefined): Promise<string> {
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
      showCode(row.code),
      row.status.padEnd(9),
      String(row.party_size).padStart(2),
      row.offer_id,
      row.name,
      row.phone,
      ...(row.wish_to === null ? [] : [`(asks: ${row.wish_to})`]),
    ].join('  '),
  )
  const when = date === undefined ? 'to come' : `on ${date}`
  return rows.length === 0 ? `No bookings ${when} in ${name}.\n` : `${lines.join('\n')}\n`
}
