/** Reasons why a staff action is rejected: a stable code with texts. */
import { forEachLocale, type Locale, type LocalizedText } from './locale.ts'
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
  not_found: { vi: 'Không có yêu cầu này.', en: 'This request does not exist.' },
  changed_meanwhile: {
    vi: 'Có người vừa sửa trước; xin xem lại.',
    en: 'Someone has changed this in the meantime. Review it and try again.',
  },
  wrong_state: {
    vi: 'Tình trạng hiện giờ không cho làm việc đó.',
    en: 'This action is not possible in the current status.',
  },
  not_free: {
    vi: 'Lúc đó không còn chỗ phù hợp.',
    en: 'No suitable resource is free at that time.',
  },
  not_possible: {
    vi: 'Ngày, giờ hoặc chỗ đó không có, hoặc đã qua.',
    en: 'This day, time or resource does not exist, or the time is past.',
  },
  reason_missing: { vi: 'Xin ghi lý do.', en: 'Enter a reason.' },
  amount_missing: {
    vi: 'Xin ghi số tiền bằng đồng, từ 1.000 đến 499.999.999.',
    en: 'Enter an amount in dong, from 1,000 to 499,999,999.',
  },
  contact_wrong: {
    vi: 'Phải có tên; viết số điện thoại như 0912 345 678, email như lan@example.com, hoặc để trống.',
    en:
      'Enter a name. Write the phone number as 0912 345 678 and the email address as ' +
      'lan@example.com, or leave them empty.',
  },
  sent_before: { vi: 'Phiếu này đã được gửi rồi.', en: 'This form was already submitted.' },
}

export type BookingActionErrorDetails = {
  /** The actor of a concurrent change. */
  changedBy?: string | undefined
  /** The holder of the requested cells: `booking:…`, `block:…`. */
  holder?: string | undefined
  /** The requested resource that is taken. */
  resource?: string | undefined
  /** Replaces the general text of the code. */
  reason?: LocalizedText | undefined
  /** The rules that refused the action; staff may set them aside. */
  rules?: readonly string[] | undefined
  /** The place that was asked for, if rules refused it. */
  resources?: readonly string[] | undefined
}

export class BookingActionError extends UserError {
  readonly code: BookingActionCode
  readonly changedBy: string | undefined
  readonly holder: string | undefined
  readonly resource: string | undefined
  readonly reason: LocalizedText | undefined
  readonly rules: readonly string[]
  readonly resources: readonly string[]

  constructor(code: BookingActionCode, details: BookingActionErrorDetails = {}) {
    const { changedBy, holder, resource, reason, rules = [], resources = [] } = details
    const text = reason ?? bookingActionTexts[code]
    super(changedBy === undefined ? text : forEachLocale((one) => `${text[one]} (${changedBy})`))
    this.name = 'BookingActionError'
    this.code = code
    this.changedBy = changedBy
    this.holder = holder
    this.resource = resource
    this.reason = reason
    this.rules = rules
    this.resources = resources
  }
}

export function formatActionError({ code, reason }: BookingActionError, locale: Locale): string {
  return (reason ?? bookingActionTexts[code])[locale]
}
