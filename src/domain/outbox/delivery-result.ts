/** What became of a try, and what follows from it. */
import type { Refusal } from '../../kernel/channel.ts'
import { day, hour, minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { Claimed, Delivery } from './claim.ts'

export type Outcome =
  | { state: 'sent' }
  | { state: 'dropped'; fault?: string }
  | { state: 'dead'; fault: string }
  | { state: 'waiting'; fault: string; dueAt: number; heldUntil: number }

/** After the first failure, the second and so on; then every hour. */
const pauses = [5_000, 20_000, minute, 3 * minute, 10 * minute, 30 * minute]

/** Then it is dead, and staff see it. */
const triedFor = day

/** What failed so recently fails again: another's success does not wake it yet. */
const rest = 15_000

const longestFault = 200

export function afterRefusal(refusal: Refusal, delivery: Delivery, moment: number): Outcome {
  const fault = refusal.reason.slice(0, longestFault)
  const tooOld = moment >= delivery.created_at + triedFor
  if (refusal.final || refusal.gone || tooOld) return { state: 'dead', fault }
  const asked = moment + (refusal.retryAfterMilliseconds ?? 0)
  const pause = pauses[delivery.tries - 1] ?? hour
  return {
    state: 'waiting',
    fault,
    dueAt: Math.max(moment + pause, asked),
    // Held like a claim: not even a success elsewhere makes us come back before we may.
    heldUntil: asked,
  }
}

export async function recordOutcome(
  sql: Sql,
  { delivery, since }: Claimed,
  outcome: Outcome,
  moment: number,
): Promise<void> {
  if (outcome.state === 'sent') {
    await sql.run(
      "UPDATE deliveries SET state = 'sent', fault = NULL, claimed_until = 0, updated_at = ? WHERE id = ?",
      moment,
      delivery.id,
    )
    await wake(sql, delivery, moment)
    return
  }
  const again = outcome.state === 'waiting' ? outcome : undefined
  await sql.run(
    // Who was too slow and lost the claim says nothing any more.
    `UPDATE deliveries SET state = ?, fault = ?, due_at = ?, claimed_until = ?, updated_at = ?
     WHERE id = ? AND state = 'waiting' AND tries = ?`,
    outcome.state,
    outcome.fault ?? null,
    again?.dueAt ?? moment,
    again?.heldUntil ?? 0,
    // When it was last asked is when the try began, however long it hung.
    again ? since : moment,
    delivery.id,
    delivery.tries,
  )
}

/** The place is back: whatever failed there and had its rest is due at once. */
async function wake(sql: Sql, { channel, target }: Delivery, moment: number): Promise<void> {
  await sql.run(
    `UPDATE deliveries SET due_at = ? WHERE state = 'waiting' AND channel = ? AND target = ?
     AND tries > 0 AND due_at > ? AND updated_at <= ?`,
    moment,
    channel,
    target,
    moment,
    moment - rest,
  )
}
