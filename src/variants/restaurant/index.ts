/** The restaurant. */
import { defineTrade } from '../../domain/trade/trade.ts'
import { assortment } from './assortment.ts'
import { bookingRules, codePrefix } from './booking.ts'
import { bookingForm } from './booking-form.ts'
import { checks } from './checks.ts'
import { files } from './files.ts'
import { offerFilters } from './filters.ts'
import { pages } from './pages.ts'
import { prompts } from './prompts.ts'
import { tools } from './tools/index.ts'

export const restaurant = defineTrade({
  id: 'restaurant',
  codePrefix,
  files,
  checks,
  assortment,
  offerFilters,
  pages,
  booking: bookingRules,
  bookingForm,
  priceNotes: ({ policy }) => ({ included: policy.included, notIncluded: policy.not_included }),
  tools,
  prompts,
})
