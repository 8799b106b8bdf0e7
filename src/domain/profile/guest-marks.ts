/** What lists show about a guest beside the booking: visits, no-shows, the note, and whether they are a regular. */
import type { Sql } from '../../store/sql.ts'
import { wasVisit } from '../booking/visit.ts'

export type GuestMarks = {
  visits: number
  noShows: number
  isRegular: boolean
  note: string | null
}

/** SQL conditions of a joined booking. One that staff have not marked is neither. */
export const isVisit = "status = 'confirmed' AND visit IN ('seated', 'finished')"
export const isNoShow = "status = 'confirmed' AND visit = 'no_show'"

type Row = { phone: string; visits: number; no_shows: number }
type ProfileRow = { phone: string; note: string | null; marked_regular_at: number | null }

/** By phone number, with two statements for any number of guests. Unknown guests are missing. */
export async function loadGuestMarks(
  sql: Sql,
  guests: readonly { phone: string }[],
): Promise<ReadonlyMap<string, GuestMarks>> {
  const phones = [...new Set(guests.map(({ phone }) => phone))].filter((phone) => phone !== '')
  if (phones.length === 0) return new Map()
  const list = phones.map(() => '?').join(', ')
  const [counts, profiles] = await Promise.all([
    sql.all<Row>(
      // CROSS JOIN makes SQLite start at the guests; starting at the bookings scans all of them.
      `SELECT phone, COUNT(CASE WHEN ${isVisit} THEN 1 END) AS visits,
         COUNT(CASE WHEN ${isNoShow} THEN 1 END) AS no_shows
       FROM booking_guests CROSS JOIN bookings
       WHERE phone IN (${list}) AND bookings.id = booking_id AND visit IS NOT NULL GROUP BY phone`,
      ...phones,
    ),
    sql.all<ProfileRow>(
      `SELECT phone, note, marked_regular_at FROM guest_profiles WHERE phone IN (${list})`,
      ...phones,
    ),
  ])
  const marks = new Map<string, GuestMarks>()
  for (const { phone, visits, no_shows: noShows } of counts)
    marks.set(phone, { ...noMarks, visits, noShows })
  for (const { phone, note, marked_regular_at } of profiles)
    marks.set(phone, {
      ...(marks.get(phone) ?? noMarks),
      note,
      isRegular: marked_regular_at !== null,
    })
  return marks
}

export const noMarks: GuestMarks = { visits: 0, noShows: 0, isRegular: false, note: null }

type ListedBooking = { phone: string; status: string; visit: string | null }

/** The marks of a guest as they were before this booking: it is not a previous visit of itself. */
export function marksBeside(
  marks: ReadonlyMap<string, GuestMarks>,
  booking: ListedBooking,
): GuestMarks {
  const found = marks.get(booking.phone) ?? noMarks
  return wasVisit(booking) ? { ...found, visits: found.visits - 1 } : found
}
