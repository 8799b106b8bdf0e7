/**
 * Other times, places or services that staff offer to the guest of a booking. All open offers of a booking have the
 * same deadline and end together: the guest accepts one of them or none. So they may share time with each other and
 * with the booking, which makes way when one is accepted; every action that changes the booking ends them first.
 */
import { BookingActionError } from '../../../kernel/action-errors.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { minute, startOfDay } from '../../../kernel/time.ts'
import type { Sql } from '../../../store/sql.ts'
import type { EventData } from '../../outbox/events.ts'
import { bestOption } from '../../scheduling/allocate.ts'
import { areCellsFree, type Cell, cellsOf } from '../../scheduling/cells.ts'
import type { CalendarTime, StaffOption } from '../../scheduling/rules.ts'
import type { StaffRule } from '../../scheduling/staff-rules.ts'
import { findCandidates, splitByRules } from '../candidates.ts'
import type { BookingContext } from '../context.ts'
import { loadDayWithout } from '../occupancy-cache.ts'
import { refusal } from '../placement.ts'
import { changedQuote } from '../quote.ts'
import { notPossibleError } from '../refusals.ts'
import { assertNotErased, assertNotPast, changeDetails } from '../reschedule.ts'
import type { StoredBooking } from '../rows.ts'
import { requireStaffStart } from '../staff-start.ts'
import type { Transition } from '../transitions.ts'
import {
  endPlaceOffer,
  holderOf,
  insertPlaceOffer,
  maxOpenOffers,
  offerDeadline,
  tooManyOffersText,
} from './place-offers.ts'
import {
  loadOpenOffers,
  type OfferedTerms,
  type OfferOwner,
  type OfferStatus,
  type PlaceOffer,
} from './rows.ts'

export type OfferTarget = CalendarTime & {
  /** Resources that the place must contain. */
  resources?: readonly string[] | undefined
  /** Another service. */
  offerId?: string | undefined
}

/** By accepting, the guest gives up what they asked for. Everything else is a rule of the shop. */
const preferences: ReadonlySet<StaffRule> = new Set(['area', 'person'])
const noRules: ReadonlySet<StaffRule> = new Set()

export function bookingAsOwner({ id }: Pick<StoredBooking, 'id'>): OfferOwner {
  return `booking:${id}`
}

/** Adds offers to those that are open, and renews the deadline of all. */
export async function offerPlacesToGuest(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  targets: readonly OfferTarget[],
  now: number,
): Promise<Transition> {
  if (targets.length === 0) throw new BookingActionError('not_possible')
  await assertNotErased(sql, booking.id)
  const offers = await endOverdue(sql, context, booking, now)
  for (const target of targets) {
    if (offers.length >= maxOpenOffers) throw notPossibleError(tooManyOffersText)
    offers.push(await offerPlace(sql, context, booking, offers, target, now))
  }
  const firstStart = Math.min(booking.starts_at, ...offers.map(({ starts_at }) => starts_at))
  const { hold_minutes: holdMinutes } = context.business.offered_times
  const expiresAt = offerDeadline(firstStart, holdMinutes, now)
  await sql.run(
    "UPDATE place_offers SET expires_at = ?, updated_at = ? WHERE owner = ? AND status = 'open'",
    ...[expiresAt, now, bookingAsOwner(booking)],
  )
  return { eventData: offeredData(offers, expiresAt) }
}

/** What the guest can choose from. */
export function offeredData(offers: readonly PlaceOffer[], expiresAt: number): EventData {
  return {
    times: offers.map(({ date, time }) => `${date} ${time}`).join(', '),
    offers: offers.map(({ id }) => id).join(','),
    expires_at: expiresAt,
  }
}

/** The job has not closed them yet. Returns the others. */
async function endOverdue(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  now: number,
): Promise<PlaceOffer[]> {
  const all = await loadOpenOffers(sql, [bookingAsOwner(booking)])
  const overdue = all.filter(({ expires_at }) => expires_at <= now)
  for (const offer of overdue) await endPlaceOffer(sql, context, offer, 'expired', now)
  return all.filter((offer) => !overdue.includes(offer))
}

