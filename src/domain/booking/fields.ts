/** Context, group and response fields that the booking operations share. */

import { z } from 'zod'
import type { FairShareLimits } from '../../kernel/fair-share-limits.ts'
import { codeFormat, idFormat, instantFormat } from '../../kernel/field-formats.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { WriteContext } from '../guard/write-operation.ts'
import type { BookingContext } from './context.ts'

export type BookingParts = BookingContext & {
  context: WriteContext
  base: string
  /** Undefined: no limits. */
  fairShare: FairShareLimits | undefined
  offerName(id: string): LocalizedText
}

export const bookingGroup = {
  name: 'Booking',
  description: 'Free times, requests that staff confirm, and their status.',
}

export const offerSchema = z
  .object({
    id: z.string().describe('Id of the offer.').meta(idFormat),
    name: z.string().describe('Its name in the language of the response.'),
  })
  .describe('The booked offer.')

export const startField = z
  .string()
  .describe('The start with its UTC offset (ISO 8601).')
  .meta(instantFormat)

export const endField = z
  .string()
  .describe('The planned end with its UTC offset (ISO 8601).')
  .meta(instantFormat)

export const statusLabelField = z
  .string()
  .describe('The status in words, in the language of the response.')

export const bookingCodeField = z.string().describe('The booking code.').meta(codeFormat)

export function toOfferResponse(
  { offerName }: Pick<BookingParts, 'offerName'>,
  id: string,
  locale: Locale,
) {
  return { id, name: offerName(id)[locale] }
}
