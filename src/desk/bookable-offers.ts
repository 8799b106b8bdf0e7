/** The offers that can be booked on their own: those that a booking request accepts. */
import type { z } from 'zod'
import type { DeskContext } from './context.ts'

export function bookableOffers({ shop }: DeskContext) {
  const field = shop.booking.requestFields.offerId as z.ZodType | undefined
  return shop.assortment.offers.filter(({ id }) => field?.safeParse(id).success ?? false)
}
