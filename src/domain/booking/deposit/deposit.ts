/** The deposit of a booking: how much, how it stands, and what the guest is told of it. */
import { z } from 'zod'
import type { Business } from '../../../content/shop.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { formatMoney, money, toMoney } from '../../../kernel/money.ts'
import { type Transfer, transferFor, transferSchema } from '../../payment/transfer.ts'
import type { Assignment, BookingRequestDetails, BookingRules } from '../../scheduling/rules.ts'
import type { BookingRow } from '../status.ts'
import { type DepositStatus, depositLabels, depositStates } from './state.ts'

export type Deposit = {
  amount: number
  state: DepositStatus
  /** While the guest is to pay it. */
  transfer?: Transfer | undefined
}

/** What deposits are decided by. */
export type DepositContext = { rules: BookingRules; business: Business }

/** What staff made of it or, where they did nothing yet, what the rules want of such a booking. */
export function depositOf(
  parts: DepositContext,
  row: BookingRow,
  now: number,
): Deposit | undefined {
  const { business } = parts
  const { deposit_state: state } = row
  const isAwaited = row.status !== 'cancelled' && row.visit === null && row.starts_at > now
  if (state !== null) {
    const amount = row.deposit ?? 0
    const isDue = state === 'asked' && isAwaited
    return { amount, state, ...(isDue && { transfer: transferFor(business, row.code, amount) }) }
  }
  const amount = isAwaited ? requiredDeposit(parts, detailsOf(row), assignmentOf(row)) : 0
  return amount > 0 ? { amount, state: 'not_asked' } : undefined
}

/** In dong, by the rules of the trade; nought where they want none, or there is no account for it. */
export function requiredDeposit(
  { rules, business }: DepositContext,
  details: BookingRequestDetails,
  assignment: Assignment,
): number {
  return business.bank ? (rules.deposit?.(details, assignment) ?? 0) : 0
}

export const detailsOf = ({ wish: details }: BookingRow) =>
  JSON.parse(details) as BookingRequestDetails
export const assignmentOf = ({ given: assignment }: BookingRow) =>
  JSON.parse(assignment) as Assignment

export const depositField = z
  .object({
    amount: money,
    state: z
      .enum(['not_asked', ...depositStates])
      .describe('As staff saw it in their bank. A deposit confirms nothing.'),
    state_label: z.string(),
    transfer: transferSchema.optional().describe('While it is to be paid.'),
  })
  .meta({ id: 'Deposit' })

export function toDepositResponse({ amount, state, transfer }: Deposit, locale: Locale) {
  return {
    amount: toMoney(amount),
    state,
    state_label: depositLabels[state][locale],
    ...(transfer && { transfer }),
  }
}

/** How it stands, in a sentence or two; `onItsPage` where the code is to be seen below. */
export function depositText(
  { amount, state, transfer }: Deposit,
  isOnBookingPage = false,
): LocalizedText {
  const sum = formatMoney(amount)
  const page = isOnBookingPage
    ? { vi: 'trang này', en: 'this page' }
    : { vi: 'trang của yêu cầu', en: 'its page' }
  const code = isOnBookingPage
    ? { vi: 'mã VietQR ở ngay dưới đây', en: 'the VietQR code is below' }
    : { vi: 'mã VietQR có ở trang của yêu cầu', en: 'the page of the request has a VietQR code' }
  switch (state) {
    case 'not_asked':
      return {
        vi: `Chỗ này cần đặt cọc ${sum}. Bạn chưa phải chuyển gì: nhân viên xem yêu cầu trước, rồi mã VietQR mới hiện ở ${page.vi}.`,
        en: `It takes a deposit of ${sum}. Nothing is to be paid yet: staff look at the request first, then ${page.en} shows a VietQR code.`,
      }
    case 'asked':
      return transfer
        ? {
            vi: `Xin chuyển cọc ${sum}, nội dung ${transfer.purpose}; ${code.vi}.`,
            en: `Please transfer a deposit of ${sum}, purpose ${transfer.purpose}; ${code.en}.`,
          }
        : { vi: `Chưa nhận được tiền cọc ${sum}.`, en: `The deposit of ${sum} has not arrived.` }
    case 'paid':
      return {
        vi: `Đã nhận tiền cọc ${sum}.`,
        en: `The deposit of ${sum} has arrived.`,
      }
    case 'waived':
      return { vi: 'Lần này bạn được miễn đặt cọc.', en: 'The deposit is waived this time.' }
    case 'returned':
      return {
        vi: `Đã hoàn lại tiền cọc ${sum}.`,
        en: `The deposit of ${sum} was given back.`,
      }
  }
}

/** What a transfer does not do; that it confirms nothing is no news to whoever is confirmed already. */
export function depositDisclaimerText({ status }: Pick<BookingRow, 'status'>): LocalizedText {
  return status === 'pending'
    ? {
        vi: 'Chuyển cọc chưa phải là xác nhận: nhân viên thấy tiền trong tài khoản rồi mới báo bạn. Không có khoản nào bị trừ tự động.',
        en: 'A deposit does not confirm the booking: staff tell you once they see it in their account. Nothing is taken by itself.',
      }
    : {
        vi: 'Nhân viên thấy tiền trong tài khoản rồi sẽ báo bạn. Không có khoản nào bị trừ tự động.',
        en: 'Staff tell you once they see it in their account. Nothing is taken by itself.',
      }
}
