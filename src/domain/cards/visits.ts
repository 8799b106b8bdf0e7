/**
 * Visits of a membership: a booking reserves one, which is used when the visit ends and released when it is cancelled
 * in time.
 */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { hour } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { recordAction } from '../outbox/events.ts'
import { cardLifecycle } from './actions.ts'
import { postEntry } from './ledger.ts'
import { availableOn, type CardView, type CardVisit, findCardById, findVisit } from './rows.ts'
import type { EntryCause } from './status.ts'

/** `card` was read in this transaction. Only a visit that is still expected is reserved. */
export async function reserveVisit(
  sql: Sql,
  card: CardView,
  bookingId: string,
  actor: string,
  now: number,
): Promise<void> {
  const booking = await sql.get<{ id: string; starts_at: number }>(
    `SELECT id, starts_at FROM bookings WHERE id = ? AND status <> 'cancelled'
     AND (visit IS NULL OR visit = 'seated')`,
    bookingId,
  )
  if (!booking) throw new BookingActionError('wrong_state')
  const before = await findVisit(sql, booking.id)
  if (before && before.state !== 'released') throw new BookingActionError('sent_before')
  if (card.unit !== 'visits' || availableOn(card) < 1) throw visitError(noVisitText)
  if (card.valid_until <= booking.starts_at) throw visitError(endsBeforeText)
  await storeVisit(sql, { booking_id: booking.id, card_id: card.id, state: 'reserved' }, now)
  await recordOnCard(sql, card.id, 'visit_reserved', actor, now)
}

/** Staff take the card from the booking, which then no longer reserves a visit; one that was used is given back. */
export async function releaseVisit(
  sql: Sql,
  bookingId: string,
  actor: string,
  now: number,
): Promise<void> {
  const visit = await findVisit(sql, bookingId)
  if (!visit || visit.state === 'released') throw new BookingActionError('wrong_state')
  await changeVisit(sql, visit, { state: 'released' }, actor, now)
  await detachVisit(sql, visit.booking_id)
}

/** Later changes of the booking then change nothing on the card. */
export async function detachVisit(sql: Sql, bookingId: string): Promise<void> {
  await sql.run('DELETE FROM card_visits WHERE booking_id = ?', bookingId)
}

type BookingState = { status: string; visit: string | null }

type FollowedBooking = BookingState & {
  id: string
  cancelled_by: string | null
  starts_at: number
  quote: { terms?: { freeCancellationHours?: number } }
}

/**
 * Runs in the transaction of every change of a booking: what follows from its new state for the visit that it reserved.
 * `cancelledAt` is when the guest asked to cancel, which may be before staff do it.
 */
export async function followBooking(
  sql: Sql,
  {
    before,
    after,
    cancelledAt,
  }: { before: BookingState; after: FollowedBooking; cancelledAt: number },
  actor: string,
  now: number,
): Promise<void> {
  // A note or a refund of the deposit decides nothing again.
  if (before.status === after.status && before.visit === after.visit) return
  const visit = await findVisit(sql, after.id)
  if (visit) await changeVisit(sql, visit, outcomeOf(after, cancelledAt), actor, now)
}

type Outcome = { state: CardVisit['state']; cause?: EntryCause }

function outcomeOf(booking: FollowedBooking, cancelledAt: number): Outcome {
  const { status, visit, cancelled_by, starts_at, quote } = booking
  if (status === 'cancelled') {
    const hours = quote.terms?.freeCancellationHours
    const isLate = hours !== undefined && cancelledAt > starts_at - hours * hour
    return cancelled_by === 'guest' && isLate
      ? { state: 'used', cause: 'late_cancellation' }
      : { state: 'released' }
  }
  if (visit === 'finished') return { state: 'used', cause: 'visit' }
  return visit === 'no_show' ? { state: 'used', cause: 'no_show' } : { state: 'reserved' }
}

async function changeVisit(
  sql: Sql,
  visit: CardVisit,
  { state, cause }: Outcome,
  actor: string,
  now: number,
): Promise<void> {
  if (visit.state === state) return
  const card = await findCardById(sql, visit.card_id)
  if (!card) return
  const next = { ...visit, state, entry_id: null }
  if (visit.state === 'released' && availableOn(card) < 1) return
  if (visit.entry_id !== null) {
    const undone = { kind: 'given_back', amount: 1, undoes: visit.entry_id } as const
    await postEntry(sql, card, { ...undone, bookingId: visit.booking_id }, actor, now)
  }
  if (state === 'used') {
    const used = { kind: 'redeemed', amount: -1, bookingId: visit.booking_id, cause } as const
    await storeVisit(sql, { ...next, entry_id: await postEntry(sql, card, used, actor, now) }, now)
    return
  }
  await storeVisit(sql, next, now)
  if (visit.entry_id === null) {
    await recordOnCard(
      sql,
      card.id,
      state === 'reserved' ? 'visit_reserved' : 'visit_released',
      actor,
      now,
    )
  }
}

async function storeVisit(
  sql: Sql,
  { booking_id, card_id, state, entry_id = null }: Omit<CardVisit, 'entry_id'> & Partial<CardVisit>,
  now: number,
): Promise<void> {
  await sql.run(
    `INSERT INTO card_visits (booking_id, card_id, state, entry_id, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (booking_id) DO UPDATE SET card_id = excluded.card_id, state = excluded.state,
       entry_id = excluded.entry_id, updated_at = excluded.updated_at`,
    ...[booking_id, card_id, state, entry_id, now],
  )
}

async function recordOnCard(
  sql: Sql,
  id: string,
  action: 'visit_reserved' | 'visit_released',
  actor: string,
  now: number,
): Promise<void> {
  await sql.run('UPDATE cards SET version = version + 1, updated_at = ? WHERE id = ?', now, id)
  await recordAction(sql, now, actor, { lifecycle: cardLifecycle, action, id })
}

function visitError(reason: LocalizedText): BookingActionError {
  return new BookingActionError('not_possible', { reason })
}

const noVisitText: LocalizedText = {
  vi: 'Thẻ này không còn lần nào trống.',
  en: 'No visit is left on this card.',
}

const endsBeforeText: LocalizedText = {
  vi: 'Thẻ này hết hạn trước giờ hẹn.',
  en: 'This card expires before the booking.',
}
