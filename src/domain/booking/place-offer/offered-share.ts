/** What offered places count in the fair share of those who wait for them: until they are answered, they hold a place. */
import type { TimeRange } from '../../../kernel/date-range.ts'
import type { Sql } from '../../../store/sql.ts'

type OfferedShare = { open: number; opensUntil: number | null; cells: number }

/** Open offers of the entries that these subjects have sent. */
export async function loadOfferedShare(
  sql: Sql,
  subjects: readonly string[],
  { begin, end }: TimeRange,
  now: number,
): Promise<Map<string, OfferedShare>> {
  const rows = await sql.all<OfferedShare & { subject: string }>(
    `SELECT subject, COUNT(*) AS open, MIN(expires_at) AS "opensUntil",
       SUM(CASE WHEN starts_at >= ? AND starts_at < ? THEN (
         SELECT COUNT(*) FROM cells WHERE holder = 'offer:' || place_offers.id) ELSE 0 END) AS cells
     FROM waitlist_counts JOIN place_offers ON owner = 'waitlist:' || entry_id
     WHERE subject IN (${subjects.map(() => '?').join(', ')}) AND status = 'open' AND expires_at > ?
     GROUP BY subject`,
    ...[begin, end, ...subjects, now],
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
