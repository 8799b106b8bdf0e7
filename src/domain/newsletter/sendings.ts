/** Articles that the owner sends to the subscribers of the newsletter. The emails enter the outbox a few at a time. */
import { newId } from '../../kernel/id.ts'
import { type Clock, day, maxClockSkewMs, minute } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import { type ArticleTexts, findSending, type SendingRow } from './rows.ts'

/** Of all sendings together: mail servers take more than that for spam. */
export const emailsPerMinute = 50

const sendingNoun = 'newsletter'

/** A test to the shop. */
export const testedEvent = `${sendingNoun}.tested` as const

type NewSending = { article: string; texts: ArticleTexts }

/** Sends one email to the address of the shop. */
export function sendTest(
  store: Store,
  sending: NewSending,
  actor: string,
  now: Clock,
): Promise<void> {
  return store.write(async (sql) => {
    const id = await insertSending(sql, sending, { isTest: true, actor }, now())
    await enqueueEvent(sql, now(), testedEvent, `${sendingNoun}:${id}`)
  })
}

/** Undefined if the same article was sent within a day: a second tap must not send it twice. */
export function startSending(
  store: Store,
  sending: NewSending,
  actor: string,
  now: Clock,
): Promise<string | undefined> {
  return store.write(async (sql) => {
    const sent = await sql.get(
      `SELECT id FROM newsletter_sendings WHERE article = ? AND is_test = 0
       AND created_at > ? AND created_at <= ?`,
      ...[sending.article, now() - day, now() + maxClockSkewMs],
    )
    if (sent) return undefined
    const id = await insertSending(sql, sending, { isTest: false, actor }, now())
    await recordAudit(sql, now(), actor, 'sent', `${sendingNoun}:${id}`, {
      article: sending.article,
    })
    return id
  })
}

/** What is not queued yet is not sent. A sending that has ended is left as it is. */
export function stopSending(store: Store, id: string, actor: string, now: Clock): Promise<void> {
  return store.write(async (sql) => {
    const changed = await sql.run(
      'UPDATE newsletter_sendings SET finished_at = ? WHERE id = ? AND is_test = 0 AND finished_at IS NULL',
      ...[now(), id],
    )
    if (changed > 0) await recordAudit(sql, now(), actor, 'stopped', `${sendingNoun}:${id}`)
  })
}

/** Goes on after the last subscriber who is queued. */
export function resumeSending(store: Store, id: string, actor: string, now: Clock): Promise<void> {
  return store.write(async (sql) => {
    const sending = await findSending(sql, id)
    if (!sending?.isStopped) return
    await sql.run('UPDATE newsletter_sendings SET finished_at = NULL WHERE id = ?', id)
    await recordAudit(sql, now(), actor, 'resumed', `${sendingNoun}:${id}`)
  })
}

async function insertSending(
  sql: Sql,
  { article, texts }: NewSending,
  { isTest, actor }: { isTest: boolean; actor: string },
  now: number,
): Promise<string> {
  const id = newId(now)
  await sql.run(
    `INSERT INTO newsletter_sendings (id, article, texts, is_test, queued, queued_up_to, next_at,
      created_by, created_at, finished_at) VALUES (?, ?, ?, ?, 0, '', ?, ?, ?, ?)`,
    ...[id, article, JSON.stringify(texts), Number(isTest), now, actor, now, isTest ? now : null],
  )
  return id
}

/** Queues the next emails of the oldest sending that is not finished, once a minute. Returns their number. */
export async function queueEmails(store: Store, now: Clock): Promise<number> {
  if (!(await findUnfinished(store.read))) return 0
  return store.write(async (sql) => {
    const sending = await findUnfinished(sql)
    if (!sending || (await wasQueuedInMinute(sql, now()))) return 0
    return queueNext(sql, sending, now())
  })
}

function findUnfinished(sql: Sql): Promise<SendingRow | undefined> {
  return sql.get<SendingRow>(
    'SELECT * FROM newsletter_sendings WHERE finished_at IS NULL ORDER BY id LIMIT 1',
  )
}

/** A time that is further ahead comes from a wrong clock. */
async function wasQueuedInMinute(sql: Sql, now: number): Promise<boolean> {
  const sent = await sql.get(
    'SELECT id FROM newsletter_sendings WHERE queued > 0 AND next_at > ? AND next_at <= ?',
    ...[now, now + minute + maxClockSkewMs],
  )
  return sent !== undefined
}

async function queueNext(sql: Sql, sending: SendingRow, now: number): Promise<number> {
  const { id, queued_up_to: last, created_at: sentAt, article } = sending
  const subscribers = await sql.all<{ id: string }>(
    `SELECT id FROM subscribers WHERE state = 'confirmed' AND id > ? AND created_at <= ?
     ORDER BY id LIMIT ${emailsPerMinute}`,
    ...[last, sentAt],
  )
  for (const { id: subscriber } of subscribers) {
    const facts = { sending: id, article }
    await enqueueEvent(sql, now, articleEvent, `subscriber:${subscriber}`, facts)
  }
  const isLast = subscribers.length < emailsPerMinute
  await sql.run(
    `UPDATE newsletter_sendings SET queued = queued + ?, queued_up_to = ?, next_at = ?, finished_at = ?
     WHERE id = ?`,
    ...[subscribers.length, subscribers.at(-1)?.id ?? last, now + minute, isLast ? now : null, id],
  )
  return subscribers.length
}

export const articleEvent = 'subscriber.article'

/** How many emails of a sending were delivered, and how many were given up, as long as the outbox keeps them. */
export async function countDeliveries(
  sql: Sql,
  id: string,
): Promise<{ sent: number; failed: number }> {
  const rows = await sql.all<{ state: string; count: number }>(
    `SELECT state, COUNT(*) AS count FROM deliveries JOIN outbox ON outbox.id = news_id
     WHERE kind = ? AND facts LIKE ? GROUP BY state`,
    ...[articleEvent, `%"sending":"${id}"%`],
  )
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return { sent: of('sent'), failed: of('dead') }
}
