/** How much has not reached those who should hear of it. */
import type { Sql } from '../../store/sql.ts'

export type Backlog = {
  waiting: number
  /** When the oldest that waits happened. */
  oldest: number | null
  /** Tried for a day in vain; staff see them at the desk. */
  dead: number
}

type Counted = { many: number; oldest: number | null }

export async function countBacklog(sql: Sql): Promise<Backlog> {
  const counted = (where: string) =>
    sql.get<Counted>(`SELECT COUNT(*) AS many, MIN(created_at) AS oldest FROM ${where}`)
  const [events, messages, dead] = await Promise.all([
    counted('outbox WHERE told_at IS NULL'),
    counted("deliveries WHERE state = 'waiting'"),
    counted("deliveries WHERE state = 'dead'"),
  ])
  const times = [events, messages].flatMap((one) => (one?.oldest ? [one.oldest] : []))
  return {
    waiting: (events?.many ?? 0) + (messages?.many ?? 0),
    oldest: times.length === 0 ? null : Math.min(...times),
    dead: dead?.many ?? 0,
  }
}
