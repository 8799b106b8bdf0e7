/**
 * Statistics of the desk over a range of days. Requests, change requests and orders are counted by the time
 * they were created, visits by the time they take place. Both use an index, so a long history stays fast.
 */
import { type DateRange, type TimeRange, timeRangeOf } from '../../kernel/date-range.ts'
import type { Sql } from '../../store/sql.ts'
import type { ServiceDays } from '../scheduling/rules.ts'
import { type CancellationStatistics, countCancellations } from './cancellations.ts'
import { countRequests, type RequestStatistics } from './requests.ts'
import { countVisits, type VisitStatistics } from './visits.ts'

export type Statistics = {
  requests: RequestStatistics
  visits: VisitStatistics
  cancellations: CancellationStatistics
  /** Change requests of guests. */
  changes: ChangeStatistics
  orders: OrderStatistics[]
}

type ChangeStatistics = { total: number; byKind: { kind: string; count: number }[] }

/** Amounts in dong. */
type OrderStatistics = {
  kind: string
  /** Without cancelled orders. */
  count: number
  total: number
  /** Paid orders among them. */
  paidCount: number
  paidTotal: number
}

export async function loadStatistics(
  sql: Sql,
  days: DateRange,
  now: number,
  serviceDays: ServiceDays,
): Promise<Statistics> {
  const range = timeRangeOf(days)
  return {
    requests: await countRequests(sql, days, now),
    visits: await countVisits(sql, days, now, serviceDays),
    cancellations: await countCancellations(sql, serviceDays.rangeOf(days)),
    changes: await countChanges(sql, range),
    orders: await countOrders(sql, range),
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

async function countOrders(sql: Sql, { begin, end }: TimeRange): Promise<OrderStatistics[]> {
  const rows = await sql.all<{ kind: string; paid: number; count: number; total: number }>(
    `SELECT kind, paid, COUNT(*) AS count, CAST(SUM(total) AS BIGINT) AS total
     FROM (SELECT kind, total, CASE WHEN status = 'pending_payment' THEN 0 ELSE 1 END AS paid
       FROM orders WHERE status <> 'cancelled' AND created_at >= ? AND created_at < ?) AS ordered
     GROUP BY kind, paid ORDER BY kind`,
    begin,
    end,
  )
  return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, both]) => {
    const paid = both.find((row) => row.paid === 1)
    return {
      kind,
      count: both.reduce((sum, { count }) => sum + count, 0),
      total: both.reduce((sum, { total }) => sum + total, 0),
      paidCount: paid?.count ?? 0,
      paidTotal: paid?.total ?? 0,
    }
  })
}
