/** Arguments, read-back and response of the tools that record a change request. */
import { z } from 'zod'
import { normalizeCode } from '../../kernel/booking-code.ts'
import { formatDate, joinParts, weekdayName } from '../../kernel/format-date.ts'
import { missingFieldError, optional } from '../../kernel/input.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { readName } from '../../kernel/name-reader.ts'
import { plural } from '../../kernel/plural.ts'
import type { FieldError } from '../../kernel/problem.ts'
import type { RequestedChange } from '../booking/change-operation.ts'
import { surchargeLine } from '../booking/quote-fields.ts'
import { newDepositText } from '../booking/requested-change.ts'
import { alreadyRequestedField } from '../guard/stored-responses.ts'
import { nightSuffix, parseStart } from '../scheduling/format-start.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { ToolContext } from '../trade/tool-context.ts'
import { waitlistCodePrefix } from '../waitlist/url.ts'
import {
  checkStartWeekday,
  dateArgument,
  describeField,
  noteArgument,
  timeArgument,
  weekdayArgument,
} from './arguments.ts'

export const moveArguments = {
  date: optional(describeField(dateArgument, 'With move: the new day, if it changes.')),
  weekday: weekdayArgument,
  time: optional(describeField(timeArgument, 'With move: the new start, if it changes.')),
  note: noteArgument,
}

/**
 * What can be asked for before the booking is looked up: a move needs a day or a time. A missing code has its own
 * error.
 */
export function checkChange(
  input: {
    code?: string | undefined
    kind: string
    date?: string | undefined
    time?: string | undefined
    weekday?: number | undefined
    party_size?: number | undefined
  },
  context: Pick<ToolContext, 'rules' | 'now' | 'orderCodePrefix' | 'business'>,
): FieldError[] {
  const { kind, date, time, party_size } = input
  const isIncomplete =
    kind === 'move' && date === undefined && time === undefined && party_size === undefined
  return [
    ...orderCodeErrors(input.code, context),
    ...waitlistCodeErrors(input.code, context),
    ...checkStartWeekday(input, context),
    ...(isIncomplete ? ['date', 'time'].map(missingFieldError) : []),
  ]
}

/** An order has a status, and is changed by phone only. */
function orderCodeErrors(
  code: string | undefined,
  { orderCodePrefix: prefix, business: { phone } }: Parameters<typeof checkChange>[1],
): FieldError[] {
  if (!isOrderCode(code, prefix)) return []
  const message = {
    vi:
      `Mã ${prefix}-… là mã của đơn thẻ quà hoặc thẻ nhiều lần, không phải mã đặt chỗ. Tình trạng của đơn có ở ` +
      `get_booking_status; đổi hoặc huỷ đơn thì gọi ${phone}.`,
    en:
      `A code ${prefix}-… belongs to an order (gift card or membership), not to a booking. get_booking_status has the ` +
      `status of the order; to change or cancel it, call ${phone}.`,
  }
  return [{ name: 'code', code: 'wrong_format', who: 'guest', message }]
}

/** A guest leaves the waitlist on its page; staff do so by phone. */
function waitlistCodeErrors(
  code: string | undefined,
  { business: { phone } }: Parameters<typeof checkChange>[1],
): FieldError[] {
  if (!isOrderCode(code, waitlistCodePrefix)) return []
  const message = {
    vi:
      `Mã ${waitlistCodePrefix}-… là mã của danh sách chờ, không phải mã đặt chỗ. Rút khỏi danh sách ở trang của mã ` +
      `(status_url của get_booking_status), hoặc gọi ${phone}.`,
    en:
      `A code ${waitlistCodePrefix}-… belongs to the waitlist, not to a booking. Its page (status_url of ` +
      `get_booking_status) has a button to leave the list; or call ${phone}.`,
  }
  return [{ name: 'code', code: 'wrong_format', who: 'guest', message }]
}

export function isOrderCode(code: string | undefined, prefix: string | undefined): boolean {
  return code !== undefined && prefix !== undefined && normalizeCode(code).startsWith(prefix)
}

export const recordedFields = {
  recorded: z.literal(true),
  code: z.string(),
  status: z
    .enum(['pending', 'confirmed', 'cancelled'])
    .describe('Status of the booking; unchanged until staff act.'),
  date: z.string().optional().describe('With move: the requested day.'),
  weekday: z.string().optional(),
  time: z.string().optional().describe('With move: the requested start.'),
  party_size: z.int().optional().describe('The requested number of guests.'),
  deposit_vnd: z.int().optional().describe('The deposit for that number, if it differs.'),
  read_back: z.string(),
  next_step: z.string(),
  next_by: z.string().optional().describe('Until when staff answer.'),
  test: z.literal(true).optional(),
  already_requested: alreadyRequestedField,
}