async function offerPlace(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  open: readonly PlaceOffer[],
  target: OfferTarget,
  now: number,
): Promise<PlaceOffer> {
  assertNotPast(target, now)
  const { resources: wanted = [] } = target
  const details = changeDetails(context.rules, booking, target)
  const isOtherOffer = details.offerId !== booking.offer_id
  const stayMinutes = isOtherOffer ? null : booking.stay_minutes
  const { date, start } = await requireStaffStart(sql, context, details, target, noRules, {
    stayMinutes,
  })
  const isSameTime = ({ starts_at }: { starts_at: number }) =>
    starts_at === startOfDay(date) + start.at * minute
  if (isSameTime(booking) && !isOtherOffer && wanted.length === 0)
    throw notPossibleError(sameAsBookingText)
  const sharesWith = [bookingAsOwner(booking), ...open.map(holderOf)]
  const request = { details, date, start, wanted }
  const option = await findPlace(sql, context, request, sharesWith)
  const sameAs = ({ assignment }: { assignment: unknown }) =>
    JSON.stringify(assignment) === JSON.stringify(option.assignment)
  if (isSameTime(booking) && !isOtherOffer && sameAs(booking))
    throw notPossibleError(sameAsBookingText)
  const isOffered = open.some(
    (one) =>
      isSameTime(one) &&
      one.terms?.offerId === details.offerId &&
      (wanted.length === 0 || sameAs(one)),
  )
  if (isOffered) throw notPossibleError(offeredBeforeText)
  const terms: OfferedTerms = {
    offerId: details.offerId,
    quote: changedQuote(context, booking, {
      ...{ date: target.date, time: target.time, details, option },
    }),
    overrides: [...new Set(option.broken.map(({ rule }) => rule))],
  }
  const plan = { date, start, option, terms, sharesWith, expiresAt: now }
  return insertPlaceOffer(sql, context, { ...plan, owner: bookingAsOwner(booking) }, now)
}

type PlaceRequest = Pick<Parameters<typeof refusal>[2], 'details' | 'date' | 'start' | 'wanted'>

/** The best place that is free, apart from what the booking and its other offers hold. */
async function findPlace(
  sql: Sql,
  context: BookingContext,
  request: PlaceRequest,
  ownHolders: readonly string[],
): Promise<StaffOption> {
  const { date, start, wanted } = request
  const { occupancy } = await loadDayWithout(sql, date, ...ownHolders)
  const candidates = findCandidates(context.rules, request)
  const accepted = wanted.length > 0 ? preferences : noRules
  const { allowed: options, refused } = splitByRules(candidates, accepted)
  const isFree = (cells: readonly Cell[]) => areCellsFree(cells, occupancy, date)
  const cellsFor = (option: StaffOption) => cellsOf(option, date, start)
  const option = bestOption(options, (one) => isFree(cellsFor(one)), occupancy)
  if (option) return option
  const asked = { ...request, options, refused, timeRules: [] }
  throw await refusal(sql, context, asked, isFree, (one) => cellsOf(one, date, start))
}

/** Ends all open offers of a booking. Returns their times, which absences and seated parties may take. */
export async function endOffers(
  sql: Sql,
  context: BookingContext,
  booking: Pick<StoredBooking, 'id'>,
  status: Exclude<OfferStatus, 'open'>,
  now: number,
): Promise<CalendarTime[]> {
  const offers = await loadOpenOffers(sql, [bookingAsOwner(booking)])
  for (const offer of offers) await endPlaceOffer(sql, context, offer, status, now)
  return offers.map(({ date, time }) => ({ date, time }))
}

const sameAsBookingText: LocalizedText = {
  vi: 'Khách đang đặt đúng giờ và chỗ này; hãy mời giờ, chỗ hoặc dịch vụ khác.',
  en: 'The guest has booked exactly this. Offer another time, place or service.',
}

const offeredBeforeText: LocalizedText = {
  vi: 'Khách đã được mời giờ này rồi.',
  en: 'The guest already has an offer for this time.',
}
