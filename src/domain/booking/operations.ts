/** The booking's own doors: asking what is free, asking for it, looking after it, changing it. */
import { z } from 'zod'
import { optional } from '../../kernel/input.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { type Operation, readOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { stamp } from '../../kernel/time.ts'
import { writeOperation } from '../guard/write-operation.ts'
import { nextStep } from '../guest/answer-by.ts'
import {
  consentField,
  consentShown,
  emailField,
  lines,
  localeField,
  nameField,
  phoneField,
} from '../guest/fields.ts'
import { availabilityOperation } from './availability-operation.ts'
import { changeKinds, decideChange, keepChange } from './change.ts'
import { showCode } from './code.ts'
import { exampleBooking } from './example.ts'
import { type BookingParts, bookingGroup, dateField, timeField } from './parts.ts'
import type { BookingRules } from './plan.ts'
import { type Booking, type BookingRequest, decideBooking, keepBooking } from './request.ts'
import {
  type BookingRow,
  findBooking,
  hasOpenChange,
  noSuchBooking,
  statusField,
  statusLabels,
} from './status.ts'

const noteField = lines(500).optional().meta({
  description: 'Anything else staff should know; at most 500 characters.',
  example: 'Có ghế trẻ em thì tốt quá.',
})

const offerOf = z.object({ id: z.string(), name: z.string() })

export function bookingOperations(parts: BookingParts): Operation[] {
  return [
    availabilityOperation(parts),
    requestOperation(parts),
    statusOperation(parts),
    changeOperation(parts),
  ]
}

