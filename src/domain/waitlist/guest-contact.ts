/** What a guest of the waitlist must know: that a place is held for them, or that it no longer is. */
import type { Sql } from '../../store/sql.ts'
import { endContact, insertContact, type NewContact, undoContact } from '../contact/contacts.ts'
import type { WaitlistAction } from './actions.ts'
import type { WaitlistEntry } from './rows.ts'
import type { WaitlistStatus } from './status.ts'

type RecordedAction = {
  action: WaitlistAction
  eventId: string
  untilMs: number
  /** The state of the entry afterwards. */
  status: WaitlistStatus
  offerId: string | undefined
}

const offered = 'offered' satisfies WaitlistAction

export async function recordWaitlistContact(
  sql: Sql,
  { id, starts_until }: WaitlistEntry,
  { action, eventId, untilMs, status, offerId }: RecordedAction,
  nowMs: number,
): Promise<void> {
  const subject = `waitlist:${id}`
  const contact: NewContact = { id: eventId, subject, action, at: nowMs, untilAt: untilMs }
  if (action === offered)
    return insertContact(sql, {
      ...contact,
      ...(offerId !== undefined && { about: offerId }),
      beside: offered,
    })
  const ended = { subject, action: offered, about: offerId }
  if (action === 'offer_withdrawn') {
    const correction = { ...contact, untilAt: starts_until, beside: offered }
    return undoContact(sql, ended, correction)
  }
  // The other offers are still open, and the guest must know of them.
  if (endsOffer.has(action) && status === offered) {
    await endContact(sql, ended, eventId)
    return
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
