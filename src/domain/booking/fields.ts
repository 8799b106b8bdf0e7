/** Context, group and response fields that the booking operations share. */
import { z } from 'zod'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { WriteContext } from '../guard/write-operation.ts'
import type { BookingContext } from './context.ts'

export type BookingParts = BookingContext & {
  context: WriteContext
  base: string
  offerName(id: string): LocalizedText
}

export const bookingGroup = {
  name: 'Booking',
  description: 'Free times, requests that staff confirm, and their status.',
}

export const offerSchema = z.object({ id: z.string(), name: z.string() })

export function toOfferResponse({ offerName }: BookingParts, id: string, locale: Locale) {
  return { id, name: offerName(id)[locale] }
}
