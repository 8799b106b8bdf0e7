/**
 * How the desk is doing over some days. What came in is counted by when it came, visits by when they
 * are; an index leads to both, so that a long history costs nothing.
 */
import { type DateRange, type TimeRange, timeRangeOf } from '../../kernel/date-range.ts'
import type { Sql } from '../../store/sql.ts'
import { countOrders, type OrderStatistics } from './orders.ts'
import { countRequests, type RequestStatistics } from './requests.ts'
import { countVisits, type VisitStatistics } from './visits.ts'

export type Statistics = {
  requests: RequestStatistics
  visits: VisitStatistics
  /** How often guests asked to change something, by what they asked. */
  changes: ChangeStatistics
  orders: OrderStatistics[]
}

export type ChangeStatistics = { total: number; byKind: { kind: string; count: number }[] }

export async function loadStatistics(sql: Sql, days: DateRange, now: number): Promise<Statistics> {
  const span = timeRangeOf(days)
  return {
    requests: await countRequests(sql, days, now),
    visits: await countVisits(sql, span, now),
    changes: await countChanges(sql, span),
    orders: await countOrders(sql, span),
  }
}

async function countChanges(sql: Sql, { begin, end }: TimeRange): Promise<ChangeStatistics> {
  const rows = await sql.all<{ kind: string; count: number }>(
    `SELECT kind, COUNT(*) AS count FROM booking_changes
     WHERE created_at >= ? AND created_at < ? GROUP BY kind ORDER BY kind`,
    begin,
    end,
  )
  const byKind = rows.map(({ kind, count }) => ({ kind, count }))
  return { total: byKind.reduce((sum, { count }) => sum + count, 0), byKind }
}
