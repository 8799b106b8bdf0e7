/** Whether a guest should still be told a piece of news, given what became of the booking since. */
import type { Sql } from '../../store/sql.ts'
import type { BookingRow } from '../booking/status.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { Facts } from '../outbox/events.ts'
import type { News } from '../outbox/fan-out.ts'

export async function isStillTrue(
  sql: Sql,
  delivery: Delivery,
  news: News,
  row: BookingRow,
  now: number,
): Promise<boolean> {
  const action = news.kind.slice('booking.'.length)
  if (!fits(action, news, row, now)) return false
  if (action === 'deposit_waived' && !(await wasTold(sql, delivery, 'deposit_asked'))) return false
  if (action === 'reopened') return wasTold(sql, delivery, String(news.facts.undone))
  return !(await wasUndone(sql, delivery, action))
}

function fits(action: string, { facts }: News, row: BookingRow, now: number): boolean {
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
      return ahead || isOfDeposit(facts.undone)
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
export function isOfDeposit(action: unknown): boolean {
  return String(action).startsWith('deposit_')
}

/** Staff took the act back before the guest heard of it. */
async function wasUndone(sql: Sql, delivery: Delivery, action: string): Promise<boolean> {
  const later = await othersOf(sql, delivery, 'booking.reopened', '>')
  return later.some(({ facts }) => (JSON.parse(facts) as Facts).undone === action)
}

/** Only what the guest has heard need be corrected. */
async function wasTold(sql: Sql, delivery: Delivery, action: string): Promise<boolean> {
  const before = await othersOf(sql, delivery, `booking.${action}`, '<')
  return before.at(-1)?.state === 'sent'
}

/** Earlier or later deliveries of the same booking to the same guest. */
function othersOf(
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
