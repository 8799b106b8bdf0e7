/**
 * How the desk is doing over some days. What came in is counted by when it came, visits by when they
 * are; an index leads to both, so that a long history costs nothing.
 */
import { type Days, type Span, spanOf } from '../../kernel/date-range.ts'
import type { Sql } from '../../store/sql.ts'
import { countOrders, type OrderNumbers } from './orders.ts'
import { countRequests, type RequestNumbers } from './requests.ts'
import { countVisits, type VisitNumbers } from './visits.ts'

export type Numbers = {
  requests: RequestNumbers
  visits: VisitNumbers
  /** How often guests asked to change something, by what they asked. */
  changes: ChangeNumbers
  orders: OrderNumbers[]
}

export type ChangeNumbers = { total: number; byKind: { kind: string; count: number }[] }

export async function readNumbers(sql: Sql, days: Days, now: number): Promise<Numbers> {
  const span = spanOf(days)
  return {
    requests: await countRequests(sql, days, now),
    visits: await countVisits(sql, span, now),
    changes: await countChanges(sql, span),
    orders: await countOrders(sql, span),
  }
}

async function countChanges(sql: Sql, { begin, end }: Span): Promise<ChangeNumbers> {
  const rows = await sql.all<{ kind: string; count: number }>(
    `SELECT kind, COUNT(*) AS count FROM booking_changes
     WHERE created_at >= ? AND created_at < ? GROUP BY kind ORDER BY kind`,
    begin,
    end,
  )
  const byKind = rows.map(({ kind, count }) => ({ kind, count }))
  return { total: byKind.reduce((sum, { count }) => sum + count, 0), byKind }
}
