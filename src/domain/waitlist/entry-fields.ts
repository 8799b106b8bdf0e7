/** The fields that joining the waitlist and its status have in common. */
import { z } from 'zod'
import { codeFormat, dateFormat, timeFormat } from '../../kernel/field-formats.ts'
import { minute, startOfDay, startTimeOf } from '../../kernel/time.ts'
import { type BookingParts, offerSchema, toOfferResponse } from '../booking/fields.ts'
import { exampleBooking } from '../scheduling/example.ts'
import type { WaitlistEntry } from './rows.ts'
import { waitlistLabels } from './status.ts'
import { waitlistCodePrefix } from './url.ts'

export const group = {
  name: 'Waitlist',
  description: 'Guests who want to be told when a place becomes free at a time that is full.',
}

export const exampleWaitlistCode = `${waitlistCodePrefix}-7K3M-9Q2X-4D`

export const windowFields = {
  date: z.string().describe('The day, YYYY-MM-DD, Vietnam time.').meta(dateFormat),
  from: z.string().describe('The earliest start that suits the guest.').meta(timeFormat),
  to: z.string().describe('The latest start that suits the guest.').meta(timeFormat),
  party_size: z.int().min(1).describe('Number of guests.'),
  offer: offerSchema,
}

export const codeSchema = z.string().describe('The code of the entry.').meta(codeFormat)

/** As the client has sent it, also if the window begins after midnight. */
export function toWindow({
  date,
  starts_from,
  starts_until,
}: Pick<WaitlistEntry, 'date' | 'starts_from' | 'starts_until'>) {
  const timeAt = (atMs: number) => startTimeOf((atMs - startOfDay(date)) / minute)
  return { date, from: timeAt(starts_from), to: timeAt(starts_until) }
}

export function exampleEntry(parts: BookingParts): Record<string, unknown> {
  const example = exampleBooking(parts.rules, parts.context.now())
  if (!example) return {}
  const { details, date, time } = example
  return {
    code: exampleWaitlistCode,
    status: 'waiting',
    status_label: waitlistLabels.waiting.vi,
    status_url: `${parts.base}/api/waitlist/${exampleWaitlistCode}`,
    ...{ date, from: time, to: time },
    party_size: details.partySize,
    offer: toOfferResponse(parts, details.offerId, 'vi'),
  }
}
