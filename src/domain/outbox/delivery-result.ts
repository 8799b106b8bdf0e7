/** What became of a try, and what follows from it. */
import type { DeliveryFailure } from '../../kernel/channel.ts'
import { day, hour, minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { ClaimedDelivery, Delivery } from './claim.ts'

export type DeliveryResult =
  | { state: 'sent' }
  | { state: 'dropped'; reason?: string }
  | { state: 'dead'; reason: string }
  | { state: 'waiting'; reason: string; dueAt: number; heldUntil: number }

/** After the first failure, the second and so on; then every hour. */
const retryDelaysMs = [5_000, 20_000, minute, 3 * minute, 10 * minute, 30 * minute]

/** Then it is dead, and staff see it. */
const maxRetryPeriodMs = day

/** What failed so recently fails again: another's success does not wake it yet. */
const wakeCooldownMs = 15_000

const maxReasonLength = 200

export function resolveFailure(
  failure: DeliveryFailure,
  delivery: Delivery,
  nowMs: number,
): DeliveryResult {
  const reason = failure.reason.slice(0, maxReasonLength)
  const tooOld = nowMs >= delivery.created_at + maxRetryPeriodMs
  if (failure.final || failure.gone || tooOld) return { state: 'dead', reason }
  const retryNotBeforeMs = nowMs + (failure.retryAfterMilliseconds ?? 0)
  const delayMs = retryDelaysMs[delivery.tries - 1] ?? hour
  return {
    state: 'waiting',
    reason,
    dueAt: Math.max(nowMs + delayMs, retryNotBeforeMs),
    // Held like a claim: not even a success elsewhere makes us come back before we may.
    heldUntil: retryNotBeforeMs,
  }
}

export async function recordResult(
  sql: Sql,
  { delivery, startedAtMs }: ClaimedDelivery,
  result: DeliveryResult,
  nowMs: number,
): Promise<void> {
  if (result.state === 'sent') {
    await sql.run(
      "UPDATE deliveries SET state = 'sent', fault = NULL, claimed_until = 0, updated_at = ? WHERE id = ?",
      nowMs,
      delivery.id,
    )
    await rescheduleFailed(sql, delivery, nowMs)
    return
  }
  const retry = result.state === 'waiting' ? result : undefined
  await sql.run(
    // Who was too slow and lost the claim says nothing any more.
    `UPDATE deliveries SET state = ?, fault = ?, due_at = ?, claimed_until = ?, updated_at = ?
     WHERE id = ? AND state = 'waiting' AND tries = ?`,
    result.state,
    result.reason ?? null,
    retry?.dueAt ?? nowMs,
    retry?.heldUntil ?? 0,
    // When it was last asked is when the try began, however long it hung.
    retry ? startedAtMs : nowMs,
    delivery.id,
    delivery.tries,
  )
}

/** The place is back: whatever failed there and had its rest is due at once. */
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
