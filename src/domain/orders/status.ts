/** Order status, kinds of orders, and their labels. */
import type { LocalizedText } from '../../kernel/locale.ts'

export const orderStatuses = ['pending_payment', 'paid', 'sent', 'cancelled'] as const

export type OrderStatus = (typeof orderStatuses)[number]

export const orderLabels: Record<OrderStatus, LocalizedText> = {
  pending_payment: { vi: 'chờ chuyển khoản', en: 'awaiting payment' },
  paid: { vi: 'đã nhận tiền', en: 'paid' },
  sent: { vi: 'đã gửi', en: 'sent' },
  cancelled: { vi: 'đã huỷ', en: 'cancelled' },
}

export function isPaid(status: OrderStatus): boolean {
  return status === 'paid' || status === 'sent'
}

const kindLabels: Record<string, LocalizedText> = {
  gift_card: { vi: 'Thẻ quà tặng', en: 'Gift card' },
  membership: { vi: 'Thẻ thành viên', en: 'Membership' },
}

export function orderKindLabel(kind: string): LocalizedText {
  return kindLabels[kind] ?? { vi: 'Đơn đặt', en: 'Order' }
}
