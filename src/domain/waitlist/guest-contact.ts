/** What a guest of the waitlist must know: that a place is held for them, or that it no longer is. */
import type { Sql } from '../../store/sql.ts'
import { insertContact, type NewContact, undoContact } from '../contact/contacts.ts'
import type { WaitlistAction } from './actions.ts'
import type { WaitlistEntry } from './rows.ts'

type RecordedAction = { action: WaitlistAction; eventId: string; untilMs: number }

export async function recordWaitlistContact(
  sql: Sql,
  { id, starts_until }: WaitlistEntry,
  { action, eventId, untilMs }: RecordedAction,
  nowMs: number,
): Promise<void> {
  const subject = `waitlist:${id}`
  const contact: NewContact = { id: eventId, subject, action, at: nowMs, untilAt: untilMs }
  if (action === 'offered') return insertContact(sql, contact)
  if (action === 'offer_withdrawn') {
    const correction = { ...contact, untilAt: starts_until }
    return undoContact(sql, { subject, action: 'offered' }, correction)
  }
  // The guest has answered, or the offer has passed: no call is needed any more.
  if (endsOffer.has(action)) await insertContact(sql, { ...contact, isKnown: true })
}

const endsOffer: ReadonlySet<WaitlistAction> = new Set([
  'accepted',
  'offer_declined',
  'offer_expired',
  'seated',
  'left',
  'expired',
])
