/** The life of a booking from a terminal: list, confirm, decline, cancel. */

import { plainCode, showCode } from './domain/booking/code.ts'
import { type Act, createStaffDesk, StaffObstacle } from './domain/booking/staff.ts'
import type { BookingRow } from './domain/booking/status.ts'
import { open } from './main.ts'

export const bookingHelp = `  letan bookings [date]             list requests and bookings, all to come or of a day
  letan bookings confirm CODE       tell the program that staff have confirmed
  letan bookings decline CODE WHY   refuse a request, with the reason
  letan bookings cancel CODE WHY    cancel a booking, with the reason`

export async function runBookings(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { store, shop, now } = await open(environment)
  try {
    const desk = createStaffDesk(store, { rules: shop.booking, business: shop.business }, now)
    const [verb, code = '', ...why] = words
    const reason = why.join(' ')
    if (verb !== 'confirm' && verb !== 'decline' && verb !== 'cancel') return await list(verb)
    if (verb !== 'confirm' && reason === '') throw new StaffObstacle('wrong_state', 'say why')
    const row = await store.read.get<BookingRow>(
      'SELECT * FROM bookings WHERE code = ?',
      plainCode(code),
    )
    if (!row) throw new StaffObstacle('not_found')
    const act: Act = { code, version: row.version, actor: 'terminal' }
    if (verb === 'confirm') await desk.confirm(act)
    else await desk[verb]({ ...act, reason })
    return `${showCode(row.code)}: done\n`
  } finally {
    await store.close()
  }

  async function list(date: string | undefined): Promise<string> {
    const rows = await store.read.all<BookingRow & { name: string; phone: string }>(
      `SELECT bookings.*, name, phone FROM bookings
       JOIN booking_guests ON booking_id = bookings.id
       WHERE ${date === undefined ? 'starts_at > ?' : 'date = ?'} ORDER BY starts_at`,
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
      ].join('  '),
    )
    return rows.length === 0 ? 'No bookings.\n' : `${lines.join('\n')}\n`
  }
}
