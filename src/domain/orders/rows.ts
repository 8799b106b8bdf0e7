/** Row mapper of orders: parses the column `item`. */
import type { Order } from '../catalogue/order.ts'

export function withItem<Row extends { item: string }>({
  item,
  ...columns
}: Row): Omit<Row, 'item'> & Pick<Order, 'item'> {
  return { ...columns, item: JSON.parse(item) as Order['item'] }
}
