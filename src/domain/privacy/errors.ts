/** Why nothing was told or erased of a guest, in a word that stays and in some for people. */

import type { LocalizedText } from '../../kernel/locale.ts'
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
    en: 'Write a Vietnamese number such as 0912 345 678, a foreign one that begins with +, or a mail address.',
  },
  nothing_kept: {
    vi: 'Không lưu gì của khách này.',
    en: 'Nothing is kept of this guest.',
  },
  still_open: {
    vi: 'Khách còn lượt đặt hoặc đơn chưa xong; hủy trước, hoặc đợi đến lúc xong.',
    en: 'The guest still has a booking to come or an order that is not paid. Cancel it first, with --cancel or at the desk, or wait until it is over.',
  },
  here_now: {
    vi: 'Khách đang ở đây; đợi đến khi khách về.',
    en: 'The guest is here now. Wait until the visit is over.',
  },
  paid: {
    vi: 'Khách đã đặt cọc cho lượt sắp tới, hoặc đã trả tiền một đơn chưa gửi; xử lý ở quầy trước.',
    en: 'The guest has paid a deposit for a booking to come, or for an order that was not sent. See to it at the desk first: cancel it, give it back, or send it.',
  },
}

export class PrivacyError extends UserError {
  readonly code: PrivacyErrorCode
  /** Those of the bookings or orders that stand in the way. */
  readonly blockingCodes: readonly string[]

  constructor(code: PrivacyErrorCode, blockingCodes: readonly string[] = []) {
    const message = privacyErrorTexts[code].en
    super(blockingCodes.length === 0 ? message : `${message} (${blockingCodes.join(', ')})`)
    this.name = 'PrivacyError'
    this.code = code
    this.blockingCodes = blockingCodes
  }
}
