/** What a kill left behind, delivery by delivery: at which step it came. */
import type { Store } from '../../src/store/sql.ts'
import { incrementCount } from '../support/count-by.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** As long as a claim lasts: what was claimed since then may have been under way. */
const claimLeaseMs = 30_000

/** A long run must have met all of them. */
export const interruptedSteps = [
  'not spread',
  'not claimed',
  'claimed, not sent',
  'sent, not answered',
  'taken, not recorded',
] as const

export async function recordInterruptedSteps(
  { read }: Store,
  { receipts }: WebhookReceiver,
  counts: Record<string, number>,
): Promise<void> {
  const note = (step: (typeof interruptedSteps)[number]) => incrementCount(counts, step)
  const undispatched = await read.all('SELECT id FROM outbox WHERE told_at IS NULL')
  for (const _ of undispatched) note('not spread')
  const waiting = await read.all<{ id: string; claimed_until: number; tries: number }>(
    `SELECT id, claimed_until, tries FROM deliveries WHERE state = 'waiting' AND channel = 'webhook'`,
  )
  const now = Date.now()
  for (const { id, claimed_until, tries } of waiting) {
    const since = claimed_until - claimLeaseMs
    if (tries === 0) note('not claimed')
    if (claimed_until <= now || tries === 0) continue
    const arrived = receipts.filter((one) => one.id === id && one.arrived >= since)
    if (arrived.some(({ taken }) => taken !== undefined)) note('taken, not recorded')
    else note(arrived.length > 0 ? 'sent, not answered' : 'claimed, not sent')
  }
}
