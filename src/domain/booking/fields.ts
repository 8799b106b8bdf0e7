/** What the booking's operations are made of. */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import { formattedString } from '../../kernel/input.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { isDate, isMonth, isTime } from '../../kernel/time.ts'
import type { WriteContext } from '../guard/write-operation.ts'
import { multiLineField } from '../guest/fields.ts'
import type { BookingRules } from '../scheduling/rules.ts'

export type BookingParts = {
  context: WriteContext
  rules: BookingRules
  business: Business
  base: string
  /** The name of an offer, for the answers. */
  offerName(id: string): LocalizedText
}

export const bookingGroup = {
  name: 'Booking',
  description: 'Free times, requests that staff confirm, and what became of them.',
}

export const dateField = formattedString(isDate, (text) =>
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)
    ? {
        vi: `Lịch không có ngày ${text}; viết một ngày có thật, như 2026-11-20.`,
        en: `There is no day ${text}; write one of the calendar, such as 2026-11-20.`,
      }
    : {
        vi: 'Viết ngày như 2026-11-20 (YYYY-MM-DD).',
        en: 'Write a date as YYYY-MM-DD, such as 2026-11-20.',
      },
).meta({
  description: 'YYYY-MM-DD, Vietnam time.',
  example: '2026-11-20',
})

export const monthField = formattedString(isMonth, () => ({
  vi: 'Viết tháng như 2026-12 (YYYY-MM).',
  en: 'Write a month as YYYY-MM, such as 2026-12.',
})).meta({
  description: 'A month as YYYY-MM.',
  example: '2026-12',
})

export const timeField = formattedString(isTime, () => ({
  vi: 'Viết giờ như 18:30 (HH:MM).',
  en: 'Write a time as HH:MM, such as 18:30.',
})).meta({
  description: 'HH:MM, Vietnam time.',
  example: '18:30',
})

export const noteField = multiLineField(500).optional().meta({
  description: 'Anything else staff should know; at most 500 characters.',
  example: 'Có ghế trẻ em thì tốt quá.',
})

export function codeField(rules: BookingRules) {
  return z.string().meta({
    description: 'The code of the booking.',
    example: exampleCode(rules),
  })
}

export function exampleCode({ codePrefix }: BookingRules): string {
  return `${codePrefix}-7K3M-9Q2X-4D`
}

/** An offer as the answers name it. */
export const offerSchema = z.object({ id: z.string(), name: z.string() })

export function toOfferResponse({ offerName }: BookingParts, id: string, locale: Locale) {
  return { id, name: offerName(id)[locale] }
}
