/** Delivery history, dead letters and channel health for the desk. */
import { resentAction } from '../../kernel/lifecycle.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { insertAudit } from './events.ts'
import type { Destination } from './fan-out.ts'

type DeliveryState = 'waiting' | 'sent' | 'dead' | 'dropped'

export type DeliveryRow = Destination & {
  id: string
  /** Kind of the event, such as "booking.requested". */
  kind: string
  subject: string
  state: DeliveryState
  tries: number
  due_at: number
  fault: string | null
  acted_at: number | null
  /** Time of the event. */
  at: number
  created_at: number
  updated_at: number
}

const rows = `SELECT deliveries.id, outbox.kind, deliveries.subject, channel, target, state, tries,
  due_at, fault, acted_at, outbox.created_at AS at, deliveries.created_at, deliveries.updated_at
  FROM deliveries JOIN outbox ON outbox.id = deliveries.news_id`

/** Deliveries that are no longer retried, newest first. */
export function listDeadLetters(store: Store): Promise<DeliveryRow[]> {
  return store.read.all<DeliveryRow>(`${rows} WHERE state = 'dead' ORDER BY deliveries.id DESC`)
}

export function findDeliveries(store: Store, subject: string): Promise<DeliveryRow[]> {
  return store.read.all<DeliveryRow>(
    `${rows} WHERE deliveries.subject = ? ORDER BY deliveries.id`,
    subject,
  )
}

/** Retries a dead delivery like a new one. Returns false if it is not dead. */
export function retryDelivery(
  store: Store,
  deliveryId: string,
  actor: string,
  now: Clock,
): Promise<boolean> {
  return store.write(async (sql) => {
    const nowMs = now()
    const revived = await sql.run(
      `UPDATE deliveries SET state = 'waiting', tries = 0, due_at = ?, claimed_until = 0,
        created_at = ?, updated_at = ? WHERE id = ? AND state = 'dead'`,
      nowMs,
      nowMs,
      nowMs,
      deliveryId,
    )
    const found = await sql.get<{ subject: string; channel: string }>(
      'SELECT subject, channel FROM deliveries WHERE id = ?',
      deliveryId,
    )
    if (revived !== 1 || !found) return false
    await insertAudit(sql, nowMs, actor, resentAction, found.subject, { channel: found.channel })
    return true
  })
}

export type ChannelHealth = Destination & {
  lastSuccess: number | null
  /** Failure of a delivery that is waiting or dead. */
  lastFailure: { at: number; reason: string } | null
  waiting: number
  dead: number
}

export async function loadChannelHealth({ read }: Store): Promise<ChannelHealth[]> {
  const destinations = await read.all<
    Destination & { success: number | null; waiting: number; dead: number }
  >(
    `SELECT channel, target, MAX(CASE WHEN state = 'sent' THEN updated_at END) AS success,
       SUM(CASE WHEN state = 'waiting' THEN 1 ELSE 0 END) AS waiting,
       SUM(CASE WHEN state = 'dead' THEN 1 ELSE 0 END) AS dead
     FROM deliveries GROUP BY channel, target ORDER BY channel, target`,
  )
  const failures = await read.all<Destination & { fault: string; updated_at: number }>(
    `SELECT channel, target, fault, updated_at FROM deliveries
     WHERE state IN ('waiting', 'dead') AND fault IS NOT NULL ORDER BY updated_at DESC`,
  )
  return destinations.map(({ channel, target, success, waiting, dead }) => {
    const last = failures.find((one) => one.channel === channel && one.target === target)
    return {
      channel,
      target,
      lastSuccess: success,
      lastFailure: last ? { at: last.updated_at, reason: last.fault } : null,
      waiting,
      dead,
    }
  })
}
