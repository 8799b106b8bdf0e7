/** POST /api/booking/{code}/change: a wish that staff act on. */
import { z } from 'zod'
import { formatCode } from '../../kernel/booking-code.ts'
import { optional } from '../../kernel/input.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { WriteOperation } from '../../kernel/operation.ts'
import { toIsoString } from '../../kernel/time.ts'
import { writeOperation } from '../guard/write-operation.ts'
import { consentField, consentShown, localeField } from '../guest/fields.ts'
import { changeKinds, evaluateChangeRequest, insertChangeRequest } from './change-request.ts'
import {
  type BookingParts,
  bookingGroup,
  codeField,
  dateField,
  exampleCode,
  noteField,
  timeField,
} from './fields.ts'
import { statusField } from './status.ts'

/** Whoever changes a booking knows its code, and as a rule the phone that goes with it. */
export type Proof = 'code and phone' | 'code alone'

export function changeOperation(
  { context, rules, business, base }: BookingParts,
  proof: Proof = 'code and phone',
): WriteOperation {
  const digits = z
    .string()
    .regex(/^[0-9]{4}$/)
    .meta({ description: 'The last four digits of the booking’s phone.', example: '5678' })
  return writeOperation(context, {
    name: 'requestChange',
    group: bookingGroup,
    summary: { vi: 'Xin hủy hoặc đổi một lần đặt chỗ', en: 'Ask to cancel or change a booking' },
    description:
      'Records the wish; staff phone the number of the booking and act on it. A wrong pair of code and phone looks like a missing booking.',
    http: { method: 'POST', path: '/api/booking/{code}/change', status: 202 },
    dryRun: true,
    isCounted: true,
    hasSecret: true,
    input: z.strictObject({
      code: codeField(rules),
      kind: z
        .enum(changeKinds)
        .meta({ description: 'What should become of it.', example: 'cancel' }),
      ...(proof === 'code and phone' && { phone_last4: digits }),
      date: optional(dateField),
      time: optional(timeField),
      party_size: z.int().min(1).max(500).optional().meta({
        description: 'With `smaller_party`: how many will come.',
        example: 2,
      }),
      note: noteField,
      locale: localeField,
      consent: consentField,
    }),
    output: z
      .object({
        recorded: z.literal(true),
        code: z.string(),
        kind: z.enum(changeKinds),
        status: statusField,
        starts_at: z.string().describe('When the booking is, until staff have changed it.'),
        status_url: z.url(),
        next_step: z.string(),
        test: z.literal(true).optional(),
      })
      .meta({ id: 'RequestedChange' }),
    problems: ['not-found', 'slot-taken'],
    example: {
      recorded: true,
      code: exampleCode(rules),
      kind: 'cancel',
      status: 'confirmed',
      starts_at: '2026-11-20T18:30:00+07:00',
      status_url: `${base}/api/booking/${exampleCode(rules)}`,
      next_step: changeStep.vi,
    },
    evaluate: (input, { sql, now, attempt }) =>
      evaluateChangeRequest(
        sql,
        rules,
        {
          code: input.code,
          phoneLast4: input.phone_last4 as string | undefined,
          kind: input.kind,
          date: input.date,
          time: input.time,
          partySize: input.party_size,
          note: input.note || undefined,
          consent: consentShown(business.consent.booking, attempt.locale),
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
        status_url: `${base}/api/booking/${code}`,
        next_step: changeStep[attempt.locale],
      }
    },
    location: ({ booking }) => `/api/booking/${formatCode(booking.code)}`,
  })
}

const changeStep: LocalizedText = {
  vi: 'Đã ghi nhận; lịch vẫn giữ nguyên cho tới khi nhân viên gọi vào số đã đặt để xác nhận, và nói rõ về tiền cọc nếu có.',
  en: 'Recorded. The booking stays as it is until staff have phoned the number it was made with; they also say what becomes of any deposit.',
}
