/** POST /api/booking: a request that is held until staff answer. */
import { z } from 'zod'
import { testCode } from '../../kernel/booking-code.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'
import { type FieldFault, Problem } from '../../kernel/problem.ts'
import { stamp } from '../../kernel/time.ts'
import { writeOperation } from '../guard/write-operation.ts'
import {
  consentField,
  consentShown,
  contactEmail,
  localeField,
  nameField,
  phoneField,
} from '../guest/fields.ts'
import { nextStep } from '../guest/response-deadline.ts'
import { closedDay } from '../scheduling/availability.ts'
import { exampleBooking } from '../scheduling/example.ts'
import { sayDeposit, wantedFor } from './deposit/deposit.ts'
import {
  type BookingParts,
  bookingGroup,
  dateField,
  exampleCode,
  noteField,
  offerOf,
  tellOffer,
  timeField,
} from './fields.ts'
import { type Booking, type BookingRequest, decideBooking, keepBooking } from './request.ts'
import { statusLabels } from './status.ts'

export function requestOperation(parts: BookingParts): Operation {
  const { context, rules, business, base } = parts
  const { sensitive } = rules
  return writeOperation(context, {
    name: 'requestBooking',
    group: bookingGroup,
    summary: { vi: 'Gửi yêu cầu đặt chỗ', en: 'Ask for a booking' },
    description:
      'Holds the time as a pending request; staff confirm by phone or message. Nothing here confirms. With `dry_run=1` everything is checked and nothing kept.',
    http: { method: 'POST', path: '/api/booking', status: 202 },
    dryRun: true,
    counted: true,
    crowded: true,
    input: z.strictObject({
      date: dateField,
      time: timeField,
      ...rules.requestFields,
      name: nameField,
      phone: phoneField,
      email: contactEmail,
      note: noteField,
      locale: localeField,
      consent: consentField,
    }),
    output: z
      .object({
        code: z.string().describe('Say it or send it to ask about the request.'),
        status: z.literal('pending'),
        status_label: z.string(),
        status_url: z.url().describe('The address of its state.'),
        starts_at: z.string(),
        ends_at: z.string(),
        offer: offerOf,
        ...rules.toldFields,
        next_step: z.string().describe('What happens next and by when, to be told to the guest.'),
        test: z.literal(true).optional().describe('Only in a dry run: nothing was kept.'),
      })
      .meta({ id: 'RequestedBooking' }),
    problems: ['slot-taken'],
    example: exampleRequested(parts),
    alsoWrong(fields) {
      const whole = Object.keys(rules.requestFields).every((name) => name in fields)
      const faults = whole ? rules.readWish(fields, 'request').faults : undefined
      return withDay(parts, faults ?? [], fields.date as string | undefined)
    },
    async decide(input, { sql, now, attempt }): Promise<Booking> {
      const asked = rules.readWish(input, 'request')
      if (asked.faults) {
        const fields = withDay(parts, asked.faults, input.date)
        throw new Problem('invalid-fields', { fields })
      }
      const request: BookingRequest = {
        wish: asked.wishes[0],
        date: input.date,
        time: input.time,
        guest: {
          name: input.name,
          phone: input.phone,
          email: input.email ?? null,
          note: input.note || null,
        },
        marks: [...new Set((input as Record<string, unknown>)[sensitive] as string[] | undefined)],
        consent: consentShown(business.consent.booking, attempt.locale),
        locale: attempt.locale,
        source: attempt.source,
        client: attempt.client,
      }
      return decideBooking(sql, { rules, business }, request, now)
    },
    keep: (booking, { sql, now }) => keepBooking(sql, booking, 'pending', now),
    tell(booking, { attempt: { dryRun, locale }, now }) {
      const code = dryRun ? testCode(booking.code) : booking.code
      return {
        code,
        status: 'pending' as const,
        status_label: statusLabels.pending[locale],
        status_url: `${base}/api/booking/${code}`,
        starts_at: stamp(booking.startsAt),
        ends_at: stamp(booking.endsAt),
        offer: tellOffer(parts, booking.wish.offerId, locale),
        ...rules.tell(booking.wish, booking.option.given, booking.needsAttention, locale),
        next_step: [nextStep(business, now, locale), ...sayWanted(parts, booking, locale)].join(
          ' ',
        ),
      }
    },
    location: ({ code }) => `/api/booking/${code}`,
  })
}

/** What such a booking pays before the visit, if anything. */
function sayWanted(parts: BookingParts, { wish, option }: Booking, locale: Locale): string[] {
  const amount = wantedFor(parts, wish, option.given)
  return amount > 0 ? [sayDeposit({ amount, state: 'not_asked' })[locale]] : []
}

/** These faults, and that of the day where it is closed whatever is wished. */
function withDay(
  { rules, business, context }: BookingParts,
  faults: readonly FieldFault[],
  date: string | undefined,
): FieldFault[] {
  const message = date && closedDay(rules, business, date, context.now())
  return message ? [...faults, { name: 'date', code: 'not_open', message }] : [...faults]
}

function exampleRequested(parts: BookingParts): Record<string, unknown> {
  const { rules, base, business, context } = parts
  const example = exampleBooking(rules, context.now())
  if (!example) return {}
  const { wish, option, startsAt, endsAt } = example
  return {
    code: exampleCode(rules),
    status: 'pending',
    status_label: statusLabels.pending.vi,
    status_url: `${base}/api/booking/${exampleCode(rules)}`,
    starts_at: stamp(startsAt),
    ends_at: stamp(endsAt),
    offer: tellOffer(parts, wish.offerId, 'vi'),
    ...rules.tell(wish, option.given, false, 'vi'),
    next_step: nextStep(business, context.now(), 'vi'),
  }
}
