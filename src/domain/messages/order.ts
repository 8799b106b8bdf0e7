/** Columns and labels of an order that messages use. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { OrderStatus } from '../orders/status.ts'

export type OrderRow = {
  id: string
  code: string
  kind: string
  status: OrderStatus
  total: number
  source: string
  locale: Locale
  version: number
}

const kinds: Record<string, LocalizedText> = {
  gift_card: { vi: 'Thẻ quà tặng', en: 'Gift card' },
  membership: { vi: 'Thẻ thành viên', en: 'Membership' },
}

export function orderKindLabel(kind: string): LocalizedText {
  return kinds[kind] ?? { vi: 'Đơn đặt', en: 'Order' }
}
