/**
 * Places that staff offer to a guest. An offer holds its cells until a stored deadline, which is checked again in the
 * transaction that answers it. Who owns an offer (an entry of the waitlist, later a request) stores its own state and
 * history in the same transaction.
 */
import { BookingActionError } from '../../../kernel/action-errors.ts'
import { newId } from '../../../kernel/id.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { minute, startOfDay } from '../../../kernel/time.ts'
import type { Sql } from '../../../store/sql.ts'
import type { Option, ServiceStart } from '../../scheduling/rules.ts'
import { toCalendarTime } from '../../scheduling/service-days.ts'
import { rangeOfDay } from '../absence-cells.ts'
import type { BookingContext } from '../context.ts'
import { holdOption, releaseCells } from '../occupancy.ts'
import { createReleasedTime } from '../released-time.ts'
import { type Booking, type BookingRequest, insertBooking, toBooking } from '../request.ts'
import { loadOpenOffers, type OfferOwner, type OfferStatus, type PlaceOffer } from './rows.ts'

/** Offers that one guest may have at the same time. */
const maxOpenOffers = 3

const tooManyOffersText: LocalizedText = {
  vi: `Mỗi khách chỉ được mời nhiều nhất ${maxOpenOffers} giờ cùng lúc.`,
  en: `A guest can have at most ${maxOpenOffers} offers at the same time.`,
}

type NewPlaceOffer = ServiceStart & { owner: OfferOwner; option: Option; holdMinutes: number }

/** Holds the place. Throws UniqueViolation if another holder has taken it, which makes the store try again. */
export async function insertPlaceOffer(
  sql: Sql,
  { occupancyCache }: BookingContext,
  { owner, date: serviceDate, start, option, holdMinutes }: NewPlaceOffer,
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
    expires_at: offerDeadline(startsAt, holdMinutes, now),
    created_at: now,
    updated_at: now,
  }
  await holdOption(sql, occupancyCache, holderOf(offer), option, serviceDate, start)
  await sql.run(
    `INSERT INTO place_offers (id, owner, status, service_date, date, time, starts_at, ends_at, holds,
      given, expires_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[offer.id, owner, offer.status, serviceDate, offer.date, offer.time, startsAt],
    ...[offer.ends_at, JSON.stringify(offer.holds), JSON.stringify(offer.assignment)],
    ...[offer.expires_at, now, now],
  )
  return offer
}

const minHoldMinutes = 5

/** Near the start, half of the time that is left, so that the next guest also has time. */
function offerDeadline(startsAt: number, holdMinutes: number, now: number): number {
  const half = Math.floor((startsAt - now) / 2 / minute)
  const minutes = Math.min(holdMinutes, Math.max(minHoldMinutes, half))
  return Math.min(now + minutes * minute, startsAt)
}

function holderOf({ id }: Pick<PlaceOffer, 'id'>): string {
  return `offer:${id}`
}

export function isAcceptable({ status, expires_at }: PlaceOffer, now: number): boolean {
  return status === 'open' && now < expires_at
}

/** Releases the place; what an absence or a seated party needs of it falls to them. */
export async function closePlaceOffer(
  sql: Sql,
  context: BookingContext,
  offer: PlaceOffer,
  status: Exclude<OfferStatus, 'open'>,
  now: number,
): Promise<void> {
  const { id, service_date } = offer
  await sql.run('UPDATE place_offers SET status = ?, updated_at = ? WHERE id = ?', status, now, id)
  await releaseCells(sql, context.occupancyCache, holderOf(offer))
  if (status !== 'accepted') {
    await createReleasedTime(context).hold(sql, [rangeOfDay(service_date)], now)
  }
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
  await closePlaceOffer(sql, context, offer, 'accepted', now)
  const { date, time, service_date, starts_at, ends_at } = offer
  const start = {
    at: (starts_at - startOfDay(service_date)) / minute,
    minutes: (ends_at - starts_at) / minute,
  }
  const { holds, assignment } = offer
  const option = { holds, assignment, preference: 0, balanceAcross: [] }
  const plan = { date: service_date, start, option }
  const booking = toBooking(context, { ...request, date, time }, plan, now)
  await insertBooking(sql, context, booking, 'admitted', now, actor)
  // After the cells of the booking are held, because an absence takes what is free.
  for (const other of await loadOpenOffers(sql, [offer.owner]))
    await closePlaceOffer(sql, context, other, 'released', now)
  return booking
}
