/**
 * Places that staff offer to a guest. An offer holds its cells until a stored deadline, which is checked again in the
 * transaction that answers it. Who owns an offer (an entry of the waitlist, or a booking) stores its own state and
 * history in the same transaction.
 */
import { BookingActionError } from '../../../kernel/action-errors.ts'
import { newId } from '../../../kernel/id.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { minute, startOfDay } from '../../../kernel/time.ts'
import type { Sql } from '../../../store/sql.ts'
import { areCellsFree, cellsOf } from '../../scheduling/cells.ts'
import { hoursOn } from '../../scheduling/hours.ts'
import type { Option, ServiceStart } from '../../scheduling/rules.ts'
import { toCalendarTime } from '../../scheduling/service-days.ts'
import { rangeOfDay } from '../absence-cells.ts'
import type { BookingContext } from '../context.ts'
import { holdCells, releaseCells } from '../occupancy.ts'
import { loadDayWithout } from '../occupancy-cache.ts'
import { notPossibleError } from '../refusals.ts'
import { chooseAnotherDayText, closedOnText } from '../rejection-reasons.ts'
import { createReleasedTime } from '../released-time.ts'
import { type Booking, type BookingRequest, insertBooking, toBooking } from '../request.ts'
import {
  loadCellsOf,
  loadOpenOffers,
  type OfferedTerms,
  type OfferOwner,
  type OfferStatus,
  type PlaceOffer,
} from './rows.ts'

/** Offers that one guest may have at the same time. */
export const maxOpenOffers = 3

export const tooManyOffersText: LocalizedText = {
  vi: `Mỗi khách chỉ được mời nhiều nhất ${maxOpenOffers} giờ cùng lúc.`,
  en: `A guest can have at most ${maxOpenOffers} offers at the same time.`,
}

type NewPlaceOffer = ServiceStart & {
  owner: OfferOwner
  option: Option
  expiresAt: number
  /** Of an offer to a booking. */
  terms?: OfferedTerms
  /** Those who make way for it when it is accepted: what they hold is not held twice. */
  sharesWith?: readonly string[]
}

