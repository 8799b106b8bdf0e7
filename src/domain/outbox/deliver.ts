/** Tells the news that waits, in order, and marks each as told. */
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'

export type News = { id: string; kind: string; subject: string }

export type Channel = (news: News) => void

const most = 100

/** How many pieces of news were told. */
export async function deliverNews(store: Store, channel: Channel, now: Clock): Promise<number> {
  const waiting = await store.read.all<News>(
    `SELECT id, kind, subject FROM outbox WHERE told_at IS NULL ORDER BY id LIMIT ${most}`,
  )
  if (waiting.length === 0) return 0
  for (const news of waiting) channel(news)
  await store.write(async (sql) => {
    for (const { id } of waiting)
      await sql.run('UPDATE outbox SET told_at = ? WHERE id = ?', now(), id)
  })
  return waiting.length
}
