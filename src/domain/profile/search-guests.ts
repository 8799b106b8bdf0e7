/** Search for guests by parts of the name or the phone number: one result for each number. */
import type { Sql } from '../../store/sql.ts'
import { wordsCondition } from '../booking/search.ts'
import { batchCondition, batchesOf } from '../booking/search-batches.ts'
import { erasedName } from '../guest/fields.ts'
import { type GuestMarks, loadGuestMarks, noMarks } from './guest-marks.ts'

/** With the name and the code of the latest booking. */
export type FoundGuest = GuestMarks & { phone: string; name: string; code: string }

const maxResults = 8

/** Those who booked last are first. */
export async function searchGuests(sql: Sql, text: string): Promise<FoundGuest[]> {
  const words = wordsCondition(text)
  if (!words) return []
  const found = new Map<string, { phone: string; name: string; code: string }>()
  for await (const batch of batchesOf<string>(sql, 'booking_guests.booking_id')) {
    const within = batchCondition('booking_guests.booking_id', batch)
    const rows = await sql.all<{ phone: string; name: string; code: string }>(
      `SELECT booking_guests.phone AS phone, name, code FROM
         (SELECT phone, MAX(booking_id) AS latest FROM booking_guests
          JOIN bookings ON bookings.id = booking_id
          WHERE ${within.sql}phone <> '' AND name <> ? AND ${words.sql} GROUP BY phone
          ORDER BY MAX(booking_id) DESC LIMIT ${found.size + maxResults}) AS found
       JOIN booking_guests ON booking_guests.booking_id = latest
       JOIN bookings ON bookings.id = latest ORDER BY latest DESC`,
      ...[...within.values, erasedName, ...words.values],
    )
    for (const row of rows) if (!found.has(row.phone)) found.set(row.phone, row)
    if (found.size >= maxResults) break
  }
  const rows = [...found.values()].slice(0, maxResults)
  const marks = await loadGuestMarks(sql, rows)
  return rows.map((row) => ({ ...(marks.get(row.phone) ?? noMarks), ...row }))
}
