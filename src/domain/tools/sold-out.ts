/** What a tool says about an offer that is sold out. */
import { z } from 'zod'
import type { Locale } from '../../kernel/locale.ts'
import type { Offer } from '../catalogue/offer.ts'
import { availabilityText } from '../catalogue/sold-out.ts'

/** Only of an offer that is sold out, or that has a part that is. */
export const availabilityField = { availability: z.string().optional() }

export function toAvailabilityField(
  offer: Offer | undefined,
  locale: Locale,
): { availability?: string } {
  const text = offer && availabilityText(offer)
  return text ? { availability: text[locale] } : {}
}

/** All rows of a table have the same columns: there is one for this only if some item needs it. */
export function toAvailabilityCell(
  offer: Offer | undefined,
  listed: readonly (Offer | undefined)[],
  locale: Locale,
): { availability?: string } {
  if (!listed.some((one) => one && availabilityText(one))) return {}
  return { availability: '', ...toAvailabilityField(offer, locale) }
}
