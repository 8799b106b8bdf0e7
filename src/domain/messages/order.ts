/** Columns of an order that messages use. */
import type { Locale } from '../../kernel/locale.ts'
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
