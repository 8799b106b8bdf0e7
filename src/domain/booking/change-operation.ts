/** POST /api/booking/{code}/change: stores a change request for staff. */
import { z } from 'zod'
import { formatCode, normalizeCode } from '../../kernel/booking-code.ts'
import { instantFormat } from '../../kernel/field-formats.ts'
import { optional } from '../../kernel/input.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { OutputOf } from '../../kernel/operation.ts'
import { dateAt, hour, startOfDay, toIsoString } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { alreadyRequestedField } from '../guard/stored-responses.ts'
import { writeOperation } from '../guard/write-operation.ts'
import { changeConsent, consentShown } from '../guest/consent.ts'
import { consentField, localeField, noteField } from '../guest/fields.ts'
import { exampleBooking } from '../scheduling/example.ts'
import { codeField, dateField, exampleCode, timeField } from '../scheduling/fields.ts'
import { evaluateChangeRequest, insertChangeRequest } from './change-request.ts'
import {
  type BookingParts,
  bookingCodeField,
  bookingGroup,
  offerSchema,
  startField,
  toOfferResponse,
} from './fields.ts'
import { quoteAt } from './quote.ts'
import { quoteFields, surchargeSentences, toQuoteResponse } from './quote-fields.ts'
import { changedFields, changeKinds, changeStepText, toChangedFields } from './requested-change.ts'
import { statusField } from './status.ts'
import { cancellationField } from './status-operation.ts'
import { termsOf } from './terms.ts'

/** What a client must know of the booking that it changes. */
type Proof = 'code and phone' | 'code alone'

export type RequestedChange = OutputOf<ReturnType<typeof changeOperation>>

