/** GET /api/booking/{code}: what became of a request. */
import { z } from 'zod'
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale } from '../../kernel/locale.ts'
import { type Operation, readOperation } from '../../kernel/operation.ts'
import { dateAt, hour, startOfDay, toIsoString } from '../../kernel/time.ts'
import { nextStepText } from '../guest/response-deadline.ts'
import { exampleBooking } from '../scheduling/example.ts'
import type { Assignment, BookingRequestDetails } from '../scheduling/rules.ts'
import {
  type Deposit,
  depositField,
  depositOf,
  depositText,
  toDepositResponse,
} from './deposit/deposit.ts'
import {
  type BookingParts,
  bookingGroup,
  codeField,
  exampleCode,
  offerSchema,
  toOfferResponse,
} from './fields.ts'
import {
  type BookingRow,
  bookingNotFound,
  findBooking,
  hasOpenChangeRequest,
  statusField,
  statusLabels,
} from './status.ts'

export function statusOperation(parts: BookingParts): Operation {
  const { context, rules } = parts
  return readOperation({
    name: 'getBooking',
    group: bookingGroup,
    summary: { vi: 'Tình trạng của một yêu cầu đặt chỗ', en: 'What became of a booking request' },
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
        offer: offerSchema,
        ...rules.responseFields,
        cancelled_because: z
          .enum(['unanswered', 'staff'])
          .optional()
          .describe('Nobody answered before its start, or staff cancelled it.'),
        next_step: z
          .string()
          .optional()
          .describe('While it is pending, or a deposit is due: what happens next.'),
        deposit: depositField
          .optional()
          .describe('Where the shop takes one for such a booking, or staff asked for one.'),
        change_requested: z.boolean().describe('A wish to change or cancel waits for staff.'),
        updated_at: z.string(),
      })
      .meta({ id: 'BookingStatus' }),
    problems: ['not-found', 'store-unavailable'],
    example: exampleStatus(parts),
    async run({ code }, { locale }) {
      const { read } = context.store
      const row = await findBooking(read, code, context.now())
      if (!row) throw bookingNotFound()
      return toStatusResponse(
        parts,
        row,
        await hasOpenChangeRequest(read, row.id),
        context.now(),
        locale,
      )
    },
  })
}

function toStatusResponse(
  parts: BookingParts,
  row: BookingRow,
  isChangeRequested: boolean,
  now: number,
  locale: Locale,
) {
  const { rules } = parts
  const deposit = depositOf(parts, row, now)
  // What a guest told of his body is nobody's business here.
  const tradeFields = rules.toResponseFields(
    JSON.parse(row.wish) as BookingRequestDetails,
    JSON.parse(row.given) as Assignment,
    false,
    locale,
  )
  return {
    code: formatCode(row.code),
    status: row.status,
    status_label: statusLabels[row.status][locale],
    starts_at: toIsoString(row.starts_at),
    ends_at: toIsoString(row.ends_at),
    offer: toOfferResponse(parts, row.offer_id, locale),
    ...tradeFields,
    party_size: row.party_size,
    ...(row.status === 'cancelled' && {
      cancelled_because: row.reason === 'unanswered' ? ('unanswered' as const) : ('staff' as const),
    }),
    ...nextStepField(parts, row, deposit, now, locale),
    ...(deposit && { deposit: toDepositResponse(deposit, locale) }),
    change_requested: isChangeRequested,
    updated_at: toIsoString(row.updated_at),
  }
}

function nextStepField(
  { business }: BookingParts,
  row: BookingRow,
  deposit: Deposit | undefined,
  now: number,
  locale: Locale,
) {
  const isDepositRelevant = deposit?.transfer || (deposit && row.status === 'pending')
  const sentences = [
    ...(row.status === 'pending' ? [nextStepText(business, now, locale, row.created_at)] : []),
    ...(isDepositRelevant ? [depositText(deposit)[locale]] : []),
  ]
  return sentences.length > 0 ? { next_step: sentences.join(' ') } : {}
}

function exampleStatus(parts: BookingParts): Record<string, unknown> {
  const { rules, context } = parts
  const example = exampleBooking(rules, context.now())
  if (!example) return {}
  const { details, option, startsAt, endsAt } = example
  // The same in every process, whenever it was started that day.
  const noon = startOfDay(dateAt(context.now())) + 12 * hour
  return {
    code: exampleCode(rules),
    status: 'pending',
    status_label: statusLabels.pending.vi,
    starts_at: toIsoString(startsAt),
    ends_at: toIsoString(endsAt),
    offer: toOfferResponse(parts, details.offerId, 'vi'),
    ...rules.toResponseFields(details, option.assignment, false, 'vi'),
    next_step: nextStepText(parts.business, noon, 'vi'),
    change_requested: false,
    updated_at: toIsoString(noon),
  }
}
