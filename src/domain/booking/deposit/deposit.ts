/** The deposit of a booking: amount, state, and its texts for the guest. */
import { z } from 'zod'
import type { Business } from '../../../content/shop.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../../kernel/locale.ts'
import { formatMoney, money, toMoney } from '../../../kernel/money.ts'
import {
  type Transfer,
  toTransferResponse,
  transferFor,
  transferSchema,
} from '../../payment/transfer.ts'
import type { BookingRules } from '../../scheduling/rules.ts'
import type { StoredBooking } from '../rows.ts'
import { agreedDeposit } from '../terms.ts'
import { type DepositStatus, depositLabels, depositStates } from './state.ts'

export type Deposit = {
  amount: number
  state: DepositStatus
  /** Present while the guest should pay. */
  transfer?: Transfer | undefined
}

export type DepositContext = { rules: BookingRules; business: Business }

/** The deposit that staff set or, if they set none, the one that was agreed. */
export function depositOf(
  context: DepositContext,
  booking: StoredBooking,
  now: number,
): Deposit | undefined {
  const { business } = context
  const { deposit_state: state } = booking
  const isUpcoming =
    booking.status !== 'cancelled' && booking.visit === null && booking.starts_at > now
  if (state !== null) {
    const amount = booking.deposit ?? 0
    const isDue = state === 'asked' && isUpcoming
    return {
      amount,
      state,
      ...(isDue && { transfer: transferFor(business, booking.code, amount) }),
    }
  }
  const amount = isUpcoming ? agreedDeposit(context, booking) : 0
  return amount > 0 ? { amount, state: 'not_asked' } : undefined
}

export const depositField = z
  .object({
    amount: money,
    state: z
      .enum(['not_asked', ...depositStates])
      .describe(
        'Set by staff after checking their bank account. A deposit does not confirm the booking.',
      ),
    state_label: z.string().describe('The state in words, in the language of the response.'),
    transfer: transferSchema.optional().describe('Present while the deposit is due.'),
  })
  .meta({ id: 'Deposit' })

export function toDepositResponse({ amount, state, transfer }: Deposit, locale: Locale) {
  return {
    amount: toMoney(amount, locale),
    state,
    state_label: depositLabels[state][locale],
    ...(transfer && { transfer: toTransferResponse(transfer, locale) }),
  }
}

/** On the page of the booking, the text refers to the VietQR code below it. */
export function depositText(
  { amount, state, transfer }: Deposit,
  isOnBookingPage = false,
): LocalizedText {
  const sum = forEachLocale((locale) => formatMoney(amount, locale))
  const page = isOnBookingPage
    ? { vi: 'trang này', en: 'this page' }
    : { vi: 'trang của yêu cầu', en: 'the page of the request' }
  const code = isOnBookingPage
    ? { vi: 'mã VietQR ở ngay dưới đây', en: 'the VietQR code is below' }
    : { vi: 'mã VietQR có ở trang của yêu cầu', en: 'the page of the request has a VietQR code' }
  switch (state) {
    case 'not_asked':
      return {
        vi:
          `Chỗ này cần đặt cọc ${sum.vi}. Bạn chưa phải chuyển gì: nhân viên xem yêu cầu trước, ` +
          `rồi mã VietQR mới hiện ở ${page.vi}.`,
        en:
          `This booking requires a deposit of ${sum.en}. You do not have to pay yet: staff review ` +
          `the request first, then ${page.en} shows a VietQR code.`,
      }
    case 'asked':
      return transfer
        ? {
            vi: `Xin chuyển cọc ${sum.vi}, nội dung ${transfer.purpose}; ${code.vi}.`,
            en: `Please transfer a deposit of ${sum.en}, purpose ${transfer.purpose}; ${code.en}.`,
          }
        : {
            vi: `Chưa nhận được tiền cọc ${sum.vi}.`,
            en: `We have not received the deposit of ${sum.en}.`,
          }
    case 'paid':
      return {
        vi: `Đã nhận tiền cọc ${sum.vi}.`,
        en: `We have received the deposit of ${sum.en}.`,
      }
    case 'waived':
      return { vi: 'Lần này bạn được miễn đặt cọc.', en: 'The deposit is waived this time.' }
    case 'returned':
      return {
        vi: `Đã hoàn lại tiền cọc ${sum.vi}.`,
        en: `We have refunded the deposit of ${sum.en}.`,
      }
  }
}

/** A confirmed guest need not read that a deposit does not confirm the booking. */
export function depositDisclaimerText({ status }: Pick<StoredBooking, 'status'>): LocalizedText {
  return status === 'pending'
    ? {
        vi:
          'Chuyển cọc chưa phải là xác nhận: nhân viên thấy tiền trong tài khoản rồi mới báo bạn. ' +
          'Không có khoản nào bị trừ tự động.',
        en:
          'A deposit does not confirm the booking: staff notify you once they see it in their ' +
          'account. You are never charged automatically.',
      }
    : {
        vi: 'Nhân viên thấy tiền trong tài khoản rồi sẽ báo bạn. Không có khoản nào bị trừ tự động.',
        en: 'Staff notify you once they see it in their account. You are never charged automatically.',
      }
}
