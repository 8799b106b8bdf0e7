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
  because: 'closed' | 'reopened' | undefined
}

const offered = 'offered' satisfies WaitlistAction
const withdrawn = 'offer_withdrawn' satisfies WaitlistAction

export async function recordWaitlistContact(
  sql: Sql,
  { id, starts_until }: WaitlistEntry,
  { action, eventId, untilMs, status, offerId, because }: RecordedAction,
  nowMs: number,
): Promise<void> {
  const subject = `waitlist:${id}`
  const contact: NewContact = { id: eventId, subject, action, at: nowMs, untilAt: untilMs }
  const ofOffer = { ...contact, ...(offerId !== undefined && { about: offerId }), beside: offered }
  // Only guests who were told that it was withdrawn, or were told nothing at all, must be told.
  if (action === offered && because === 'reopened')
    return undoContact(sql, { subject, action: withdrawn, about: offerId }, ofOffer)
  if (action === offered) return insertContact(sql, ofOffer)
  const ended = { subject, action: offered, about: offerId }
  if (action === withdrawn) {
    const correction = { ...ofOffer, untilAt: starts_until }
    if (because !== 'closed') return undoContact(sql, ended, correction)
    // Also for guests who may have seen the offer on their page: they wait for a day on which the shop is closed.
    await endContact(sql, ended, eventId)
    return insertContact(sql, correction)
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
