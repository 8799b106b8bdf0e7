/** Skips an event about a booking that is outdated by the time its email would be sent. */
import type { Sql } from '../../store/sql.ts'
import type { StoredBooking } from '../booking/rows.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { EventData } from '../outbox/events.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'

export async function isStillRelevant(
  sql: Sql,
  delivery: Delivery,
  event: OutboxEvent,
  booking: StoredBooking,
  now: number,
): Promise<boolean> {
  const action = event.kind.slice('booking.'.length)
  if (!matchesCurrentStatus(action, event, booking, now)) return false
  if (action === 'deposit_waived' && !(await wasNotified(sql, delivery, 'deposit_asked')))
    return false
  if (action === 'reopened') return wasNotified(sql, delivery, String(event.facts.undone))
  return !(await wasUndone(sql, delivery, action))
}

function matchesCurrentStatus(
  action: string,
  { facts }: OutboxEvent,
  booking: StoredBooking,
  now: number,
): boolean {
  const { status, reason } = booking
  const isUpcoming = status !== 'cancelled' && booking.starts_at > now
  switch (action) {
    case 'requested':
      return status === 'pending'
    case 'confirmed':
    case 'admitted':
      return status === 'confirmed' && isUpcoming
    case 'declined':
      return status === 'cancelled' && reason === 'declined'
    case 'cancelled':
      return status === 'cancelled' && reason === 'by_staff'
    case 'expired':
      return status === 'cancelled' && reason === 'unanswered'
    case 'moved':
      return isUpcoming && facts.to === `${booking.date} ${booking.time}`
    case 'offered':
    case 'rearranged':
    case 'reopened':
      return isUpcoming || isDepositAction(facts.undone)
    case 'deposit_asked':
    case 'deposit_waived':
      return isUpcoming && action === `deposit_${booking.deposit_state}`
    case 'deposit_paid':
    case 'deposit_returned':
      return action === `deposit_${booking.deposit_state}`
    default:
      return false
  }
}

export function isDepositAction(action: unknown): boolean {
  return String(action).startsWith('deposit_')
}

/** True if staff undid the action before this email was sent. */
async function wasUndone(sql: Sql, delivery: Delivery, action: string): Promise<boolean> {
  const laterDeliveries = await findSiblingDeliveries(sql, delivery, 'booking.reopened', '>')
  return laterDeliveries.some(({ facts }) => (JSON.parse(facts) as EventData).undone === action)
}

/** A correction is only sent if the guest received the email that it corrects. */
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
