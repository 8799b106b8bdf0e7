/** What is offered on a day ends when staff close the day; what is offered with a resource ends when it is away. */
import { isOfferAcceptable, recordEndedOffers } from './booking-offers.ts'
import { epochMinutes, type ModelBookingOffer, type ShopModel } from './shop-model.ts'
import { recordClosedOffer } from './waitlist-rules.ts'

type Span = { resource: string; from: number; to: number }

/** In the order of the shop: the waitlist first. */
export function endOffersOfDay(model: ShopModel, date: string, actor: string): void {
  for (const entry of model.waitlist) {
    if (entry.date !== date) continue
    for (const offer of entry.offers) {
      if (offer.status === 'open' && model.now < offer.answerBy)
        recordClosedOffer(model, entry, offer, 'withdrawn', actor)
    }
  }
  for (const one of model.bookings)
    recordEndedOffers(model, one, (offer) => offer.date === date, actor)
}

export function endOffersOfResource(
  model: ShopModel,
  { resource, from, to }: Span,
  actor: string,
): void {
  const overlaps = (start: number, length: number) => start < to && start + length > from
  for (const entry of model.waitlist) {
    for (const offer of entry.offers) {
      const isAffected =
        offer.option.takes.some((take) => take.resource === resource) &&
        overlaps(epochMinutes(entry.date, offer.at), offer.length)
      if (isAffected && offer.status === 'open' && model.now < offer.answerBy)
        recordClosedOffer(model, entry, offer, 'withdrawn', actor)
    }
  }
  const isAffected = (offer: ModelBookingOffer) =>
    offer.resources.includes(resource) && overlaps(epochMinutes(offer.date, offer.at), offer.length)
  for (const one of model.bookings) {
    // They share their time, so those of a day end together.
    const days = new Set(
      one.offers
        .filter((offer) => isOfferAcceptable(model, offer) && isAffected(offer))
        .map(({ date }) => date),
    )
    recordEndedOffers(model, one, ({ date }) => days.has(date), actor)
  }
}
