/** Announces prices that change within the days that can be booked. */
import { addDays } from '../../kernel/time.ts'
import type { Assortment } from '../catalogue/offer.ts'

/** What the shop sells on a day. */
export type OffersOn = (day: string) => Assortment

/** The assortment of a day. `changes` are all days on which a price changes, in order. */
export function withNextPrices(
  offersOn: OffersOn,
  changes: readonly string[],
  day: string,
  horizonDays: number,
): Assortment {
  const assortment = offersOn(day)
  const lastDay = day === '' ? '' : addDays(day, horizonDays)
  const upcoming = changes.filter((change) => day < change && change <= lastDay)
  if (upcoming.length === 0) return assortment
  const pricesFrom = upcoming.map((from) => {
    const prices = new Map(offersOn(from).offers.map(({ id, price }) => [id, price]))
    return { from, prices }
  })
  return {
    ...assortment,
    offers: assortment.offers.map((offer) => {
      for (const { from, prices } of pricesFrom) {
        const price = prices.get(offer.id)
        if (price !== undefined && price !== offer.price) {
          return { ...offer, nextPrice: { from, price } }
        }
      }
      return offer
    }),
  }
}
