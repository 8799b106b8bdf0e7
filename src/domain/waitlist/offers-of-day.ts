/**
 * Offers, of the waitlist and to guests who have booked, that end because staff close their day or their place is
 * absent. What was offered on a day comes back if staff undo that they have closed it.
 */
import type { TimeRange } from '../../kernel/date-range.ts'
import { day } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingContext } from '../booking/context.ts'
import * as ofBookings from '../booking/place-offer/answers.ts'
import { loadOffersByIds, loadOpenOffersIn, type PlaceOffer } from '../booking/place-offer/rows.ts'
import { restoreOffer, withdrawOffer } from './transitions.ts'

/** Ends all that is offered on this service day. Returns the ids of the offers. */
async function withdrawOffersOfDay(
  sql: Sql,
  context: BookingContext,
  date: string,
  actor: string,
  now: number,
): Promise<string[]> {
  const range = context.rules.serviceDays.rangeOf({ from: date, to: date })
  const open = await loadOpenOffersIn(sql, range, now)
  const offers = open.filter(({ service_date }) => service_date === date)
  await withdrawOffers(sql, context, offers, { actor, isDayClosed: true }, now)
  return offers.map(({ id }) => id)
}

/** Ends what is offered with this resource. Offers to one booking share their time, so those of a day end together. */
export async function withdrawOffersOfResource(
  sql: Sql,
  context: BookingContext,
  { resource, ...range }: TimeRange & { resource: string },
  actor: string,
  now: number,
): Promise<void> {
  const open = await loadOpenOffersIn(sql, range, now)
  const affected = open.filter(({ assignment }) =>
    context.rules.resourcesOf(assignment).includes(resource),
  )
  const isTogether = (one: PlaceOffer) =>
    affected.some(
      ({ id, owner, service_date }) =>
        id === one.id ||
        (owner.startsWith('booking:') && owner === one.owner && service_date === one.service_date),
    )
  const days = { begin: range.begin - day, end: range.end + day }
  const offers = (await loadOpenOffersIn(sql, days, now)).filter(isTogether)
  await withdrawOffers(sql, context, offers, { actor, isDayClosed: false }, now)
}

const isOfWaitlist = ({ owner }: PlaceOffer) => owner.startsWith('waitlist:')

async function withdrawOffers(
  sql: Sql,
  context: BookingContext,
  offers: readonly PlaceOffer[],
  { actor, isDayClosed }: { actor: string; isDayClosed: boolean },
  now: number,
): Promise<void> {
  for (const { id } of offers.filter(isOfWaitlist))
    await withdrawOffer(sql, context, { offerId: id, actor, isDayClosed }, now)
  const others = offers.filter((offer) => !isOfWaitlist(offer))
  await ofBookings.withdrawOffers(sql, context, others, actor, now)
}

/** Brings back those whose place is still free and whose time is not up. */
async function restoreOffersOfDay(
  sql: Sql,
  context: BookingContext,
  ids: readonly string[],
  actor: string,
  now: number,
): Promise<void> {
  if (ids.length === 0) return
  const offers = await loadOffersByIds(sql, ids)
  for (const offer of offers.filter(isOfWaitlist))
    await restoreOffer(sql, context, offer, actor, now)
  const others = offers.filter((offer) => !isOfWaitlist(offer))
  await ofBookings.restoreOffers(sql, context, others, actor, now)
}

/** For those who close days. The context is that of the content in use. */
export function offersOfDays(contextOf: () => BookingContext) {
  return {
    withdraw: (sql: Sql, date: string, actor: string, now: number) =>
      withdrawOffersOfDay(sql, contextOf(), date, actor, now),
    restore: (sql: Sql, ids: readonly string[], actor: string, now: number) =>
      restoreOffersOfDay(sql, contextOf(), ids, actor, now),
  }
}
