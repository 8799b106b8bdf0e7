/** Result of a delivery attempt and the retry schedule. */
import type { DeliveryFailure } from '../../kernel/channel.ts'
import { day, hour, minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { ClaimedDelivery, Delivery } from './claim.ts'

export type DeliveryResult =
  | { state: 'sent' }
  | { state: 'dropped'; reason?: string }
  | { state: 'dead'; reason: string }
  | { state: 'waiting'; reason: string; dueAt: number; heldUntil: number }
  /** Not attempted; waits until it may be sent. */
  | { state: 'deferred'; reason: string; dueAt: number }

/** Delays after the first failures; further retries follow every hour. */
const retryDelaysMs = [5_000, 20_000, minute, 3 * minute, 10 * minute, 30 * minute]

/** After this period a delivery is dead, and the desk shows it. */
const maxRetryPeriodMs = day

/** A delivery that failed this recently is not retried early when another one succeeds. */
const wakeCooldownMs = 15_000

const maxReasonLength = 200

export function resolveFailure(
  failure: DeliveryFailure,
  delivery: Delivery,
  nowMs: number,
): DeliveryResult {
  const reason = failure.reason.slice(0, maxReasonLength)
  const isTooOld = nowMs >= delivery.created_at + maxRetryPeriodMs
  if (failure.final || failure.gone || isTooOld) return { state: 'dead', reason }
  const retryNotBeforeMs = nowMs + (failure.retryAfterMs ?? 0)
  const delayMs = retryDelaysMs[delivery.tries - 1] ?? hour
  return {
    state: 'waiting',
    reason,
    dueAt: Math.max(nowMs + delayMs, retryNotBeforeMs),
    // Blocks like a claim, so that not even an early retry ignores Retry-After.
    heldUntil: retryNotBeforeMs,
  }
}

export function resolveDeferral(
  { reason, dueAt }: { reason: string; dueAt: number },
  { created_at }: Delivery,
  nowMs: number,
): DeliveryResult {
  const isTooOld = nowMs >= created_at + maxRetryPeriodMs
  return isTooOld ? { state: 'dead', reason } : { state: 'deferred', reason, dueAt }
}

export async function recordResult(
  sql: Sql,
  { delivery, startedAtMs }: ClaimedDelivery,
  result: DeliveryResult,
  nowMs: number,
): Promise<void> {
  if (result.state === 'sent') {
    await sql.run(
      `UPDATE deliveries SET state = 'sent', fault = NULL, claimed_until = 0, updated_at = ?
       WHERE id = ?`,
      nowMs,
      delivery.id,
    )
    await rescheduleFailed(sql, delivery, nowMs)
    return
  }
  if (result.state === 'deferred') {
    await sql.run(
      // It was no attempt, so a success of the destination does not make it due early.
      `UPDATE deliveries SET tries = tries - 1, fault = ?, due_at = ?, claimed_until = 0,
        updated_at = ? WHERE id = ? AND state = 'waiting' AND tries = ?`,
      result.reason,
      result.dueAt,
      nowMs,
      delivery.id,
      delivery.tries,
    )
    return
  }
  const retry = result.state === 'waiting' ? result : undefined
  await sql.run(
    // A process that lost its claim must not overwrite a newer result.
    // The reason why it had to wait stays with a message that is no longer relevant.
    `UPDATE deliveries SET state = ?, fault = COALESCE(?, fault), due_at = ?, claimed_until = ?,
      updated_at = ? WHERE id = ? AND state = 'waiting' AND tries = ?`,
    result.state,
    result.reason ?? null,
    retry?.dueAt ?? nowMs,
    retry?.heldUntil ?? 0,
    // For a retry, the start of the attempt counts, not the end of a long timeout.
    retry ? startedAtMs : nowMs,
    delivery.id,
    delivery.tries,
  )
}

/** After a success the destination works again, so failed deliveries become due immediately. */
async function rescheduleFailed(
  sql: Sql,
  { channel, target }: Delivery,
  nowMs: number,
): Promise<void> {
  await sql.run(
    `UPDATE deliveries SET due_at = ? WHERE state = 'waiting' AND channel = ? AND target = ?
     AND tries > 0 AND due_at > ? AND updated_at <= ?`,
    nowMs,
    channel,
    target,
    nowMs,
    nowMs - wakeCooldownMs,
  )
}
