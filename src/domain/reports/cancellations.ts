/** Cancelled bookings by the time at which they would have taken place, and by who cancelled them. */
import type { TimeRange } from '../../kernel/date-range.ts'
import type { Sql } from '../../store/sql.ts'

/** `unknown`: cancelled before it was recorded who did it, or an entry of staff that was undone. */
const cancellers = ['guest', 'shop', 'declined', 'unanswered', 'unknown'] as const

type Canceller = (typeof cancellers)[number]

export type CancellationStatistics = Record<Canceller, { bookings: number; guests: number }>

export async function countCancellations(
  sql: Sql,
  { begin, end }: TimeRange,
): Promise<CancellationStatistics> {
  const rows = await sql.all<{ canceller: Canceller; bookings: number; guests: number }>(
    `SELECT canceller, COUNT(*) AS bookings, SUM(party_size) AS guests
     FROM (SELECT party_size, CASE WHEN cancelled_by IS NOT NULL THEN cancelled_by
         WHEN reason IN ('declined', 'unanswered') THEN reason ELSE 'unknown' END AS canceller
       FROM bookings WHERE status = 'cancelled' AND starts_at >= ? AND starts_at < ?) AS cancelled
     GROUP BY canceller`,
    begin,
    end,
  )
  const countOf = (canceller: Canceller) => {
    const row = rows.find((one) => one.canceller === canceller)
    return { bookings: row?.bookings ?? 0, guests: row?.guests ?? 0 }
  }
  return Object.fromEntries(
    cancellers.map((canceller) => [canceller, countOf(canceller)]),
  ) as CancellationStatistics
}
