/** Order status and its labels. */
import type { LocalizedText } from '../../kernel/locale.ts'

export const orderStatuses = ['pending_payment', 'paid', 'sent', 'cancelled'] as const

export type OrderStatus = (typeof orderStatuses)[number]

export const orderLabels: Record<OrderStatus, LocalizedText> = {
  pending_payment: { vi: 'chờ chuyển khoản', en: 'awaiting payment' },
  paid: { vi: 'đã nhận tiền', en: 'paid' },
  sent: { vi: 'đã gửi', en: 'sent' },
  cancelled: { vi: 'đã huỷ', en: 'cancelled' },
}
