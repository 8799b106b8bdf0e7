/**
 * POST /api/data-request: a guest asks to see, correct or erase their data. The request enters the register with its
 * deadlines. Nothing is shown or changed: staff first call the number and verify the person.
 */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import { unknownCodeProblem } from '../../kernel/booking-code.ts'
import { dateFormat, instantFormat } from '../../kernel/field-formats.ts'
import { formatDate } from '../../kernel/format-date.ts'
import { missingFieldError, optional } from '../../kernel/input.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import { dateAt, toIsoString } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { findBooking } from '../booking/rows.ts'
import { type WriteContext, writeOperation } from '../guard/write-operation.ts'
import { consentField, localeField, multiLineField, phoneField } from '../guest/fields.ts'
import { codeField } from '../scheduling/fields.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import { insertDataRequest } from './data-request-actions.ts'
import { computeDueDates, type NewDataRequest } from './data-requests.ts'

/** What a guest can ask for without talking to staff first. */
const guestRequestKinds = ['see', 'correct', 'erase'] as const

export type DataRequestOperation = ReturnType<typeof dataRequestOperation>

type DataRequestParts = { context: WriteContext; rules: BookingRules; business: Business }

type Input = {
  code?: string | undefined
  phone_last4?: string | undefined
  phone?: string | undefined
}

export function dataRequestOperation({ context, rules, business }: DataRequestParts) {
  const digits = z.string().regex(/^[0-9]{4}$/)
  return writeOperation(context, {
    name: 'requestData',
    group: { name: 'Personal data', description: 'Requests of guests about their own data.' },
    summary: { vi: 'Yêu cầu về dữ liệu cá nhân', en: 'Request about personal data' },
    description:
      'Records that a guest wants to see, correct or erase their data, with the code of a booking and the last four digits ' +
      'of its phone number, or with a phone number. Staff call that number, verify the person and then act; the response contains no data of ' +
      'the guest. A wrong pair of code and digits gets the same response as an unknown code.',
    http: { method: 'POST', path: '/api/data-request', status: 202 },
    dryRun: true,
    limit: 'writes',
    hasSecret: true,
    requestExample: { phone: '0912 345 678' },
    input: z.strictObject({
      kind: z
        .enum(guestRequestKinds)
        .meta({ description: '`see`, `correct` or `erase` the data.', example: 'see' }),
      code: optional(codeField(rules)).meta({
        description: 'The code of a booking; with `phone_last4`.',
      }),
      phone_last4: optional(digits).meta({
        description: 'With `code`: the last four digits of the phone number of the booking.',
      }),
      phone: optional(phoneField).meta({
        description: 'Without a code: the phone number of the guest, which staff call.',
        example: '0912 345 678',
      }),
      note: multiLineField(1000).optional().meta({
        description: 'What is wrong and what would be right, or what else staff should know.',
      }),
      locale: localeField,
      consent: consentField(business.consent.contact),
    }),
    output: z
      .object({
        received_at: z.string().describe('When it was stored.').meta(instantFormat),
        reply_by: z.string().describe('Until when staff call.').meta(dateFormat),
        due_on: z.string().describe('Until when the request is done.').meta(dateFormat),
        next_step: z.string().describe('What happens next, as a text for the guest.'),
        test: z.literal(true).optional().describe('Only in a dry run: nothing was stored.'),
      })
      .meta({ id: 'DataRequest' }),
    problems: ['not-found'],
    example: exampleResponse(business),
    async evaluate({ kind, note, ...input }, { sql, now }) {
      const errors = fieldErrors(input)
      if (errors.length > 0) throw new Problem('invalid-fields', { fields: errors })
      const contact = input.phone ?? (await findPhone(sql, input, now))
      if (contact === undefined) throw unknownCodeProblem(true)
      const request: NewDataRequest = {
        ...{ kind, contact, name: null, note: note || null },
        ...{ way: 'message', came_on: dateAt(now) },
      }
      // Each correction is a request of its own.
      const correction = kind === 'correct' ? (note ?? '') : ''
      const open = await sql.all<{ note: string | null }>(
        'SELECT note FROM guest_requests WHERE kind = ? AND contact = ? AND done_at IS NULL',
        ...[kind, contact],
      )
      const isKnown = open.some((one) => correction === '' || one.note === correction)
      return { request, isKnown }
    },
    // The same request again is in the register already; the response does not say so.
    async persist({ request, isKnown }, { sql, now, attempt: { source } }) {
      if (!isKnown) await insertDataRequest(sql, business, { ...request, source }, source, now)
    },
    toResponse: ({ request }, { now, attempt }) => ({
      received_at: toIsoString(now),
      ...responseOf(business, request, attempt.locale),
    }),
  })
}

/** Either the code with the digits, or the phone number. */
function fieldErrors({ code, phone_last4: digits, phone }: Input): FieldError[] {
  if (phone !== undefined) return []
  if (code === undefined && digits === undefined)
    return [{ ...missingFieldError('phone'), message: contactMissingText }]
  return [
    ...(code === undefined ? [missingFieldError('code')] : []),
    ...(digits === undefined ? [missingFieldError('phone_last4')] : []),
  ]
}

async function findPhone(
  sql: Sql,
  { code = '', phone_last4: digits = '' }: Input,
  now: number,
): Promise<string | undefined> {
  const booking = await findBooking(sql, code, now)
  const guest =
    booking &&
    (await sql.get<{ phone: string }>(
      'SELECT phone FROM booking_guests WHERE booking_id = ?',
      booking.id,
    ))
  return guest?.phone.endsWith(digits) ? guest.phone : undefined
}

function responseOf(
  business: Business,
  request: Pick<NewDataRequest, 'kind' | 'came_on'>,
  locale: Locale,
) {
  const { reply_by, due_on } = computeDueDates(business, request)
  return {
    reply_by,
    due_on,
    next_step: dataRequestNextStep(business, { reply_by, due_on })[locale],
  }
}

export function dataRequestNextStep(
  { name, phone }: Pick<Business, 'name' | 'phone'>,
  { reply_by, due_on }: { reply_by: string; due_on: string },
): LocalizedText {
  const reply = forEachLocale((locale) => formatDate(reply_by, locale))
  const due = forEachLocale((locale) => formatDate(due_on, locale))
  return {
    vi:
      `${name} đã nhận yêu cầu. Nhân viên gọi số của bạn chậm nhất ${reply.vi} để xác minh đúng là bạn, rồi mới cho xem, sửa hoặc ` +
      `xoá; xong chậm nhất ${due.vi}. Cần gấp, xin gọi ${phone}.`,
    en:
      `${name} has received your request. Staff call your number by ${reply.en} to verify that it is you, and only then show, ` +
      `correct or erase anything; by ${due.en} at the latest. If it is urgent, please call ${phone}.`,
  }
}

const contactMissingText: LocalizedText = {
  vi: 'Viết số điện thoại, hoặc mã đặt chỗ cùng 4 số cuối của số điện thoại.',
  en: 'Write a phone number, or the code of a booking with the last four digits of its phone number.',
}

function exampleResponse(business: Business) {
  const came_on = '2026-11-15'
  return {
    received_at: `${came_on}T10:00:00+07:00`,
    ...responseOf(business, { kind: 'see', came_on }, 'vi'),
  }
}
