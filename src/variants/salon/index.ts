/** The hair salon. */
import { defineTrade } from '../../domain/trade/trade.ts'
import { bookingRules } from './booking.ts'
import { bookingForm } from './booking-form.ts'
import { checks } from './checks.ts'
import { files } from './files.ts'
import { offerFilters } from './filters.ts'
import { pages } from './pages.ts'
import { prompts } from './prompts.ts'
import { assortment } from './services.ts'
import { tools } from './tools/index.ts'

export const salon = defineTrade({
  id: 'salon',
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
