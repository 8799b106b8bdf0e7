import { defineTrade } from '../../domain/trade.ts'
import { assortment } from './assortment.ts'
import { bookingRules } from './booking.ts'
import { checks } from './checks.ts'
import { files } from './files.ts'
import { orderRules } from './orders.ts'
import { pages } from './pages.ts'

export const spa = defineTrade({
  id: 'spa',
  files,
  checks,
  assortment,
  pages,
  booking: bookingRules,
  orders: orderRules,
})
