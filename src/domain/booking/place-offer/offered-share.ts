/**
 * What offered places count in the fair share of those who asked for them: until they are answered, they hold a place.
 * An offer to a booking is part of it and counts only with its cells.
 */
import type { TimeRange } from '../../../kernel/date-range.ts'
import type { Sql } from '../../../store/sql.ts'

/** Which rows of a table of counts are counted, as a condition with its values. */
export type CountFilter = { condition: string; values: readonly string[] }

type OfferedShare = { open: number; opensUntil: number | null; cells: number }

/** Open offers to the entries and bookings that these subjects have sent. */
export async function loadOfferedShare(
  sql: Sql,
  filterFor: (table: 'request_counts' | 'waitlist_counts') => CountFilter,
  { begin, end }: TimeRange,
  now: number,
): Promise<Map<string, OfferedShare>> {
  const ofEntries = filterFor('waitlist_counts')
  const ofBookings = filterFor('request_counts')
  const isOpen = "status = 'open' AND expires_at > ?"
  const columns = `subject, expires_at, CASE WHEN starts_at >= ? AND starts_at < ? THEN (
    SELECT COUNT(*) FROM cells WHERE holder = 'offer:' || place_offers.id) ELSE 0 END AS cells`
  const times = [begin, end, now]
  const rows = await sql.all<OfferedShare & { subject: string }>(
    `SELECT subject, SUM(counted) AS open, MIN(expires_at) AS "opensUntil", SUM(cells) AS cells FROM (
       SELECT 1 AS counted, ${columns} FROM place_offers
         JOIN waitlist_counts ON owner = 'waitlist:' || entry_id WHERE ${isOpen} AND ${ofEntries.condition}
       UNION ALL SELECT 0 AS counted, ${columns} FROM place_offers
         JOIN request_counts ON booking_id = SUBSTR(owner, 9) AND owner LIKE 'booking:%'
         WHERE ${isOpen} AND ${ofBookings.condition}
     ) AS offered GROUP BY subject`,
    ...[...times, ...ofEntries.values],
    ...[...times, ...ofBookings.values],
  )
  return new Map(
    rows.map(({ subject, open, opensUntil, cells }) => [
      subject,
      { open: Number(open), opensUntil, cells: Number(cells) },
    ]),
  )
}

type Counted = OfferedShare & { daily: number; dailySince: number | null }

/** The requests of a subject together with what it was offered. */
export function withOffered(
  requests: Counted | undefined,
  offered: OfferedShare | undefined,
): Counted | undefined {
  if (!offered) return requests
  if (!requests) return { ...offered, daily: 0, dailySince: null }
  const times = [requests.opensUntil, offered.opensUntil].filter((time) => time !== null)
  return {
    ...requests,
    open: requests.open + offered.open,
    opensUntil: times.length > 0 ? Math.min(...times) : null,
    cells: requests.cells + offered.cells,
  }
}
