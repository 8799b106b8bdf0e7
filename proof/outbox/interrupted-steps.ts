/** Records at which step each delivery was interrupted by a kill. */
import type { Store } from '../../src/store/sql.ts'
import { incrementCount } from '../support/count-by.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** The lease of a claim: deliveries claimed since then may have been in progress. */
const claimLeaseMs = 30_000

/** All of them must occur in a long run. */
export const interruptedSteps = [
  'not fanned out',
  'not claimed',
  'claimed, not sent',
  'sent, no response',
  'acknowledged, not recorded',
] as const

export async function recordInterruptedSteps(
  { read }: Store,
  { receipts }: WebhookReceiver,
  counts: Record<string, number>,
): Promise<void> {
  const note = (step: (typeof interruptedSteps)[number]) => incrementCount(counts, step)
  const undispatched = await read.all('SELECT id FROM outbox WHERE told_at IS NULL')
  for (const _ of undispatched) note('not fanned out')
  const waiting = await read.all<{ id: string; claimed_until: number; tries: number }>(
    `SELECT id, claimed_until, tries FROM deliveries WHERE state = 'waiting' AND channel = 'webhook'`,
  )
  const now = Date.now()
  for (const { id, claimed_until, tries } of waiting) {
    const since = claimed_until - claimLeaseMs
    if (tries === 0) note('not claimed')
    if (claimed_until <= now || tries === 0) continue
    const arrived = receipts.filter((one) => one.id === id && one.arrived >= since)
    if (arrived.some(({ acknowledgedAtMs }) => acknowledgedAtMs !== undefined))
      note('acknowledged, not recorded')
    else note(arrived.length > 0 ? 'sent, no response' : 'claimed, not sent')
  }
}
