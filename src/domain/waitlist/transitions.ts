/**
 * What staff, guests and the clock do with an entry of the waitlist and the places that it was offered. Each runs in
 * one transaction with its cells, its audit entry and its event.
 */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { minute, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingContext } from '../booking/context.ts'
import {
  acceptPlaceOffer,
  closePlaceOffer,
  insertPlaceOffer,
  isAcceptable,
  offerDeadline,
  reopenPlaceOffer,
} from '../booking/place-offer/place-offers.ts'
import {
  findPlaceOffer,
  loadDueOffers,
  loadOpenOffers,
  type OfferOwner,
  type OfferStatus,
  type PlaceOffer,
} from '../booking/place-offer/rows.ts'
import type { Booking } from '../booking/request.ts'
import { findClosedReason } from '../closed-days/closed-days.ts'
import { erasedName } from '../guest/fields.ts'
import { type EventData, recordAction } from '../outbox/events.ts'
import { allocate } from '../scheduling/allocate.ts'
import { type CalendarTime, rulesForGuests } from '../scheduling/rules.ts'
import { type WaitlistAction, waitlistLifecycle } from './actions.ts'
import { recordWaitlistContact } from './guest-contact.ts'
import {
  currentStatus,
  findEntry,
  findEntryByBooking,
  findEntryById,
  isOpenEntry,
  loadPastEntries,
  type WaitlistEntry,
} from './rows.ts'
import type { WaitlistStatus } from './status.ts'

export function entryAsOwner({ id }: Pick<WaitlistEntry, 'id'>): OfferOwner {
  return `waitlist:${id}`
}

/** Throws unless the entry is in one of the states in which the action is possible. */
async function requireEntry(
  sql: Sql,
  code: string,
  action: WaitlistAction,
  now: number,
): Promise<WaitlistEntry> {
  const entry = await findEntry(sql, code)
  if (!entry) throw new BookingActionError('not_found')
  assertPossible(entry, action, now)
  return entry
}

function assertPossible(entry: WaitlistEntry, action: WaitlistAction, now: number): void {
  const from: readonly string[] = waitlistLifecycle.transitions[action].from
  if (!from.includes(currentStatus(entry, now))) throw new BookingActionError('wrong_state')
}

/** `closed`: staff have closed the day; `reopened`: they have undone that. */
type OfferReason = 'closed' | 'reopened'

type NextState = {
  status: WaitlistStatus
  bookingId?: string | null
  /** Until when the guest must know it. */
  untilMs?: number
  /** The offer ends because its day is closed, or has come back with it. */
  because?: OfferReason
}

/** Writes the new state with its audit entry and its event. */
async function record(
  sql: Sql,
  entry: WaitlistEntry,
  action: WaitlistAction,
  { status, bookingId = null, untilMs, because }: NextState,
  actor: string,
  facts: EventData,
  now: number,
): Promise<void> {
  await sql.run(
    `UPDATE waitlist SET status = ?, booking_id = ?, version = version + 1, updated_at = ? WHERE id = ?`,
    ...[status, bookingId, now, entry.id],
  )
  const actionOn = { lifecycle: waitlistLifecycle, action, id: entry.id }
  const eventId = await recordAction(sql, now, actor, actionOn, facts, facts)
  const offerId = facts.offer === undefined ? undefined : String(facts.offer)
  const recorded = { action, eventId, untilMs: untilMs ?? now, status, offerId, because }
  await recordWaitlistContact(sql, entry, recorded, now)
}

