/**
 * Tool that returns the status of a booking, an order or a waitlist entry by its code. It never returns data of the
 * guest.
 */
import { z } from 'zod'
import { formatDate, weekdayName } from '../../kernel/format-date.ts'
import { optional } from '../../kernel/input.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { parseIsoString } from '../../kernel/time.ts'
import { preparedReadTool, type Tool } from '../../kernel/tool.ts'
import { formatDeadline } from '../booking/place-offer/offered-fields.ts'
import type { BookingStatus } from '../booking/status-operation.ts'
import { formatStart, formatStay } from '../scheduling/format-start.ts'
import { bookingStatusUrl, type ToolContext } from '../trade/tool-context.ts'
import type { WaitlistOperations } from '../waitlist/operations.ts'
import { formatWindow } from '../waitlist/texts.ts'
import { codeArgument, describeField } from './arguments.ts'
import { isOrderCode, toRequestedFields } from './changes.ts'
import { describeOffers, offersField } from './offered-places.ts'
import { describeWaiting, waitingFields } from './waitlist-status.ts'

export type StatusContext = Omit<ToolContext, 'questionsOf'> & { waitlist: WaitlistOperations }

type Order = Awaited<ReturnType<NonNullable<ToolContext['operations']['getOrder']>['run']>>

export function getBookingStatus(context: StatusContext): Tool {
  const { rules, operations } = context
  const records = operations.getOrder ? 'a booking, order' : 'a booking'
  return preparedReadTool({
    name: 'get_booking_status',
    title: 'Status by code',
    description:
      `Returns the state of ${records} or waitlist entry: what happens next and by when, until when cancelling is free, a ` +
      'requested change, what staff offer instead, and the reason that staff gave. Contains no data of the guest.',
    input: z.strictObject({
      code: optional(
        describeField(
          codeArgument(rules),
          'The guest’s code. Without it: where a guest finds it, and whom to call.',
        ),
      ),
    }),
    output: z.object({
      code: z.string().optional(),
      kind: z.string().optional().describe('booking, waitlist, or the kind of the order.'),
      status: z.string().optional().describe('Of a booking: pending, confirmed or cancelled.'),
      status_label: z.string().optional(),
      what: z.string().optional(),
      date: z.string().optional(),
      weekday: z.string().optional(),
      time: z.string().optional(),
      until: z.string().optional().describe('The planned end, HH:MM.'),
      party_size: z.int().optional(),
      ...Object.fromEntries(
        tradeFieldNames(rules).map((name) => [
          name,
          (rules.responseFields[name] as z.ZodType).optional(),
        ]),
      ),
      price_vnd: z.int().optional(),
      surcharge: z.string().optional().describe('What is charged on top.'),
      total_vnd: z.int().optional(),
      deposit_vnd: z.int().optional(),
      deposit_state: z.string().optional(),
      change_requested: z.boolean().optional(),
      requested_change: z
        .object({
          kind: z.string(),
          date: z.string().optional(),
          weekday: z.string().optional(),
          time: z.string().optional(),
          party_size: z.int().optional(),
          deposit_vnd: z.int().optional(),
          next_by: z.string().optional(),
        })
        .optional()
        .describe('What awaits staff, as in next_step; the booking is still as above.'),
      offers: offersField,
      why: z
        .string()
        .optional()
        .describe('Why it was cancelled; text of staff in quotation marks.'),
      next_step: z.string().optional(),
      next_by: z.string().optional().describe('Until when staff answer.'),
      cancel_free_until: z.string().optional(),
      hold_minutes: z.int().optional(),
      minimum_spend_vnd: z.int().optional(),
      ...waitingFields,
      status_url: z.string().optional(),
    }),
    async prepare({ code }, { locale }) {
      const status = code?.trim() ? await loadStatus(context, code, locale) : undefined
      return {
        cacheKey: undefined,
        compute: () => status?.output ?? { next_step: noCodeText(context)[locale] },
      }
    },
    summarize: (output, locale) => summarizeStatus(context, output, locale),
  })
}

/** The status as a tool returns it, with its summary. Throws a Problem if nothing has the code. */
export async function loadStatus(context: StatusContext, code: string, locale: Locale) {
  const output = await loadOutput(context, code, locale)
  return { output, summary: summarizeStatus(context, output, locale) }
}

