/** Gift cards and memberships that were ordered, in dong. */
import type { TimeRange } from '../../kernel/date-range.ts'
import type { Sql } from '../../store/sql.ts'

export type OrderStatistics = {
  kind: string
  /** All but the cancelled ones. */
  count: number
  total: number
  /** Of these, what was paid for. */
  paidCount: number
  paidTotal: number
}

export async function countOrders(sql: Sql, { begin, end }: TimeRange): Promise<OrderStatistics[]> {
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