/** Offers the place at this time and holds it. */
export async function offerPlace(
  sql: Sql,
  context: BookingContext,
  { code, date, time }: CalendarTime & { code: string },
  actor: string,
  now: number,
): Promise<PlaceOffer> {
  const entry = await requireEntry(sql, code, 'offered', now)
  const rules = rulesForGuests(context.rules)
  const { details } = entry
  const { date: serviceDate, at } = rules.serviceDays.find({ date, time })
  // Another process may have closed it a moment ago.
  if (await findClosedReason(sql, serviceDate)) throw new BookingActionError('not_possible')
  const startsAt = startOfDay(serviceDate) + at * minute
  if (startsAt <= now || startsAt < entry.starts_from || startsAt > entry.starts_until)
    throw new BookingActionError('not_possible')
  const open = await loadOpenOffers(sql, [entryAsOwner(entry)])
  if (open.some(({ starts_at }) => starts_at === startsAt))
    throw new BookingActionError('not_possible', { reason: offeredBeforeText })
  const bookable = rules.bookableStarts(details, serviceDate)
  const start = bookable.open ? bookable.starts.find((one) => one.at === at) : undefined
  if (!start) throw new BookingActionError('not_possible')
  const { occupancy } = await context.occupancyCache.loadDay(sql, serviceDate)
  const option = allocate(rules.options(details, serviceDate, start), start, occupancy)
  if (!option) throw new BookingActionError('not_free')
  const { waitlist } = context.business
  const expiresAt = offerDeadline(startsAt, waitlist.offer_minutes, now)
  const plan = { owner: entryAsOwner(entry), date: serviceDate, start, option, expiresAt }
  const offer = await insertPlaceOffer(sql, context, plan, now)
  const next = { status: 'offered', untilMs: offer.expires_at } as const
  await record(sql, entry, 'offered', next, actor, factsOf(offer), now)
  return offer
}

const offeredBeforeText: LocalizedText = {
  vi: 'Khách đã được mời giờ này rồi.',
  en: 'The guest already has an offer for this time.',
}

function factsOf({ id, date, time }: PlaceOffer): EventData {
  return { offer: id, date, time }
}

type OfferAnswer = { offerId: string; actor: string }

/** The guest accepts, on the page or by phone: the place becomes a confirmed booking. */
export async function acceptWaitlistOffer(
  sql: Sql,
  context: BookingContext,
  { offerId, actor }: OfferAnswer,
  now: number,
): Promise<Booking> {
  const { offer, entry } = await requireOffer(sql, offerId)
  assertPossible(entry, 'accepted', now)
  const { name, phone, email, details, locale, source, client } = entry
  const booking = await acceptPlaceOffer(
    sql,
    context,
    offer,
    {
      guest: { name, phone, email, note: null },
      consent: { version: entry.consent_version, text: entry.consent_text },
      answers: {},
      ...{ details, locale, source, client },
    },
    actor,
    now,
  )
  const next = { status: 'booked', bookingId: booking.id } as const
  await record(sql, entry, 'accepted', next, actor, factsOf(offer), now)
  return booking
}

/** The guest does not want this place and stays on the list. */
export function declineOffer(
  sql: Sql,
  context: BookingContext,
  answer: OfferAnswer,
  now: number,
): Promise<WaitlistEntry> {
  return closeOffer(sql, context, answer, { action: 'offer_declined', status: 'declined' }, now)
}

/** Staff take the offer back, or close its day. */
export function withdrawOffer(
  sql: Sql,
  context: BookingContext,
  { isDayClosed = false, ...answer }: OfferAnswer & { isDayClosed?: boolean },
  now: number,
): Promise<WaitlistEntry> {
  const because = isDayClosed ? { because: 'closed' as const } : {}
  const end = { action: 'offer_withdrawn', status: 'withdrawn', ...because } as const
  return closeOffer(sql, context, answer, end, now)
}

/** Staff have undone that they closed the day. Without effect if the place is taken or the guest no longer waits. */
export async function restoreOffer(
  sql: Sql,
  context: BookingContext,
  offer: PlaceOffer,
  actor: string,
  now: number,
): Promise<void> {
  const entry = await findEntryById(sql, offer.owner.slice(entryAsOwner({ id: '' }).length))
  if (!entry || entry.name === erasedName || !isOpenEntry(entry, now)) return
  if (!(await reopenPlaceOffer(sql, context, offer, [], now))) return
  const untilMs = offer.expires_at
  const next = { status: 'offered', untilMs, because: 'reopened' } as const
  await record(sql, entry, 'offered', next, actor, factsOf(offer), now)
}

type OfferEnd = {
  action: WaitlistAction
  status: Exclude<OfferStatus, 'open'>
  because?: OfferReason
}

async function closeOffer(
  sql: Sql,
  context: BookingContext,
  { offerId, actor }: OfferAnswer,
  { action, status, because }: OfferEnd,
  now: number,
): Promise<WaitlistEntry> {
  const { offer, entry } = await requireOffer(sql, offerId)
  const isOver = status === 'expired' ? offer.status !== 'open' : !isAcceptable(offer, now)
  if (isOver) throw new BookingActionError('wrong_state')
  await closePlaceOffer(sql, context, offer, status, now)
  const others = await loadOpenOffers(sql, [entryAsOwner(entry)])
  const next = {
    status: others.length > 0 ? 'offered' : 'waiting',
    ...(because && { because }),
  } as const
  await record(sql, entry, action, next, actor, factsOf(offer), now)
  return entry
}

