/** An order as messages see it. */
import type { Locale, Words } from '../../kernel/locale.ts'

export type OrderRow = {
  id: string
  code: string
  kind: string
  status: 'pending_payment' | 'paid' | 'sent' | 'cancelled'
  total: number
  source: string
  locale: Locale
  version: number
}

const kinds: Record<string, Words> = {
  gift_card: { vi: 'Thẻ quà tặng', en: 'Gift card' },
  membership: { vi: 'Thẻ thành viên', en: 'Membership' },
}

export function orderKind(kind: string): Words {
  return kinds[kind] ?? { vi: 'Đơn đặt', en: 'Order' }
}
