/** Why staff could not do something, in a word that stays and in some for people. */

import type { Locale, LocalizedText } from './locale.ts'
import { UserError } from './user-error.ts'

export type BookingActionCode =
  | 'not_found'
  | 'changed_meanwhile'
  | 'wrong_state'
  | 'not_free'
  | 'not_possible'
  | 'reason_missing'
  | 'sent_before'
  | 'amount_missing'
  | 'contact_wrong'

export const bookingActionTexts: Record<BookingActionCode, LocalizedText> = {
  not_found: { vi: 'Không có yêu cầu này.', en: 'There is no such booking.' },
  changed_meanwhile: {
    vi: 'Có người vừa sửa trước; xin xem lại.',
    en: 'Somebody else has changed it meanwhile; look again.',
  },
  wrong_state: {
    vi: 'Tình trạng hiện giờ không cho làm việc đó.',
    en: 'Its state does not allow that.',
  },
  not_free: {
    vi: 'Lúc đó không còn chỗ phù hợp.',
    en: 'What it needs is not free then.',
  },
  not_possible: {
    vi: 'Ngày, giờ hoặc chỗ đó không có, hoặc đã qua.',
    en: 'That day, time or resource does not exist or is past.',
  },
  reason_missing: { vi: 'Xin ghi lý do.', en: 'Please say why.' },
  amount_missing: {
    vi: 'Xin ghi số tiền bằng đồng, từ 1.000 đến 499.999.999.',
    en: 'Please write an amount in dong, from 1,000 to 499,999,999.',
  },
  contact_wrong: {
    vi: 'Phải có tên; viết số điện thoại như 0912 345 678, email như lan@example.com, hoặc để trống.',
    en: 'A name is needed; write the phone as 0912 345 678 and the e-mail as lan@example.com, or leave them empty.',
  },
  sent_before: { vi: 'Phiếu này đã được gửi rồi.', en: 'This form was sent before.' },
}

export type BookingActionErrorDetails = {
  /** Who changed it last, where somebody was faster. */
  changedBy?: string | undefined
  /** Who holds what was wanted: `booking:…`, `block:…`. */
  holder?: string | undefined
  /** What exactly stands in the way, and what to do; instead of the words that every such one has. */
  reason?: LocalizedText | undefined
}

export class BookingActionError extends UserError {
  readonly code: BookingActionCode
  readonly changedBy: string | undefined
  readonly holder: string | undefined
  readonly reason: LocalizedText | undefined

  constructor(
    code: BookingActionCode,
    { changedBy, holder, reason }: BookingActionErrorDetails = {},
  ) {
    const message = (reason ?? bookingActionTexts[code]).en
    super(changedBy === undefined ? message : `${message} (${changedBy})`)
    this.name = 'BookingActionError'
    this.code = code
    this.changedBy = changedBy
    this.holder = holder
    this.reason = reason
  }
}

export function formatActionError({ code, reason }: BookingActionError, locale: Locale): string {
  return (reason ?? bookingActionTexts[code])[locale]
}
