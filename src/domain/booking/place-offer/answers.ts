/**
 * What happens to the open offers of a booking: the guest accepts one or declines all, staff withdraw them, or their
 * time is up.
 */
import { BookingActionError } from '../../../kernel/action-errors.ts'
import type { Sql } from '../../../store/sql.ts'
import { isActionPossible } from '../action-rules.ts'
import type { BookingActionName } from '../actions.ts'
import type { BookingContext } from '../context.ts'
import { holdOption, releaseCells } from '../occupancy.ts'
import { createReleasedTime } from '../released-time.ts'
import { loadRequestedChange } from '../requested-change.ts'
import { changeDetails, followingOffer } from '../reschedule.ts'
import { type BookingRow, type StoredBooking, toStoredBooking } from '../rows.ts'
import { withCurrentStatus } from '../status.ts'
import { storeTransition, type Transition } from '../transitions.ts'
import { bookingAsOwner, endOffers, offeredData } from './booking-offers.ts'
import {
  assertDayIsOpen,
  endPlaceOffer,
  holderOf,
  isAcceptable,
  plannedStart,
  reopenPlaceOffer,
} from './place-offers.ts'
import { loadDueOffers, loadOpenOffers, type PlaceOffer } from './rows.ts'

/** Moves the booking to the offered place and releases the other offers. Staff agreed when they offered it. */
export async function acceptOfferedMove(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  offerId: string,
  now: number,
): Promise<Transition> {
  const open = await loadOpenOffers(sql, [bookingAsOwner(booking)])
  const offer = open.find(({ id }) => id === offerId)
  if (!offer?.terms || !isAcceptable(offer, now)) throw new BookingActionError('wrong_state')
  assertDayIsOpen(context, offer)
  for (const one of open)
    await endPlaceOffer(sql, context, one, one === offer ? 'accepted' : 'released', now)
  await releaseCells(sql, context.occupancyCache, `booking:${booking.id}`)
  const { holds, assignment, terms } = offer
  const option = { holds, assignment, preference: 0, balanceAcross: [] }
  const { date, start } = plannedStart(offer)
  await holdOption(sql, context.occupancyCache, `booking:${booking.id}`, option, date, start)
  return {
    next: await afterAcceptance(sql, context, booking, { ...offer, terms }),
    eventData: {
      from: `${booking.date} ${booking.time}`,
      to: `${offer.date} ${offer.time}`,
      offer: offer.id,
    },
    others: open.map(({ date, time }) => ({ date, time })),
    resolvesChangeRequest: await isAnswerToChange(sql, booking, offer),
  }
}

async function afterAcceptance(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  offer: PlaceOffer & { terms: NonNullable<PlaceOffer['terms']> },
): Promise<Partial<StoredBooking>> {
  const { date, time, starts_at, ends_at, assignment, terms } = offer
  const { quote, overrides } = terms
  const details = changeDetails(context.rules, booking, terms)
  const isOtherOffer = details.offerId !== booking.offer_id
  return {
    ...{ date, time, starts_at, ends_at, assignment, details, quote, overrides },
    party_size: details.partySize,
    holdsPlace: true,
    ...(isOtherOffer && {
      stay_minutes: null,
      ...(await followingOffer(sql, context, booking, details)),
    }),
  }
}

/** A change that the guest has requested since then is still open. */
async function isAnswerToChange(
  sql: Sql,
  { id }: StoredBooking,
  offer: PlaceOffer,
): Promise<boolean> {
  const change = await loadRequestedChange(sql, id)
  return change !== undefined && change.requestedAt <= offer.created_at
}

/** Ends all offers, if one of them can still be accepted. */
export async function closeOffers(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  status: 'declined' | 'withdrawn',
  now: number,
): Promise<Transition> {
  const open = await loadOpenOffers(sql, [bookingAsOwner(booking)])
  if (!open.some((offer) => isAcceptable(offer, now))) throw new BookingActionError('wrong_state')
  return { others: await endOffers(sql, context, booking, status, now) }
}

type OfferAnswer = { bookingId: string; answer: 'accept' | 'decline'; offerId: string }

