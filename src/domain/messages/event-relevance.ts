/** Whether a guest should still be told a piece of news, given what became of the booking since. */
import type { Sql } from '../../store/sql.ts'
import type { BookingRow } from '../booking/status.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { EventData } from '../outbox/events.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'

export async function isStillRelevant(
  sql: Sql,
  delivery: Delivery,
  event: OutboxEvent,
  row: BookingRow,
  now: number,
): Promise<boolean> {
  const action = event.kind.slice('booking.'.length)
  if (!matchesCurrentStatus(action, event, row, now)) return false
  if (action === 'deposit_waived' && !(await wasNotified(sql, delivery, 'deposit_asked')))
    return false
  if (action === 'reopened') return wasNotified(sql, delivery, String(event.facts.undone))
  return !(await wasUndone(sql, delivery, action))
}

function matchesCurrentStatus(
  action: string,
  { facts }: OutboxEvent,
  row: BookingRow,
  now: number,
): boolean {
  const { status, reason } = row
  const ahead = status !== 'cancelled' && row.starts_at > now
  switch (action) {
    case 'requested':
      return status === 'pending'
    case 'confirmed':
    case 'admitted':
      return status === 'confirmed' && ahead
    case 'declined':
      return status === 'cancelled' && reason === 'declined'
    case 'cancelled':
      return status === 'cancelled' && reason === 'by_staff'
    case 'expired':
      return status === 'cancelled' && reason === 'unanswered'
    case 'moved':
      return ahead && facts.to === `${row.date} ${row.time}`
    case 'offered':
    case 'rearranged':
    case 'reopened':
      return ahead || isDepositAction(facts.undone)
    case 'deposit_asked':
    case 'deposit_waived':
      return ahead && action === `deposit_${row.deposit_state}`
    case 'deposit_paid':
    case 'deposit_returned':
      return action === `deposit_${row.deposit_state}`
    default:
      return false
  }
}

/** Whether an act, by its word in the history, was about the deposit alone. */
export function isDepositAction(action: unknown): boolean {
  return String(action).startsWith('deposit_')
}

/** Staff took the act back before the guest heard of it. */
async function wasUndone(sql: Sql, delivery: Delivery, action: string): Promise<boolean> {
  const laterDeliveries = await findSiblingDeliveries(sql, delivery, 'booking.reopened', '>')
  return laterDeliveries.some(({ facts }) => (JSON.parse(facts) as EventData).undone === action)
}

/** Only what the guest has heard need be corrected. */
async function wasNotified(sql: Sql, delivery: Delivery, action: string): Promise<boolean> {
  const before = await findSiblingDeliveries(sql, delivery, `booking.${action}`, '<')
  return before.at(-1)?.state === 'sent'
}

/** Earlier or later deliveries of the same booking to the same guest. */
function findSiblingDeliveries(
  sql: Sql,
  { id, subject, channel, target }: Delivery,
  kind: string,
  side: '<' | '>',
): Promise<{ state: string; facts: string }[]> {
  return sql.all<{ state: string; facts: string }>(
    `SELECT state, facts FROM deliveries JOIN outbox ON outbox.id = news_id
     WHERE deliveries.subject = ? AND channel = ? AND target = ? AND deliveries.id ${side} ?
      AND kind = ? ORDER BY deliveries.id`,
    subject,
    channel,
    target,
    id,
    kind,
  )
}