export function changeOperation(parts: BookingParts, proof: Proof = 'code and phone') {
  const { context, rules, business, base } = parts
  const consent = changeConsent(business)
  const digits = z
    .string()
    .regex(/^[0-9]{4}$/)
    .meta({ description: 'Last four digits of the phone number of the booking.', example: '5678' })
  return writeOperation(context, {
    name: 'requestChange',
    group: bookingGroup,
    summary: { vi: 'Xin huỷ hoặc đổi một lần đặt chỗ', en: 'Request a change or cancellation' },
    description:
      'Records the request; staff phone the number of the booking and act on it. A wrong pair of ' +
      'code and phone gets the same response as an unknown code.',
    http: { method: 'POST', path: '/api/booking/{code}/change', status: 202 },
    dryRun: true,
    limit: 'changes',
    hasSecret: true,
    input: z.strictObject({
      code: codeField(rules),
      kind: z
        .enum(changeKinds)
        .meta({ description: 'The change that the guest wants.', example: 'cancel' }),
      ...(proof === 'code and phone' && { phone_last4: digits }),
      date: optional(dateField).meta({
        description: 'With `move`: the new day; without it the day stays.',
        example: '2026-11-20',
      }),
      time: optional(timeField).meta({
        description: 'With `move`: the new start; without it the time stays.',
        example: '18:30',
      }),
      party_size: z.int().min(1).max(500).optional().meta({
        description: 'With `smaller_party` and `larger_party`: the new number of guests.',
        example: 2,
      }),
      note: noteField,
      locale: localeField,
      consent: consentField(consent),
    }),
    output: z
      .object({
        recorded: z.literal(true).describe('Staff have the request; nothing has changed yet.'),
        code: bookingCodeField,
        kind: z.enum(changeKinds).describe('The requested change.'),
        status: statusField,
        starts_at: startField.describe('Start of the booking; unchanged until staff change it.'),
        offer: offerSchema,
        party_size: z.int().min(1).describe('Number of guests; unchanged until staff change it.'),
        price: quoteFields.price.describe('With `move`: the price of the offer on the new day.'),
        surcharge: quoteFields.surcharge.describe('With `move`: the surcharge of the new day.'),
        ...changedFields,
        cancel_free_until: z
          .string()
          .optional()
          .describe('Until when the guest can cancel free of charge, by the terms of the booking.')
          .meta(instantFormat),
        status_url: z.url().optional().describe('URL of the status; not in a dry run.'),
        next_step: z.string().describe('What happens next, as a text for the guest.'),
        test: z.literal(true).optional().describe('Only in a dry run: nothing was stored.'),
        already_requested: alreadyRequestedField,
      })
      .meta({ id: 'RequestedChange' }),
    problems: ['not-found', 'slot-taken'],
    example: {
      recorded: true,
      code: exampleCode(rules),
      kind: 'cancel',
      status: 'confirmed',
      starts_at: '2026-11-20T18:30:00+07:00',
      offer: toOfferResponse(parts, exampleOffer(parts), 'vi'),
      party_size: 2,
      status_url: `${base}/api/booking/${exampleCode(rules)}`,
      next_step: `${recordedText.vi} ${changeStepText(parts, exampleNoon(parts), 'vi')}`,
    },
    evaluate: (input, { sql, now, attempt }) =>
      evaluateChangeRequest(
        sql,
        parts,
        {
          code: input.code,
          phoneLast4: input.phone_last4 as string | undefined,
          kind: input.kind,
          date: input.date,
          time: input.time,
          partySize: input.party_size,
          note: input.note || undefined,
          consent: consentShown(consent, attempt.locale),
          source: attempt.source,
        },
        now,
      ),
    persist: (change, { sql, now }) => insertChangeRequest(sql, change, now),
    toResponse({ booking, ...change }, { attempt, now }) {
      const code = formatCode(booking.code)
      const { date, time } = change
      const quote = date && time ? quoteAt(parts, booking, { date, time }) : {}
      const quoted = toQuoteResponse(quote, booking.party_size, attempt.locale)
      return {
        recorded: true as const,
        code,
        kind: change.kind,
        status: booking.status,
        starts_at: toIsoString(booking.starts_at),
        offer: toOfferResponse(parts, booking.offer_id, attempt.locale),
        party_size: booking.party_size,
        ...quoted,
        ...toChangedFields(parts, booking, { ...change, requestedAt: now }, attempt.locale),
        ...cancellationField(termsOf(parts, booking), booking, now),
        status_url: `${base}/api/booking/${code}`,
        next_step: [
          recordedText[attempt.locale],
          changeStepText(parts, now, attempt.locale),
          ...surchargeSentences(quoted, attempt.locale),
        ].join(' '),
      }
    },
    isStillOpen: (sql, _output, input) => isChangeStillOpen(sql, input),
    location: ({ booking }) => `/api/booking/${formatCode(booking.code)}`,
  })
}

type ChangeFields = {
  code: string
  kind: string
  date?: string | undefined
  time?: string | undefined
  party_size?: number | undefined
}

/** False after staff have acted on the request, or another one has replaced it. */
async function isChangeStillOpen(sql: Sql, input: ChangeFields): Promise<boolean> {
  const open = await sql.get<
    Record<'kind' | 'date' | 'time', string | null> & { party: number | null }
  >(
    `SELECT c.kind, c.date, c.time, c.party_size AS party
     FROM booking_changes c JOIN bookings b ON b.id = c.booking_id
     WHERE b.code = ? AND c.settled_at IS NULL`,
    normalizeCode(input.code),
  )
  if (open === undefined) return false
  const { kind, date, time, party_size } = input
  const isSame = (stored: unknown, sent: unknown) => sent === undefined || sent === stored
  return (
    open.kind === kind &&
    isSame(open.date, date) &&
    isSame(open.time, time) &&
    isSame(open.party, party_size)
  )
}

function exampleOffer({ rules, context }: BookingParts): string {
  return exampleBooking(rules, context.now())?.details.offerId ?? ''
}

/** A fixed time, so that all processes publish the same example. */
function exampleNoon({ context }: BookingParts): number {
  return startOfDay(dateAt(context.now())) + 12 * hour
}

const recordedText: LocalizedText = { vi: 'Đã ghi nhận.', en: 'Recorded.' }
