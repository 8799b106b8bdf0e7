/** POST /api/booking/{code}/change: stores a change request for staff. */
import { z } from 'zod'
import { formatCode } from '../../kernel/booking-code.ts'
import { optional } from '../../kernel/input.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { OutputOf } from '../../kernel/operation.ts'
import { toIsoString } from '../../kernel/time.ts'
import { writeOperation } from '../guard/write-operation.ts'
import { changeConsent, consentShown } from '../guest/consent.ts'
import { consentField, localeField, noteField } from '../guest/fields.ts'
import { exampleBooking } from '../scheduling/example.ts'
import { codeField, dateField, exampleCode, timeField } from '../scheduling/fields.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import { changeKinds, evaluateChangeRequest, insertChangeRequest } from './change-request.ts'
import {
  type BookingParts,
  bookingCodeField,
  bookingGroup,
  offerSchema,
  toOfferResponse,
} from './fields.ts'
import { statusField } from './status.ts'

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
    isCounted: true,
    hasSecret: true,
    input: z.strictObject({
      code: codeField(rules),
      kind: z
        .enum(changeKinds)
        .meta({ description: 'The change that the guest wants.', example: 'cancel' }),
      ...(proof === 'code and phone' && { phone_last4: digits }),
      date: optional(dateField),
      time: optional(timeField),
      party_size: z.int().min(1).max(500).optional().meta({
        description: 'With `smaller_party`: the new number of guests.',
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
        starts_at: z.string().describe('Start of the booking; unchanged until staff change it.'),
        offer: offerSchema,
        party_size: z.int().describe('Number of guests; unchanged until staff change it.'),
        status_url: z.url().optional().describe('URL of the status; not in a dry run.'),
        next_step: z.string().describe('What happens next; tell the guest.'),
        test: z.literal(true).optional().describe('Only in a dry run: nothing was stored.'),
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
      next_step: changeStep(rules).vi,
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
    toResponse({ booking, kind }, { attempt }) {
      const code = formatCode(booking.code)
      return {
        recorded: true as const,
        code,
        kind,
        status: booking.status,
        starts_at: toIsoString(booking.starts_at),
        offer: toOfferResponse(parts, booking.offer_id, attempt.locale),
        party_size: booking.party_size,
        status_url: `${base}/api/booking/${code}`,
        next_step: changeStep(rules)[attempt.locale],
      }
    },
    location: ({ booking }) => `/api/booking/${formatCode(booking.code)}`,
  })
}

function exampleOffer({ rules, context }: BookingParts): string {
  return exampleBooking(rules, context.now())?.details.offerId ?? ''
}

function changeStep({ deposit }: BookingRules): LocalizedText {
  const depositText = deposit
    ? {
        vi: ', và nói rõ về tiền cọc nếu có',
        en: '; they also explain what happens to any deposit',
      }
    : { vi: '', en: '' }
  return {
    vi: `Đã ghi nhận; lịch vẫn giữ nguyên cho tới khi nhân viên gọi vào số đã đặt để xác nhận${depositText.vi}.`,
    en:
      'Recorded. The booking stays unchanged until staff phone the number of the booking to ' +
      `confirm${depositText.en}.`,
  }
}
