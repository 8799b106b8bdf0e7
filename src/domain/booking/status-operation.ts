/** GET /api/booking/{code}: what became of a request. */
import { z } from 'zod'
import { showCode } from '../../kernel/booking-code.ts'
import type { Locale } from '../../kernel/locale.ts'
import { type Operation, readOperation } from '../../kernel/operation.ts'
import { dateAt, hour, stamp, startOfDay } from '../../kernel/time.ts'
import { nextStep } from '../guest/response-deadline.ts'
import { exampleBooking } from '../scheduling/example.ts'
import type { Given, Wish } from '../scheduling/rules.ts'
import {
  type Deposit,
  depositField,
  depositOf,
  sayDeposit,
  tellDeposit,
} from './deposit/deposit.ts'
import {
  type BookingParts,
  bookingGroup,
  codeField,
  exampleCode,
  offerOf,
  tellOffer,
} from './fields.ts'
import {
  type BookingRow,
  findBooking,
  hasOpenChange,
  noSuchBooking,
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
        offer: offerOf,
        ...rules.toldFields,
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
      if (!row) throw noSuchBooking()
      return tellStatus(parts, row, await hasOpenChange(read, row.id), context.now(), locale)
    },
  })
}

function tellStatus(
  parts: BookingParts,
  row: BookingRow,
  changing: boolean,
  now: number,
  locale: Locale,
) {
  const { rules } = parts
  const deposit = depositOf(parts, row, now)
  // What a guest told of his body is nobody's business here.
  const told = rules.tell(
    JSON.parse(row.wish) as Wish,
    JSON.parse(row.given) as Given,
    false,
    locale,
  )
  return {
    code: showCode(row.code),
    status: row.status,
    status_label: statusLabels[row.status][locale],
    starts_at: stamp(row.starts_at),
    ends_at: stamp(row.ends_at),
    offer: tellOffer(parts, row.offer_id, locale),
    ...told,
    party_size: row.party_size,
    ...(row.status === 'cancelled' && {
      cancelled_because: row.reason === 'unanswered' ? ('unanswered' as const) : ('staff' as const),
    }),
    ...nextOf(parts, row, deposit, now, locale),
    ...(deposit && { deposit: tellDeposit(deposit, locale) }),
    change_requested: changing,
    updated_at: stamp(row.updated_at),
  }
}

function nextOf(
  { business }: BookingParts,
  row: BookingRow,
  deposit: Deposit | undefined,
  now: number,
  locale: Locale,
) {
  const due = deposit?.transfer || (deposit && row.status === 'pending')
  const says = [
    ...(row.status === 'pending' ? [nextStep(business, now, locale, row.created_at)] : []),
    ...(due ? [sayDeposit(deposit)[locale]] : []),
  ]
  return says.length > 0 ? { next_step: says.join(' ') } : {}
}

function exampleStatus(parts: BookingParts): Record<string, unknown> {
  const { rules, context } = parts
  const example = exampleBooking(rules, context.now())
  if (!example) return {}
  const { wish, option, startsAt, endsAt } = example
  // The same in every process, whenever it was started that day.
  const noon = startOfDay(dateAt(context.now())) + 12 * hour
  return {
    code: exampleCode(rules),
    status: 'pending',
    status_label: statusLabels.pending.vi,
    starts_at: stamp(startsAt),
    ends_at: stamp(endsAt),
    offer: tellOffer(parts, wish.offerId, 'vi'),
    ...rules.tell(wish, option.given, false, 'vi'),
    next_step: nextStep(parts.business, noon, 'vi'),
    change_requested: false,
    updated_at: stamp(noon),
  }
}