export function toRecordedResponse(response: RequestedChange, readBack: string, locale: Locale) {
  const { recorded, code, status, next_step, next_by, test, already_requested } = response
  return {
    recorded,
    code,
    status,
    ...toRequestedFields(response, locale),
    read_back: readBack,
    next_step,
    ...(next_by && { next_by }),
    ...(test && { test }),
    ...(already_requested && { already_requested }),
  }
}

/** What a requested change would make of the booking, in the words of the tools. */
export function toRequestedFields(
  {
    new_starts_at,
    new_party_size: guests,
    new_deposit: deposit,
  }: Pick<RequestedChange, 'new_starts_at' | 'new_party_size' | 'new_deposit'>,
  locale: Locale,
) {
  const start = new_starts_at === undefined ? undefined : parseStart(new_starts_at)
  return {
    ...(start && { date: start.date, weekday: weekdayName(start.date, locale), time: start.time }),
    ...(guests !== undefined && { party_size: guests }),
    ...(deposit && { deposit_vnd: deposit.amount }),
  }
}

/** The guest may not know that the deposit changes with the number of guests. */
export function addedByChange({ new_deposit }: RequestedChange, locale: Locale): string[] {
  return new_deposit && new_deposit.amount > 0 ? [newDepositText(new_deposit.amount, locale)] : []
}

/** The booking, its current time, and what staff are asked to do with it. */
export function readBackChange(
  { rules }: Pick<ToolContext, 'rules'>,
  { note }: { note?: string | undefined },
  response: RequestedChange,
  locale: Locale,
): string {
  const { kind, code, starts_at, offer, party_size, new_starts_at, new_party_size } = response
  const [guests, newGuests] = [party_size, new_party_size ?? party_size].map(formatGuests)
  const formatTime = (startsAt: string, of: Locale) => formatStart(rules, startsAt, of)
  const booking = {
    vi: `${code} (${offer.name}, ${guests?.vi}, ${formatTime(starts_at, 'vi')})`,
    en: `${code} (${offer.name}, ${guests?.en}, ${formatTime(starts_at, 'en')})`,
  }
  const moved = new_starts_at === undefined ? '' : formatTime(new_starts_at, locale)
  const texts: Record<RequestedChange['kind'], LocalizedText> = {
    cancel: { vi: `Xin huỷ lượt đặt ${booking.vi}`, en: `Request to cancel booking ${booking.en}` },
    move: {
      vi: `Xin dời lượt đặt ${booking.vi} sang ${moved}`,
      en: `Request to move booking ${booking.en} to ${moved}`,
    },
    smaller_party: {
      vi: `Xin giảm lượt đặt ${booking.vi} còn ${newGuests?.vi}`,
      en: `Request to reduce booking ${booking.en} to ${newGuests?.en}`,
    },
    larger_party: {
      vi: `Xin tăng lượt đặt ${booking.vi} lên ${newGuests?.vi}`,
      en: `Request to increase booking ${booking.en} to ${newGuests?.en}`,
    },
  }
  return joinParts([
    texts[kind][locale],
    surchargeLine(response, locale),
    note && { vi: `ghi chú: ${note}`, en: `note: ${note}` }[locale],
  ])
}

function formatGuests(count: number): LocalizedText {
  return {
    vi: `${count} người`,
    en: `${count} ${plural(count, { one: 'guest', other: 'guests' })}`,
  }
}

/** "Friday 20 November 2026 at 18:30" */
function formatStart({ serviceDays }: BookingRules, startsAt: string, locale: Locale): string {
  const { date, time } = parseStart(startsAt)
  const day = `${formatDate(date, locale)}${nightSuffix(serviceDays, { date, time }, locale)}`
  return { vi: `${time} ${day}`, en: `${day} at ${time}` }[locale]
}

/** "change" is a move: another number of guests has its own kinds, which the errors name. */
const kindWords: Readonly<Record<string, readonly string[]>> = {
  cancel: ['cancellation', 'delete', 'huỷ', 'huỷ bàn', 'huỷ lịch', 'huỷ hẹn'],
  move: [
    'reschedule',
    'change',
    'change time',
    'change date',
    'dời',
    'đổi giờ',
    'đổi ngày',
    'đổi lịch',
    'dời lịch',
  ],
  smaller_party: [
    'reduce',
    'fewer',
    'fewer guests',
    'fewer people',
    'giảm',
    'giảm người',
    'bớt người',
  ],
  larger_party: ['more', 'more guests', 'more people', 'thêm người', 'tăng người'],
}

/** For the kind of a change, among those that the tool has. */
export function changeKindReader(kinds: readonly string[]) {
  const values = kinds.map((id) => {
    const name = id.replaceAll('_', ' ')
    return {
      id,
      name: { vi: kindWords[id]?.at(-1) ?? name, en: name },
      aliases: kindWords[id] ?? [],
    }
  })
  return {
    aliases: ['type', 'action', 'change'],
    question: {
      vi: `Muốn gì: ${values.map(({ name }) => name.vi).join(', ')}?`,
      en: `What is wanted: ${values.map(({ name }) => name.en).join(', ')}?`,
    },
    read: readName(values),
  }
}