async function requireOffer(
  sql: Sql,
  id: string,
): Promise<{ offer: PlaceOffer; entry: WaitlistEntry }> {
  const offer = await findPlaceOffer(sql, id)
  const [noun, entryId = ''] = offer?.owner.split(':') ?? []
  const entry = noun === 'waitlist' ? await findEntryById(sql, entryId) : undefined
  if (!offer || !entry) throw new BookingActionError('not_found')
  return { offer, entry }
}

/** By the guest, or by staff for a guest who no longer waits. */
export async function leaveWaitlist(
  sql: Sql,
  context: BookingContext,
  { code, actor }: { code: string; actor: string },
  now: number,
): Promise<void> {
  const entry = await requireEntry(sql, code, 'left', now)
  await endEntry(sql, context, entry, { action: 'left', status: 'left', actor }, now)
}

/** Staff have undone the booking that came of an entry, so the guest waits again. */
export async function reopenEntry(
  sql: Sql,
  bookingId: string,
  actor: string,
  now: number,
): Promise<void> {
  const entry = await findEntryByBooking(sql, bookingId)
  if (!entry || entry.name === erasedName || entry.starts_until <= now) return
  await record(sql, entry, 'reopened', { status: 'waiting' }, actor, {}, now)
}

/** Undoes a removal by mistake. */
export async function returnToWaitlist(
  sql: Sql,
  { code, actor }: { code: string; actor: string },
  now: number,
): Promise<void> {
  const entry = await requireEntry(sql, code, 'returned', now)
  if (entry.name === erasedName) throw new BookingActionError('wrong_state')
  if (entry.starts_until <= now) throw new BookingActionError('not_possible')
  await record(sql, entry, 'returned', { status: 'waiting' }, actor, {}, now)
}

/** Throws if the guests do not wait any longer, for example because another desk has seated them. */
export async function requireSeatable(sql: Sql, code: string, now: number): Promise<WaitlistEntry> {
  const entry = await findEntry(sql, code)
  if (!entry) throw new BookingActionError('not_found')
  if (!isOpenEntry(entry, now))
    throw new BookingActionError('not_possible', { reason: noLongerWaitingText })
  return entry
}

const noLongerWaitingText: LocalizedText = {
  vi: 'Khách này không còn chờ: đã được xếp chỗ ở máy khác, hoặc đã rời danh sách.',
  en: 'These guests are no longer waiting: another desk has seated them, or they have left the list.',
}

/** Guests at the door who sit down now. */
export async function recordSeated(
  sql: Sql,
  context: BookingContext,
  entry: WaitlistEntry,
  { bookingId, actor }: { bookingId: string; actor: string },
  now: number,
): Promise<void> {
  const end = { action: 'seated', status: 'booked', bookingId, actor } as const
  await endEntry(sql, context, entry, end, now)
}

type EntryEnd = {
  action: WaitlistAction
  status: WaitlistStatus
  bookingId?: string
  actor: string
}

async function endEntry(
  sql: Sql,
  context: BookingContext,
  entry: WaitlistEntry,
  { action, actor, ...next }: EntryEnd,
  now: number,
): Promise<void> {
  for (const offer of await loadOpenOffers(sql, [entryAsOwner(entry)]))
    await closePlaceOffer(sql, context, offer, 'released', now)
  await record(sql, entry, action, next, actor, {}, now)
}

/** Closes offers whose time is up and entries whose last start has passed. Returns their number. */
export async function expireWaitlist(
  sql: Sql,
  context: BookingContext,
  now: number,
): Promise<number> {
  const due = await loadDueOffers(sql, waitlistLifecycle.noun, now)
  const close = { action: 'offer_expired', status: 'expired' } as const
  for (const { id } of due)
    await closeOffer(sql, context, { offerId: id, actor: 'clock' }, close, now)
  const past = await loadPastEntries(sql, now)
  const end = { action: 'expired', status: 'expired', actor: 'clock' } as const
  for (const entry of past) await endEntry(sql, context, entry, end, now)
  return due.length + past.length
}
