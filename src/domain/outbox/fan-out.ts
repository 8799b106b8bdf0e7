/** Makes of each piece of news a delivery for every place that must hear of it, once. */
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { Facts } from './events.ts'

export type News = {
  id: string
  /** "booking.requested" */
  kind: string
  /** "booking:…" */
  subject: string
  facts: Facts
  /** When it happened. */
  at: number
}

/** Where a piece of news goes: by which channel, and to whom there. */
export type Destination = { channel: string; target: string }

export type Route = Destination & {
  /** How long after it happened it may be told, so that it can be taken back before. */
  delay?: number
}

export type Routes = (news: News) => readonly Route[] | Promise<readonly Route[]>

type Way = { news: News; routes: readonly Route[] }

const most = 100

/** The news that was spread now, in order; what another process spreads is not among it. */
export async function spreadNews(store: Store, routes: Routes, now: Clock): Promise<News[]> {
  const spread: News[] = []
  for (;;) {
    const waiting = await findUntold(store.read)
    if (waiting.length === 0) return spread
    // Asked before the transaction: a route may have to be looked up, and everybody waits for that.
    const ways: Way[] = []
    for (const news of waiting) ways.push({ news, routes: await routes(news) })
    spread.push(...(await store.write((sql) => spreadOnce(sql, ways, now()))))
    if (waiting.length < most) return spread
  }
}

async function findUntold(sql: Sql): Promise<News[]> {
  const rows = await sql.all<Omit<News, 'facts'> & { facts: string }>(
    `SELECT id, kind, subject, facts, created_at AS at FROM outbox
     WHERE told_at IS NULL ORDER BY id LIMIT ${most}`,
  )
  return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) as Facts }))
}

async function spreadOnce(sql: Sql, ways: readonly Way[], moment: number): Promise<News[]> {
  const mine: News[] = []
  for (const { news, routes } of ways) {
    const marked = await sql.run(
      'UPDATE outbox SET told_at = ? WHERE id = ? AND told_at IS NULL',
      moment,
      news.id,
    )
    if (marked !== 1) continue
    mine.push(news)
    for (const [place, route] of routes.entries()) {
      await addDelivery(sql, news, place, route, moment)
    }
  }
  return mine
}

async function addDelivery(
  sql: Sql,
  news: News,
  place: number,
  { channel, target, delay = 0 }: Route,
  moment: number,
): Promise<void> {
  await sql.run(
    `INSERT INTO deliveries (id, news_id, channel, target, subject, state, tries, due_at,
      claimed_until, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'waiting', 0, ?, 0, ?, ?)`,
    // Deliveries sort as their news do, whoever spread them and when.
    `${news.id}-${String(place).padStart(3, '0')}`,
    news.id,
    channel,
    target,
    news.subject,
    news.at + delay,
    moment,
    moment,
  )
}