/** Holds the place. Throws UniqueViolation if another holder has taken it, which makes the store try again. */
export async function insertPlaceOffer(
  sql: Sql,
  { occupancyCache }: BookingContext,
  { owner, date: serviceDate, start, option, expiresAt, terms, sharesWith = [] }: NewPlaceOffer,
  now: number,
): Promise<PlaceOffer> {
  const open = await loadOpenOffers(sql, [owner])
  if (open.length >= maxOpenOffers)
    throw new BookingActionError('not_possible', { reason: tooManyOffersText })
  const startsAt = startOfDay(serviceDate) + start.at * minute
  const offer: PlaceOffer = {
    id: newId(now),
    owner,
    status: 'open',
    service_date: serviceDate,
    ...toCalendarTime({ date: serviceDate, at: start.at }),
    starts_at: startsAt,
    ends_at: startsAt + start.minutes * minute,
    holds: option.holds,
    assignment: option.assignment,
    terms,
    expires_at: expiresAt,
    created_at: now,
    updated_at: now,
  }
  const shared = await loadCellsOf(sql, sharesWith)
  const cells = cellsOf(option, serviceDate, start).filter(
    ({ cell, resource }) => !shared.has(`${cell} ${resource}`),
  )
  if (cells.length > 0) await holdCells(sql, occupancyCache, holderOf(offer), cells)
  await sql.run(
    `INSERT INTO place_offers (id, owner, status, service_date, date, time, starts_at, ends_at, holds,
      given, offer_id, quote, overrides, expires_at, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[offer.id, owner, offer.status, serviceDate, offer.date, offer.time, startsAt],
    ...[offer.ends_at, JSON.stringify(offer.holds), JSON.stringify(offer.assignment)],
    ...(terms
      ? [terms.offerId, JSON.stringify(terms.quote), terms.overrides.join(',')]
      : [null, null, '']),
    ...[offer.expires_at, now, now],
  )
  return offer
}

const minHoldMinutes = 5

/** Near the start, half of the time that is left, so that the next guest also has time. */
export function offerDeadline(startsAt: number, holdMinutes: number, now: number): number {
  const half = Math.floor((startsAt - now) / 2 / minute)
  const minutes = Math.min(holdMinutes, Math.max(minHoldMinutes, half))
  return Math.min(now + minutes * minute, startsAt)
}

export function holderOf({ id }: Pick<PlaceOffer, 'id'>): string {
  return `offer:${id}`
}

export function isAcceptable({ status, expires_at }: PlaceOffer, now: number): boolean {
  return status === 'open' && now < expires_at
}

/** The owner may have closed the day in the content after the place was offered. Guests are not shown such an offer. */
export function isDayOpen({ business }: Pick<BookingContext, 'business'>, offer: PlaceOffer) {
  return hoursOn(business, offer.service_date).open
}

export function assertDayIsOpen({ business }: BookingContext, { service_date: date }: PlaceOffer) {
  const hours = hoursOn(business, date)
  if (hours.open) return
  throw notPossibleError(closedOnText(date, hours.reason, chooseAnotherDayText, false))
}

/** Releases the place; what an absence or a seated party needs of it falls to them. */
export async function closePlaceOffer(
  sql: Sql,
  context: BookingContext,
  offer: PlaceOffer,
  status: Exclude<OfferStatus, 'open'>,
  now: number,
): Promise<void> {
  await endPlaceOffer(sql, context, offer, status, now)
  if (status !== 'accepted') {
    await createReleasedTime(context).hold(sql, [rangeOfDay(offer.service_date)], now)
  }
}

/** The same without the absences and seated parties, for an action that needs the place first. */
export async function endPlaceOffer(
  sql: Sql,
  { occupancyCache }: BookingContext,
  offer: PlaceOffer,
  status: Exclude<OfferStatus, 'open'>,
  now: number,
): Promise<void> {
  const { id } = offer
  await sql.run('UPDATE place_offers SET status = ?, updated_at = ? WHERE id = ?', status, now, id)
  await releaseCells(sql, occupancyCache, holderOf(offer))
}

/** Undoes that an offer was withdrawn. Returns false if its time is up or its place is no longer free. */
export async function reopenPlaceOffer(
  sql: Sql,
  { occupancyCache }: BookingContext,
  offer: PlaceOffer,
  sharesWith: readonly string[],
  now: number,
): Promise<boolean> {
  const open = await loadOpenOffers(sql, [offer.owner])
  const isSame = open.some(({ starts_at }) => starts_at === offer.starts_at)
  const isOver = offer.status !== 'withdrawn' || offer.expires_at <= now
  if (isOver || isSame || open.length >= maxOpenOffers) return false
  const { date, start } = plannedStart(offer)
  const option = { ...offer, preference: 0, balanceAcross: [] }
  const shared = await loadCellsOf(sql, sharesWith)
  const cells = cellsOf(option, date, start).filter(
    ({ cell, resource }) => !shared.has(`${cell} ${resource}`),
  )
  const { occupancy } = await loadDayWithout(sql, date)
  if (!areCellsFree(cells, occupancy, date)) return false
  if (cells.length > 0) await holdCells(sql, occupancyCache, holderOf(offer), cells)
  await sql.run(
    "UPDATE place_offers SET status = 'open', updated_at = ? WHERE id = ?",
    now,
    offer.id,
  )
  return true
}

/** The plan that an offer stands for. */
export function plannedStart({ service_date, starts_at, ends_at }: PlaceOffer): ServiceStart {
  const at = (starts_at - startOfDay(service_date)) / minute
  return { date: service_date, start: { at, minutes: (ends_at - starts_at) / minute } }
}

/**
 * Turns an offer into a confirmed booking, because staff have agreed with it. The other open offers of its owner are
 * released. Throws if the offer is no longer open or its time is up.
 */
export async function acceptPlaceOffer(
  sql: Sql,
  context: BookingContext,
  offer: PlaceOffer,
  request: Omit<BookingRequest, 'date' | 'time'>,
  actor: string,
  now: number,
): Promise<Booking> {
  if (!isAcceptable(offer, now)) throw new BookingActionError('wrong_state')
  assertDayIsOpen(context, offer)
  await closePlaceOffer(sql, context, offer, 'accepted', now)
  const { date, time, holds, assignment } = offer
  const option = { holds, assignment, preference: 0, balanceAcross: [] }
  const plan = { ...plannedStart(offer), option }
  const booking = toBooking(context, { ...request, date, time }, plan, now)
  await insertBooking(sql, context, booking, 'admitted', now, actor)
  // After the cells of the booking are held, because an absence takes what is free.
  for (const other of await loadOpenOffers(sql, [offer.owner]))
    await closePlaceOffer(sql, context, other, 'released', now)
  return booking
}