/** All are looked up, so that nothing shows which of them a wrong code resembles. */
async function loadOutput(
  context: StatusContext,
  code: string,
  locale: Locale,
): Promise<StatusOutput> {
  const { getBooking, getOrder } = context.operations
  const { getWaitlistEntry } = context.waitlist
  const loads = [
    async () => describeBooking(context, await getBooking.run({ code }, { locale }), locale),
    async () => describeWaiting(context, await getWaitlistEntry.run({ code }, { locale }), locale),
    ...(getOrder
      ? [async () => describeOrder(context, await getOrder.run({ code }, { locale }), locale)]
      : []),
  ]
  let problem: Problem | undefined
  for (const load of loads) {
    try {
      return await load()
    } catch (error) {
      if (!isNotFound(error)) throw error
      problem = error
    }
  }
  const isOfOrder = isOrderCode(code, context.orderCodePrefix)
  throw isOfOrder ? problem?.with({ who: 'guest', detail: noOrderText }) : problem
}

function isNotFound(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'not-found'
}

const noOrderText: LocalizedText = {
  vi: 'Không có đơn thẻ quà hay thẻ nhiều lần nào có mã này. Xin đọc lại mã.',
  en: 'No order of a gift card or membership has this code. What is the code?',
}

type Offers = z.output<typeof offersField>

export type StatusOutput = Readonly<Record<string, unknown>> & {
  code?: string | undefined
  kind?: string | undefined
  status_label?: string | undefined
  what?: string | undefined
  date?: string | undefined
  time?: string | undefined
  until?: string | undefined
  total_vnd?: number | undefined
  why?: string | undefined
  next_step?: string | undefined
  cancel_free_until?: string | undefined
  from?: string | undefined
  to?: string | undefined
  offers?: Offers
  offered_places?: { date: string; time: string; answer_by: string }[] | undefined
}

function describeBooking(
  context: StatusContext,
  booking: BookingStatus,
  locale: Locale,
): StatusOutput {
  const { code, starts_at, ends_at, deposit, cancelled_because, why } = booking
  const change = booking.requested_change
  const date = starts_at.slice(0, 10)
  const fields: Readonly<Record<string, unknown>> = booking
  return {
    code,
    kind: 'booking',
    status: booking.status,
    status_label: booking.status_label,
    what: booking.offer.name,
    date,
    weekday: weekdayName(date, locale),
    time: starts_at.slice(11, 16),
    until: ends_at.slice(11, 16),
    party_size: booking.party_size,
    ...Object.fromEntries(
      tradeFieldNames(context.rules).flatMap((name) =>
        fields[name] === undefined ? [] : [[name, fields[name]]],
      ),
    ),
    ...(booking.price && { price_vnd: booking.price.amount }),
    ...(booking.surcharge && { surcharge: booking.surcharge.display }),
    ...(deposit && { deposit_vnd: deposit.amount.amount, deposit_state: deposit.state }),
    change_requested: booking.change_requested,
    ...(change && {
      requested_change: {
        kind: change.kind,
        ...toRequestedFields(change, locale),
        ...(change.next_by && { next_by: change.next_by }),
      },
    }),
    ...describeOffers(booking, tradeFieldNames(context.rules)),
    ...(cancelled_because && { why: explainCancellation(cancelled_because, why, locale) }),
    ...(booking.next_step && { next_step: booking.next_step }),
    ...(booking.next_by && { next_by: booking.next_by }),
    ...(booking.cancel_free_until && { cancel_free_until: booking.cancel_free_until }),
    ...(booking.status !== 'cancelled' && {
      hold_minutes: booking.terms.hold_minutes,
      ...(booking.terms.minimum_spend && {
        minimum_spend_vnd: booking.terms.minimum_spend.amount,
      }),
    }),
    status_url: bookingStatusUrl(context, code, locale),
  }
}

function describeOrder(
  { base, business }: StatusContext,
  order: Order,
  locale: Locale,
): StatusOutput {
  const { code, kind, status, status_label, what, total, next_step } = order
  return {
    code,
    kind,
    status,
    status_label,
    what,
    total_vnd: total.amount,
    ...(next_step && { next_step }),
    status_url: `${base}${localPath(`/order/${code}`, locale, business.languages)}`,
  }
}

/** Fields of the trade, without those that every booking has. */
function tradeFieldNames({ responseFields }: StatusContext['rules']): string[] {
  return Object.keys(responseFields).filter((name) => name !== 'party_size')
}

