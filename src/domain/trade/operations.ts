/** The operations that pages and tools call. */
import type { BookingOperations } from '../booking/operations.ts'
import type { LeadOperations } from '../leads/operations.ts'
import type { OrderOperations } from '../orders/operations.ts'

export type ShopOperations = BookingOperations & LeadOperations & Partial<OrderOperations>

/** For trades with orders. */
export function getPlaceOrder({ placeOrder }: ShopOperations): OrderOperations['placeOrder'] {
  if (!placeOrder) throw new Error('this trade has no orders')
  return placeOrder
}
