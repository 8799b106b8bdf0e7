/** What staff offer the guest of a booking, as get_booking_status returns it. No tool accepts it. */
import { z } from 'zod'
import type { BookingStatus } from '../booking/status-operation.ts'

export const offersField = z
  .array(
    z.object({
      id: z.string(),
      starts_at: z.string(),
      ends_at: z.string(),
      expires_at: z.string(),
      what: z.string(),
      place: z.record(z.string(), z.unknown()).optional(),
    }),
  )
  .optional()
  .describe(
    'Other times, places or services that staff hold for the guest until expires_at. The guest accepts one on the page at status_url or by phone.',
  )

/** `names`: the fields of the trade. */
export function describeOffers({ offers = [] }: BookingStatus, names: readonly string[]) {
  if (offers.length === 0) return {}
  return {
    offers: offers.map((offer) => {
      const fields: Readonly<Record<string, unknown>> = offer
      const place = names.flatMap((name) =>
        fields[name] === undefined ? [] : [[name, fields[name]] as const],
      )
      return {
        id: offer.id,
        starts_at: offer.starts_at,
        ends_at: offer.ends_at,
        expires_at: offer.expires_at,
        what: offer.offer.name,
        ...(place.length > 0 && { place: Object.fromEntries(place) }),
      }
    }),
  }
}
