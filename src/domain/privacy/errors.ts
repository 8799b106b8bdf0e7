/** Reasons why an export or an erasure is rejected, with texts for staff. */
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { UserError } from '../../kernel/user-error.ts'

export type PrivacyErrorCode =
  | 'not_understood'
  | 'nothing_kept'
  | 'still_open'
  | 'here_now'
  | 'paid'

export const privacyErrorTexts: Record<PrivacyErrorCode, LocalizedText> = {
  not_understood: {
    vi: 'Viết số điện thoại Việt Nam như 0912 345 678, số nước ngoài bắt đầu bằng dấu +, hoặc một địa chỉ email.',
    en: 'Write a Vietnamese number such as 0912 345 678, a foreign one that begins with +, or an email address.',
  },
  nothing_kept: {
    vi: 'Không lưu gì của khách này.',
    en: 'No data of this guest is stored.',
  },
  still_open: {
    vi: 'Khách còn lượt đặt hoặc đơn chưa xong; huỷ trước, hoặc đợi đến lúc xong.',
    en:
      'The guest has an upcoming booking or an unpaid order. Cancel it first, with --cancel or on ' +
      'the desk, or wait until it is completed.',
  },
  here_now: {
    vi: 'Khách đang ở đây; đợi đến khi khách về.',
    en: 'The guest is here now. Wait until the visit is over.',
  },
  paid: {
    vi: 'Khách đã đặt cọc cho lượt sắp tới, hoặc đã trả tiền một đơn chưa gửi; xử lý ở quầy trước.',
    en:
      'The guest has paid a deposit for an upcoming booking, or an order that was not sent. ' +
      'Cancel, refund or send it on the desk first.',
  },
}

export class PrivacyError extends UserError {
  readonly code: PrivacyErrorCode
  /** Codes of the bookings or orders that block the erasure. */
  readonly blockingCodes: readonly string[]

  constructor(code: PrivacyErrorCode, blockingCodes: readonly string[] = []) {
    const text = privacyErrorTexts[code]
    const codes = blockingCodes.join(', ')
    super(codes === '' ? text : forEachLocale((locale) => `${text[locale]} (${codes})`))
    this.name = 'PrivacyError'
    this.code = code
    this.blockingCodes = blockingCodes
  }
}
