import { defineTrade } from '../../domain/trade.ts'
import { assortment } from './assortment.ts'
import { bookingRules } from './booking.ts'
import { checks } from './checks.ts'
import { files } from './files.ts'
import { pages } from './pages.ts'

export const restaurant = defineTrade({
  id: 'restaurant',
  files,
  checks,
  assortment,
  pages,
  booking: bookingRules,
})
