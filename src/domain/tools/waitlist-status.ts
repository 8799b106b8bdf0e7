/** The status of an entry of the waitlist, as get_booking_status returns it. */
import { z } from 'zod'
import { weekdayName } from '../../kernel/format-date.ts'
import { type Locale, localPath } from '../../kernel/locale.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import type { WaitlistStatusResponse } from '../waitlist/operations.ts'
import { waitlistPath } from '../waitlist/url.ts'

export const waitingFields = {
  from: z.string().optional().describe('Waitlist: the earliest start, HH:MM.'),
  to: z.string().optional().describe('Waitlist: the latest start, HH:MM.'),
  offered_places: z
    .array(z.object({ date: z.string(), time: z.string(), answer_by: z.string() }))
    .optional()
    .describe('Held until answer_by; the guest accepts on the page at status_url or by phone.'),
  booking_code: z.string().optional().describe('The booking, after the guest accepted a place.'),
}

export function describeWaiting(
  { base, business }: Pick<ToolContext, 'base' | 'business'>,
  entry: WaitlistStatusResponse,
  locale: Locale,
) {
  const { code, date, from, to, offers = [], booking_code } = entry
  return {
    code,
    kind: 'waitlist',
    status: entry.status,
    status_label: entry.status_label,
    what: entry.offer.name,
    date,
    weekday: weekdayName(date, locale),
    from,
    to,
    party_size: entry.party_size,
    ...(offers.length > 0 && {
      offered_places: offers.map((offer) => ({
        date: offer.date,
        time: offer.time,
        answer_by: offer.answer_by,
      })),
    }),
    ...(booking_code && { booking_code }),
    next_step: entry.next_step,
    status_url: `${base}${localPath(`${waitlistPath}/${code}`, locale, business.languages)}`,
  }
}
