/** A change that a guest has requested and staff have not acted on: what it is, and what happens next. */
import { z } from 'zod'
import { instantFormat } from '../../kernel/field-formats.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { formatMoney, money, toMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'
import { minute, minutesOf, startOfDay, toIsoString } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { deadlineText, responseDeadline } from '../guest/response-deadline.ts'
import { formatStart } from '../scheduling/format-start.ts'
import type { DepositContext } from './deposit/deposit.ts'
import type { StoredBooking } from './rows.ts'
import { agreedDeposit, requiredDeposit } from './terms.ts'

export const changeKinds = ['cancel', 'move', 'smaller_party', 'larger_party'] as const

export type ChangeKind = (typeof changeKinds)[number]

export type RequestedChangeDetails = {
  kind: ChangeKind
  /** Of a move: the new start. */
  date: string | undefined
  time: string | undefined
  partySize: number | undefined
  requestedAt: number
}

/** What the booking would be after the change; part of the response to the request and of the status. */
export const changedFields = {
  new_starts_at: z
    .string()
    .optional()
    .describe('With `move`: the requested start.')
    .meta(instantFormat),
  new_party_size: z
    .int()
    .min(1)
    .optional()
    .describe('With `smaller_party` and `larger_party`: the requested number of guests.'),
  new_deposit: money
    .optional()
    .describe('The deposit that the shop requires for that number of guests, if it differs.'),
  next_by: z
    .string()
    .optional()
    .describe('Until when staff answer the requested change, in opening hours.')
    .meta(instantFormat),
}

export const requestedChangeSchema = z
  .object({
    kind: z.enum(changeKinds).describe('The requested change.'),
    ...changedFields,
    next_step: z.string().describe('What was requested and what happens next, for the guest.'),
  })
  .meta({ id: 'PendingChange' })

export async function loadRequestedChange(
  sql: Sql,
  bookingId: string,
): Promise<RequestedChangeDetails | undefined> {
  const row = await sql.get<{
    kind: ChangeKind
    date: string | null
    time: string | null
    party_size: number | null
    created_at: number
  }>(
    `SELECT kind, date, time, party_size, created_at FROM booking_changes
     WHERE booking_id = ? AND settled_at IS NULL`,
    bookingId,
  )
  return (
    row && {
      kind: row.kind,
      date: row.date ?? undefined,
      time: row.time ?? undefined,
      partySize: row.party_size ?? undefined,
      requestedAt: Number(row.created_at),
    }
  )
}

export function toChangedFields(
  context: DepositContext,
  booking: StoredBooking,
  { date, time, partySize, requestedAt }: RequestedChangeDetails,
  locale: Locale,
) {
  const deposit = changedDeposit(context, booking, partySize)
  const answerBy = responseDeadline(context.business, requestedAt)
  return {
    ...(date !== undefined &&
      time !== undefined && {
        new_starts_at: toIsoString(startOfDay(date) + minutesOf(time) * minute),
      }),
    ...(partySize !== undefined && { new_party_size: partySize }),
    ...(deposit !== undefined && { new_deposit: toMoney(deposit, locale) }),
    ...(answerBy !== undefined && { next_by: toIsoString(answerBy) }),
  }
}

/** For the status of the booking. */
export function toRequestedChange(
  context: DepositContext,
  booking: StoredBooking,
  change: RequestedChangeDetails,
  now: number,
  locale: Locale,
) {
  return {
    kind: change.kind,
    ...toChangedFields(context, booking, change, locale),
    next_step: [
      describeChange(context, change)[locale],
      changeStepText(context, now, locale, change.requestedAt),
    ].join(' '),
  }
}

/** Undefined without another number of guests, and if the deposit stays the same. */
function changedDeposit(
  context: DepositContext,
  booking: StoredBooking,
  partySize: number | undefined,
): number | undefined {
  if (partySize === undefined) return undefined
  const { details, assignment } = booking
  const after = requiredDeposit(context, { ...details, partySize }, assignment)
  return after === agreedDeposit(context, booking) ? undefined : after
}

/** "A move to Friday 20 November 2026, 18:30 was requested." */
function describeChange(
  { rules }: DepositContext,
  { kind, date = '', time = '', partySize = 0 }: RequestedChangeDetails,
): LocalizedText {
  if (kind === 'cancel') return { vi: 'Bạn đã xin huỷ.', en: 'A cancellation was requested.' }
  if (kind === 'move') {
    const start = forEachLocale((locale) => formatStart(rules.serviceDays, { date, time }, locale))
    return {
      vi: `Bạn đã xin dời sang: ${start.vi}.`,
      en: `A move was requested, to ${start.en}.`,
    }
  }
  const guests = plural(partySize, { one: 'guest', other: 'guests' })
  return {
    vi: `Bạn đã xin đổi thành ${partySize} người.`,
    en: `A change to ${partySize} ${guests} was requested.`,
  }
}

/** What happens next with a requested change, and by when. */
export function changeStepText(
  { rules, business }: DepositContext,
  now: number,
  locale: Locale,
  requestedAt: number = now,
): string {
  const deadlineMs = responseDeadline(business, requestedAt)
  const { name, phone } = business
  if (deadlineMs !== undefined && deadlineMs < now) {
    return {
      vi: `Lượt đặt vẫn giữ nguyên; lẽ ra ${name} đã gọi để xác nhận. Xin gọi ${phone}.`,
      en: `The booking is still unchanged. ${name} should have called by now. Please call ${phone}.`,
    }[locale]
  }
  const when = deadlineText(deadlineMs, now, locale)
  const deposit = rules.deposit
    ? {
        vi: ' và nói rõ về tiền cọc nếu có',
        en: ' and to explain what happens to any deposit',
      }
    : { vi: '', en: '' }
  return {
    vi:
      `Nhân viên sẽ gọi${when} vào số điện thoại của lượt đặt để xác nhận${deposit.vi}; cho tới lúc đó lượt đặt ` +
      'giữ nguyên.',
    en:
      `Staff will phone the number of the booking${when} to confirm${deposit.en}. Until then the ` +
      'booking stays unchanged.',
  }[locale]
}

/** "The deposit would then be 900,000 ₫." */
export function newDepositText(amount: number, locale: Locale): string {
  const sum = formatMoney(amount, locale)
  if (amount === 0)
    return { vi: 'Khi đó không cần đặt cọc.', en: 'No deposit would then be required.' }[locale]
  return {
    vi: `Khi đó tiền cọc là ${sum}; nhân viên sẽ yêu cầu, chưa phải chuyển gì.`,
    en: `The deposit would then be ${sum}; staff ask for it, nothing is due yet.`,
  }[locale]
}