/** The answer of the guest on the status page. */
export async function answerOffers(
  sql: Sql,
  context: BookingContext,
  { bookingId, answer, offerId }: OfferAnswer,
  actor: string,
  now: number,
): Promise<void> {
  const booking = await loadBooking(sql, bookingId, now)
  const action = answer === 'accept' ? 'offer_accepted' : 'offer_declined'
  if (!booking || !isActionPossible(action, booking, now))
    throw new BookingActionError('wrong_state')
  const transition =
    answer === 'accept'
      ? await acceptOfferedMove(sql, context, booking, offerId, now)
      : await closeOffers(sql, context, booking, 'declined', now)
  await store(sql, context, booking, transition, action, actor, now)
}

/** Ends the offers whose time is up. Returns the number of their bookings. */
export async function expireOffers(
  sql: Sql,
  context: BookingContext,
  now: number,
): Promise<number> {
  const due = await loadDueOffers(sql, 'booking', now)
  let expired = 0
  for (const owner of new Set(due.map((offer) => offer.owner))) {
    const booking = await loadOwner(sql, owner, now)
    // A request whose start has passed ends with its offers.
    if (!booking || !isActionPossible('offer_expired', booking, now)) continue
    const others = await endOffers(sql, context, booking, 'expired', now)
    await store(sql, context, booking, { others }, 'offer_expired', 'clock', now)
    expired++
  }
  return expired
}

/**
 * These offers end because staff have closed their day or blocked their place. The guest can still accept the others.
 */
export function withdrawOffers(
  sql: Sql,
  context: BookingContext,
  offers: readonly PlaceOffer[],
  actor: string,
  now: number,
): Promise<void> {
  const change = { action: 'offer_withdrawn', actor, now } as const
  return changeOffers(sql, context, offers, change, async (offer) => {
    await endPlaceOffer(sql, context, offer, 'withdrawn', now)
    return true
  })
}

/** Undoes it for those whose place is still free. */
export function restoreOffers(
  sql: Sql,
  context: BookingContext,
  offers: readonly PlaceOffer[],
  actor: string,
  now: number,
): Promise<void> {
  const change = { action: 'offered', actor, now } as const
  return changeOffers(sql, context, offers, change, async (offer) => {
    const open = await loadOpenOffers(sql, [offer.owner])
    const sharesWith = [offer.owner, ...open.map(holderOf)]
    return reopenPlaceOffer(sql, context, offer, sharesWith, now)
  })
}

/** Changes the offers of each booking that allows the action, and records it if at least one has changed. */
async function changeOffers(
  sql: Sql,
  context: BookingContext,
  offers: readonly PlaceOffer[],
  { action, actor, now }: { action: BookingActionName; actor: string; now: number },
  change: (offer: PlaceOffer) => Promise<boolean>,
): Promise<void> {
  for (const [owner, own] of Map.groupBy(offers, (offer) => offer.owner)) {
    const booking = await loadOwner(sql, owner, now)
    if (!booking || !isActionPossible(action, booking, now)) continue
    const changed: PlaceOffer[] = []
    for (const offer of own) if (await change(offer)) changed.push(offer)
    if (changed.length > 0) await storeOffered(sql, context, booking, changed, actor, now)
  }
}

/** Stores what the guest is offered after these offers have ended or come back. */
async function storeOffered(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  changed: readonly PlaceOffer[],
  actor: string,
  now: number,
): Promise<void> {
  const open = await loadOpenOffers(sql, [bookingAsOwner(booking)])
  const others = changed.map(({ date, time }) => ({ date, time }))
  const [first] = open
  const eventData = first && { eventData: offeredData(open, first.expires_at) }
  const action = first ? 'offered' : 'offer_withdrawn'
  await store(sql, context, booking, { others, ...eventData }, action, actor, now)
}

function loadOwner(sql: Sql, owner: string, now: number): Promise<StoredBooking | undefined> {
  return loadBooking(sql, owner.slice('booking:'.length), now)
}

async function loadBooking(sql: Sql, id: string, now: number): Promise<StoredBooking | undefined> {
  const row = await sql.get<BookingRow>('SELECT * FROM bookings WHERE id = ?', id)
  return row && withCurrentStatus(toStoredBooking(row), now)
}

async function store(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  transition: Transition,
  action: BookingActionName,
  actor: string,
  now: number,
): Promise<void> {
  await storeTransition(sql, booking, transition, actor, action, now)
  const { next, others = [] } = transition
  const released = createReleasedTime(context)
  await released.holdAfterAction(sql, [booking, { ...booking, ...next }, ...others], now)
}