function requestOperation(parts: BookingParts): Operation {
  const { context, rules, business, base } = parts
  const { sensitive } = rules
  return writeOperation(context, {
    name: 'requestBooking',
    group: bookingGroup,
    summary: 'Ask for a booking',
    description:
      'Holds the time as a pending request; staff confirm by phone or message. Nothing here confirms. With `dry_run=1` everything is checked and nothing kept.',
    http: { method: 'POST', path: '/api/booking', status: 202 },
    dryRun: true,
    counted: true,
    input: z.strictObject({
      date: dateField,
      time: timeField,
      ...rules.requestFields,
      name: nameField,
      phone: phoneField,
      email: emailField
        .optional()
        .meta({ description: 'For news of the booking.', example: 'lan@example.com' }),
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
    async decide(input, { sql, now, attempt }): Promise<Booking> {
      const asked = rules.readWish(input, 'request')
      if (asked.faults) throw new Problem('invalid-fields', { fields: asked.faults })
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
        marks: ((input as Record<string, unknown>)[sensitive] as string[] | undefined) ?? [],
        consent: consentShown(business.consent.booking, attempt.locale),
        locale: attempt.locale,
        source: attempt.source,
        client: attempt.client,
      }
      return decideBooking(sql, { rules, business }, request, now)
    },
    keep: (booking, { sql, now }) => keepBooking(sql, booking, 'pending', now),
    tell(booking, { attempt: { dryRun, locale }, now }) {
      const code = dryRun
        ? `TEST-${booking.code.slice(booking.code.indexOf('-') + 1)}`
        : booking.code
      return {
        code,
        status: 'pending' as const,
        status_label: statusLabels.pending[locale],
        status_url: `${base}/api/booking/${code}`,
        starts_at: stamp(booking.startsAt),
        ends_at: stamp(booking.endsAt),
        offer: offerRecord(parts, booking.wish.offerId, locale),
        ...rules.tell(booking.wish, booking.option.given, booking.needsAttention, locale),
        next_step: nextStep(business, now, locale),
      }
    },
    location: ({ code }) => `/api/booking/${code}`,
  })
}

function statusOperation(parts: BookingParts): Operation {
  const { context, rules } = parts
  return readOperation({
    name: 'getBooking',
    group: bookingGroup,
    summary: 'What became of a booking request',
    description:
      'The state of a request by its code, without regard to case, dashes, or O for 0. Never who booked.',
    http: { method: 'GET', path: '/api/booking/{code}' },
    changesWith: 'guest',
    input: z.strictObject({ code: codeField(rules) }),
    output: z
      .object({
        code: z.string(),
        status: statusField,
        status_label: z.string(),
        starts_at: z.string(),
        ends_at: z.string(),
        offer: offerOf,
        party_size: z.int(),
        change_requested: z.boolean().describe('A wish to change or cancel waits for staff.'),
        updated_at: z.string(),
      })
      .meta({ id: 'BookingStatus' }),
    problems: ['not-found', 'store-unavailable'],
    example: exampleStatus(parts),
    async run({ code }, { locale }) {
      const { read } = context.store
      const row = await findBooking(read, code, context.now())
      if (!row) throw noSuchBooking()
      return tellStatus(parts, row, await hasOpenChange(read, row.id), locale)
    },
  })
}

function tellStatus(parts: BookingParts, row: BookingRow, changing: boolean, locale: Locale) {
  return {
    code: showCode(row.code),
    status: row.status,
    status_label: statusLabels[row.status][locale],
    starts_at: stamp(row.starts_at),
    ends_at: stamp(row.ends_at),
    offer: offerRecord(parts, row.offer_id, locale),
    party_size: row.party_size,
    change_requested: changing,
    updated_at: stamp(row.updated_at),
  }
}

function changeOperation({ context, rules, business, base }: BookingParts): Operation {
  return writeOperation(context, {
    name: 'requestChange',
    group: bookingGroup,
    summary: 'Ask to cancel or change a booking',
    description:
      'Records the wish; staff phone the number of the booking and act on it. A wrong pair of code and phone looks like a missing booking.',
    http: { method: 'POST', path: '/api/booking/{code}/change', status: 202 },
    dryRun: true,
    counted: true,
    input: z.strictObject({
      code: codeField(rules),
      kind: z
        .enum(changeKinds)
        .meta({ description: 'What should become of it.', example: 'cancel' }),
      phone_last4: z
        .string()
        .regex(/^[0-9]{4}$/)
        .meta({ description: 'The last four digits of the booking’s phone.', example: '5678' }),
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
        status_url: z.url(),
        next_step: z.string(),
        test: z.literal(true).optional(),
      })
      .meta({ id: 'RequestedChange' }),
    problems: ['not-found'],
    example: {
      recorded: true,
      code: exampleCode(rules),
      kind: 'cancel',
      status: 'confirmed',
      status_url: `${base}/api/booking/${exampleCode(rules)}`,
      next_step: changeStep.vi,
    },
    decide: (input, { sql, now, attempt }) =>
      decideChange(
        sql,
        rules,
        {
          code: input.code,
          phoneLast4: input.phone_last4,
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
    keep: (change, { sql, now }) => keepChange(sql, change, now),
    tell({ booking, kind }, { attempt }) {
      const code = showCode(booking.code)
      return {
        recorded: true as const,
        code,
        kind,
        status: booking.status,
        status_url: `${base}/api/booking/${code}`,
        next_step: changeStep[attempt.locale],
      }
    },
    location: ({ booking }) => `/api/booking/${showCode(booking.code)}`,
  })
}

const changeStep: Words = {
  vi: 'Đã ghi nhận; lịch vẫn giữ nguyên cho tới khi nhân viên gọi vào số đã đặt để xác nhận.',
  en: 'Recorded. The booking stays as it is until staff have phoned the number it was made with.',
}

function codeField({ codePrefix }: BookingRules) {
  return z
    .string()
    .trim()
    .min(1)
    .max(60)
    .meta({
      description: 'The code of the booking.',
      example: `${codePrefix}-7K3M-9Q2X-4D`,
    })
}

function exampleCode({ codePrefix }: BookingRules): string {
  return `${codePrefix}-7K3M-9Q2X-4D`
}

function offerRecord({ offerName }: BookingParts, id: string, locale: Locale) {
  return { id, name: offerName(id)[locale] }
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
    offer: offerRecord(parts, wish.offerId, 'vi'),
    ...rules.tell(wish, option.given, false, 'vi'),
    next_step: nextStep(business, context.now(), 'vi'),
  }
}

function exampleStatus(parts: BookingParts): Record<string, unknown> {
  const { rules, context } = parts
  const example = exampleBooking(rules, context.now())
  if (!example) return {}
  const { wish, startsAt, endsAt } = example
  return {
    code: exampleCode(rules),
    status: 'pending',
    status_label: statusLabels.pending.vi,
    starts_at: stamp(startsAt),
    ends_at: stamp(endsAt),
    offer: offerRecord(parts, wish.offerId, 'vi'),
    party_size: wish.partySize,
    change_requested: false,
    updated_at: stamp(context.now()),
  }
}
