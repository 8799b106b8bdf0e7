/**
 * Budget of first emails: an hourly limit of the shop for emails to addresses that their owners have not confirmed, so
 * that strangers cannot use the shop to send email. It is counted in the database, for all processes together.
 */
import { type Clock, hour, maxClockSkewMs, minute } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { AdmitMessage, Deferral } from '../outbox/deliver.ts'

/** One mailbox gets at most this share of the budget, however it is spelled. */
const mailboxShare = 1 / 6

const reasons = {
  shop: 'the budget of first emails is spent for this hour',
  mailbox: 'this mailbox has its share of first emails for this hour',
}

type BudgetOptions = {
  store: Store
  limitPerHour: number
  now: Clock
  /** Called at most once an hour. */
  onSpent: () => void
}

/** Every email to an unconfirmed address counts, also the second one. A retry counts once. */
export function createFirstEmailBudget({
  store,
  limitPerHour,
  now,
  onSpent,
}: BudgetOptions): AdmitMessage {
  let reportedAtMs = Number.NEGATIVE_INFINITY
  const reportSpent = (nowMs: number) => {
    if (nowMs < reportedAtMs + hour) return
    reportedAtMs = nowMs
    onSpent()
  }

  return async ({ id }, { unconfirmedMailbox: mailbox }) => {
    if (mailbox === undefined) return undefined
    const nowMs = now()
    const deferral = await store.write(async (sql) => {
      const found = await findDeferral(sql, { id, mailbox, limitPerHour, nowMs })
      await (found ? insertDeferred : insertSent)(sql, id, mailbox, nowMs)
      return found
    })
    if (deferral?.reason === reasons.shop) reportSpent(nowMs)
    return deferral
  }
}

type Candidate = { id: string; mailbox: string; limitPerHour: number; nowMs: number }

async function findDeferral(
  sql: Sql,
  { id, mailbox, limitPerHour, nowMs }: Candidate,
): Promise<Deferral | undefined> {
  const ofShop = await countSent(sql, nowMs, { except: id })
  if (ofShop.used >= limitPerHour) {
    return { reason: reasons.shop, dueAt: await nextTry(sql, ofShop, limitPerHour, nowMs) }
  }
  const ofMailbox = await countSent(sql, nowMs, { except: id, mailbox })
  if (ofMailbox.used < Math.ceil(limitPerHour * mailboxShare)) return undefined
  return { reason: reasons.mailbox, dueAt: await nextTry(sql, ofMailbox, limitPerHour, nowMs) }
}

type SentCount = { used: number; oldestAtMs: number | null }

async function countSent(
  sql: Sql,
  nowMs: number,
  { except = '', mailbox }: { except?: string; mailbox?: string } = {},
): Promise<SentCount> {
  const row = await sql.get<{ used: number; oldest: number | null }>(
    `SELECT COUNT(*) AS used, MIN(at) AS oldest FROM first_emails
     WHERE at > ? AND at <= ? AND delivery_id <> ?${mailbox === undefined ? '' : ' AND mailbox = ?'}`,
    nowMs - hour,
    nowMs + maxClockSkewMs,
    except,
    ...(mailbox === undefined ? [] : [mailbox]),
  )
  return { used: row?.used ?? 0, oldestAtMs: row?.oldest ?? null }
}

/** When the oldest email leaves the hour; a whole hour later if others already wait for that. */
async function nextTry(
  sql: Sql,
  { oldestAtMs }: SentCount,
  limitPerHour: number,
  nowMs: number,
): Promise<number> {
  const row = await sql.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM first_emails WHERE at IS NULL',
  )
  const latest = nowMs + hour
  if ((row?.count ?? 0) >= limitPerHour || oldestAtMs === null) return latest
  return Math.min(Math.max(oldestAtMs + hour + 1, nowMs + minute), latest)
}

async function insertSent(sql: Sql, id: string, mailbox: string, nowMs: number): Promise<void> {
  await sql.run(
    `INSERT INTO first_emails (delivery_id, mailbox, at) VALUES (?, ?, ?)
     ON CONFLICT (delivery_id) DO UPDATE SET at = excluded.at, mailbox = excluded.mailbox`,
    id,
    mailbox,
    nowMs,
  )
}

async function insertDeferred(sql: Sql, id: string, mailbox: string, nowMs: number): Promise<void> {
  await sql.run(
    `INSERT INTO first_emails (delivery_id, mailbox, deferred_at) VALUES (?, ?, ?)
     ON CONFLICT (delivery_id) DO NOTHING`,
    id,
    mailbox,
    nowMs,
  )
}

export type FirstEmails = {
  /** Sent in the last hour. */
  used: number
  /**
   * Emails of the last two days that wait for the budget, or were not sent because of it, unless a later one about the
   * same booking was. Oldest first.
   */
  unsent: UnsentEmail[]
}

type UnsentEmail = {
  /** "booking:…" */
  subject: string
  /** Normalized; null for a newsletter subscription. */
  code: string | null
  isWaiting: boolean
}

export async function loadFirstEmails(sql: Sql, nowMs: number): Promise<FirstEmails> {
  const { used } = await countSent(sql, nowMs)
  const rows = await sql.all<{ subject: string; code: string | null; state: string }>(
    `SELECT deliveries.subject, state, COALESCE(bookings.code, orders.code) AS code
     FROM first_emails JOIN deliveries ON deliveries.id = delivery_id
     LEFT JOIN bookings ON bookings.id = SUBSTR(deliveries.subject, ${'booking:'.length + 1})
     LEFT JOIN orders ON orders.id = SUBSTR(deliveries.subject, ${'order:'.length + 1})
     WHERE first_emails.at IS NULL AND state <> 'sent' AND NOT EXISTS (
       SELECT 1 FROM deliveries later
       WHERE later.subject = deliveries.subject AND later.channel = deliveries.channel
         AND later.id > deliveries.id AND later.state = 'sent')
     ORDER BY delivery_id`,
  )
  return {
    used,
    unsent: rows.map(({ subject, code, state }) => ({
      subject,
      code,
      isWaiting: state === 'waiting',
    })),
  }
}

/** Longer than a deferred email is tried, so that the desk can show it. */
const retentionMs = 48 * hour

export async function purgeFirstEmails(sql: Sql, nowMs: number): Promise<void> {
  await sql.run(
    'DELETE FROM first_emails WHERE COALESCE(at, deferred_at) <= ?',
    nowMs - retentionMs,
  )
}
