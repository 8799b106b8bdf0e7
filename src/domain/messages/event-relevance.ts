/** Skips an event about a booking that is outdated by the time its email would be sent. */
import type { Sql } from '../../store/sql.ts'
import { bookingAction } from '../booking/action-rules.ts'
import {
  type BookingActionName,
  bookingLifecycle,
  type GuestEmailAction,
} from '../booking/actions.ts'
import { depositActionTo, isDepositAction } from '../booking/deposit/actions.ts'
import { isAcceptable } from '../booking/place-offer/place-offers.ts'
import { loadOffersByIds } from '../booking/place-offer/rows.ts'
import type { StoredBooking } from '../booking/rows.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { EventData } from '../outbox/events.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { withFacts } from '../outbox/rows.ts'

export function isGuestEmailAction(action: BookingActionName): action is GuestEmailAction {
  return bookingAction(action).notifies.guest !== 'never'
}

export async function isStillRelevant(
  sql: Sql,
  delivery: Delivery,
  event: OutboxEvent,
  action: GuestEmailAction,
  booking: StoredBooking,
  now: number,
): Promise<boolean> {
  if (!matchesCurrentStatus(action, event, booking, now)) return false
  if (action === 'offered' && !(await areOffersOpen(sql, event, now))) return false
  const corrected = correctedAction(action, event)
  if (corrected !== undefined && !(await wasNotified(sql, delivery, corrected))) return false
  return action === 'reopened' || !(await wasUndone(sql, delivery, action))
}

function matchesCurrentStatus(
  action: GuestEmailAction,
  { facts }: OutboxEvent,
  booking: StoredBooking,
  now: number,
): boolean {
  const { status, reason } = booking
  const isCancelled = (because: string) => status === 'cancelled' && reason === because
  const isUpcoming = status !== 'cancelled' && booking.starts_at > now
  const isConfirmed = isUpcoming && status === 'confirmed'
  const isDeposit =
    booking.deposit_state !== null && action === depositActionTo(booking.deposit_state)
  const relevance: Record<GuestEmailAction, boolean> = {
    requested: status === 'pending',
    confirmed: isConfirmed,
    admitted: isConfirmed,
    declined: isCancelled('declined'),
    cancelled: isCancelled('by_staff'),
    expired: isCancelled('unanswered'),
    moved: isUpcoming && facts.to === `${booking.date} ${booking.time}`,
    offered: isUpcoming,
    offer_accepted: isConfirmed && facts.to === `${booking.date} ${booking.time}`,
    offer_withdrawn: isUpcoming,
    offer_expired: isUpcoming,
    rearranged: isUpcoming,
    offer_changed: isUpcoming,
    reopened: isUpcoming || isDepositAction(facts.undone),
    deposit_asked: isUpcoming && isDeposit,
    deposit_waived: isUpcoming && isDeposit,
    deposit_paid: isDeposit,
    deposit_returned: isDeposit,
    reminded:
      isConfirmed && booking.visit === null && Number(facts.starts_at) === booking.starts_at,
  }
  return relevance[action]
}

/** A later email has those that were added since. */
async function areOffersOpen(sql: Sql, { facts }: OutboxEvent, now: number): Promise<boolean> {
  const offers = await loadOffersByIds(sql, String(facts.offers).split(','))
  return offers.length > 0 && offers.every((offer) => isAcceptable(offer, now))
}

/** A correction is only sent if the guest received the email that it corrects. */
function correctedAction(action: GuestEmailAction, { facts }: OutboxEvent): string | undefined {
  if (action === 'reopened') return String(facts.undone)
  if (action === 'offer_withdrawn' || action === 'offer_expired') return 'offered'
  return action === depositActionTo('waived') ? depositActionTo('asked') : undefined
}

/** True if staff undid the action before this email was sent. */
async function wasUndone(sql: Sql, delivery: Delivery, action: string): Promise<boolean> {
  const laterDeliveries = await findSiblingDeliveries(sql, delivery, 'reopened', '>')
  return laterDeliveries.some(({ facts }) => facts.undone === action)
}

async function wasNotified(sql: Sql, delivery: Delivery, action: string): Promise<boolean> {
  const before = await findSiblingDeliveries(sql, delivery, action, '<')
  return before.at(-1)?.state === 'sent'
}

/** Earlier or later deliveries of the same booking to the same guest. */
async function findSiblingDeliveries(
  sql: Sql,
  { id, subject, channel, target }: Delivery,
  action: string,
  side: '<' | '>',
): Promise<{ state: string; facts: EventData }[]> {
  const rows = await sql.all<{ state: string; facts: string }>(
    `SELECT state, facts FROM deliveries JOIN outbox ON outbox.id = news_id
     WHERE deliveries.subject = ? AND channel = ? AND target = ? AND deliveries.id ${side} ?
      AND kind = ? ORDER BY deliveries.id`,
    subject,
    channel,
    target,
    id,
    `${bookingLifecycle.noun}.${action}`,
  )
  return rows.map(withFacts)
}
