/** Counts pending and dead deliveries for the metrics. */
import type { Sql } from '../../store/sql.ts'

type Backlog = {
  waiting: number
  /** Creation time of the oldest pending event or delivery. */
  oldest: number | null
  /** No longer retried; the desk shows them. */
  dead: number
}

type CountRow = { count: number; oldest: number | null }

export async function countBacklog(sql: Sql): Promise<Backlog> {
  const countRows = (where: string) =>
    sql.get<CountRow>(`SELECT COUNT(*) AS count, MIN(created_at) AS oldest FROM ${where}`)
  const [events, messages, dead] = await Promise.all([
    countRows('outbox WHERE told_at IS NULL'),
    countRows("deliveries WHERE state = 'waiting'"),
    countRows("deliveries WHERE state = 'dead'"),
  ])
  const times = [events, messages].flatMap((one) => (one?.oldest ? [one.oldest] : []))
  return {
    waiting: (events?.count ?? 0) + (messages?.count ?? 0),
    oldest: times.length === 0 ? null : Math.min(...times),
    dead: dead?.count ?? 0,
  }
}