function summarizeStatus(
  { rules, now }: StatusContext,
  output: StatusOutput,
  locale: Locale,
): string {
  const { code, kind, status_label, what, cancel_free_until, why } = output
  if (code === undefined) return output.next_step ?? ''
  const noun = (isNoun(kind) ? nouns[kind] : nouns.order)[locale]
  return [
    { vi: `${noun} ${code}: ${status_label}.`, en: `${noun} ${code}: ${status_label}.` }[locale],
    `${what}, ${whenText(rules, output, locale)}.`,
    why,
    output.next_step,
    offersText(rules, output, locale),
    placesText(rules, output, locale),
    cancel_free_until && parseIsoString(cancel_free_until) > now()
      ? freeCancellationText(cancel_free_until)[locale]
      : undefined,
  ]
    .filter(Boolean)
    .join(' ')
}

function whenText(
  { serviceDays }: StatusContext['rules'],
  { date, time, until, from, to, total_vnd }: StatusOutput,
  locale: Locale,
): string {
  if (date === undefined) return formatMoney(total_vnd ?? 0, locale)
  if (from === undefined || to === undefined)
    return formatStay(serviceDays, `${date}T${time}`, `${date}T${until}`, locale)
  return `${formatDate(date, locale)}, ${formatWindow({ from, to })}`
}

/** The times that staff offer instead; next_step says how to accept one. */
function offersText(
  { serviceDays }: StatusContext['rules'],
  { what, offers = [] }: StatusOutput,
  locale: Locale,
): string {
  const list = offers.map((offer) => {
    const stay = formatStay(serviceDays, offer.starts_at, offer.ends_at, locale)
    return offer.what === what ? stay : `${offer.what}, ${stay}`
  })
  return offeredText(list, locale)
}

/** The places that became free, and how long they are held. */
function placesText(
  { serviceDays }: StatusContext['rules'],
  { offered_places: places = [] }: StatusOutput,
  locale: Locale,
): string {
  const list = places.map((place) => {
    const start = formatStart(serviceDays, place, locale)
    const until = formatDeadline(place.answer_by, locale)
    return { vi: `${start} (giữ đến ${until})`, en: `${start} (held until ${until})` }[locale]
  })
  if (list.length === 0) return ''
  const how = {
    vi: 'Khách nhận chỗ trên trang ở status_url hoặc qua điện thoại.',
    en: 'The guest accepts on the page at status_url or by phone.',
  }[locale]
  return `${offeredText(list, locale)} ${how}`
}

function offeredText(list: readonly string[], locale: Locale): string {
  if (list.length === 0) return ''
  return { vi: `Được mời: ${list.join('; ')}.`, en: `Offered: ${list.join('; ')}.` }[locale]
}

const nouns = {
  booking: { vi: 'Lượt đặt', en: 'Booking' },
  waitlist: { vi: 'Danh sách chờ', en: 'Waitlist' },
  order: { vi: 'Đơn', en: 'Order' },
} satisfies Record<string, LocalizedText>

function isNoun(kind: string | undefined): kind is keyof typeof nouns {
  return kind !== undefined && Object.hasOwn(nouns, kind)
}

function freeCancellationText(until: string): LocalizedText {
  const [date, time] = [until.slice(0, 10), until.slice(11, 16)]
  return {
    vi: `Huỷ miễn phí đến ${time} ${formatDate(date, 'vi')}.`,
    en: `Free to cancel until ${time} on ${formatDate(date, 'en')}.`,
  }
}

/** The text of staff is quoted, so that it is not read as a text of the program. */
function explainCancellation(
  because: 'unanswered' | 'staff',
  reason: string | undefined,
  locale: Locale,
): string {
  if (because === 'unanswered') return unansweredText[locale]
  if (reason === undefined) return cancelledByStaffText[locale]
  return { vi: `Lời của tiệm: “${reason}”`, en: `In the shop’s words: “${reason}”` }[locale]
}

const unansweredText: LocalizedText = {
  vi: 'Chưa ai kịp trả lời trước giờ hẹn, nên yêu cầu đã tự huỷ.',
  en: 'Staff did not answer before the start, so the request was cancelled automatically.',
}

const cancelledByStaffText: LocalizedText = {
  vi: 'Nhân viên đã huỷ, không ghi lý do.',
  en: 'Staff cancelled it and gave no reason.',
}

function noCodeText({ business: { phone } }: StatusContext): LocalizedText {
  return {
    vi:
      'Không có mã thì không xem được tình trạng. Mã ở trên trang của yêu cầu và trong tin nhắn hoặc email đã nhận; ' +
      `nếu không còn giữ, xin gọi ${phone}.`,
    en:
      'The status needs the code. It is on the page of the request and in the message or email that was received; ' +
      `without it, please call ${phone}.`,
  }
}
