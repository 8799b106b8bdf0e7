/** Decides what the guest of a booking must know after an action, in the transaction of the action. */
import { day } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { insertContact, type NewContact, settleAbsences, undoContact } from '../contact/contacts.ts'
import type { EventData } from '../outbox/events.ts'
import type { Assignment, BookingRules } from '../scheduling/rules.ts'
import { bookingAction } from './action-rules.ts'
import type { BookingActionName } from './actions.ts'
import { depositActionTo, isDepositAction } from './deposit/actions.ts'
import type { StoredBooking } from './rows.ts'

type Change = {
  action: BookingActionName
  before: StoredBooking
  after: StoredBooking
  /** Id of the change request that the action answered. */
  answered: string | null
  /** The guest agreed to it on the phone. */
  isAgreed: boolean
  /** The same persons serve the guest. */
  isSamePeople: boolean
  eventData: EventData | undefined
}

/** What does not concern the visit itself, such as a refund, is still said some days later. */
const lateDays = 7

/** What the guest has done or asked for themselves. */
const knownActions: ReadonlySet<BookingActionName> = new Set([
  'offer_changed',
  'offer_accepted',
  'offer_declined',
])

export async function recordGuestContact(
  sql: Sql,
  eventId: string,
  change: Change,
  nowMs: number,
): Promise<void> {
  const { action, before, after } = change
  if (!bookingAction(action).mustKnow) return
  const contact: NewContact = {
    ...{ id: eventId, subject: `booking:${after.id}`, action, at: nowMs },
    untilAt: untilOf(change, nowMs),
    isKnown: isKnown(change),
  }
  if (action === 'reopened') return undoAction(sql, change, contact)
  // A deposit that the guest was not asked for need not be waived.
  if (action === depositActionTo('waived')) {
    const asked = { subject: contact.subject, action: depositActionTo('asked') }
    return undoContact(sql, asked, contact)
  }
  if (action === 'rearranged' && !isVisible(before, after)) {
    if (change.isSamePeople) await settleAbsences(sql, contact)
    return
  }
  await insertContact(sql, contact)
}

export function recordExpiryContact(
  sql: Sql,
  eventId: string,
  bookingId: string,
  nowMs: number,
): Promise<void> {
  return insertContact(sql, {
    ...{ id: eventId, subject: `booking:${bookingId}`, action: 'expired', at: nowMs },
    untilAt: nowMs + lateDays * day,
  })
}

/** Offers are told until their time is up. */
function untilOf({ action, after, eventData }: Change, nowMs: number): number {
  if (action === 'offered') return Number(eventData?.expires_at)
  return isDepositAction(action) ? nowMs + lateDays * day : after.ends_at
}

/** A guest who cancels by phone knows it; one who asked for it on the site waits for the answer. */
function isKnown({ action, after, answered, isAgreed }: Change): boolean {
  if (action === 'cancelled') return after.cancelled_by === 'guest' && answered === null
  return isAgreed || knownActions.has(action)
}

/** A new table alone does not concern the guest; a new party size or a confirmation does. */
function isVisible(before: StoredBooking, after: StoredBooking): boolean {
  return before.status !== after.status || before.party_size !== after.party_size
}

/** Whether the same persons serve the guest, regardless of the room or table. */
export function hasSamePeople(
  { resourcesOf, extraPlace }: BookingRules,
  before: Assignment,
  after: Assignment,
): boolean {
  const peopleOf = (assignment: Assignment) =>
    resourcesOf(assignment)
      .filter((id) => id.split(':')[0] !== extraPlace.resourceKind)
      .toSorted()
      .join()
  return peopleOf(before) === peopleOf(after)
}

async function undoAction(sql: Sql, change: Change, contact: NewContact): Promise<void> {
  const action = String(change.eventData?.undone)
  const undone = await sql.get<{ at: number }>(
    'SELECT at FROM audit WHERE subject = ? AND action = ? ORDER BY id DESC LIMIT 1',
    ...[contact.subject, action],
  )
  if (undone) await undoContact(sql, { subject: contact.subject, action, at: undone.at }, contact)
}
