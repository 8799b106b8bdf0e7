/** The spa. */
import { defineTrade } from '../../domain/trade/trade.ts'
import { assortment } from './assortment.ts'
import { bookingRules } from './booking.ts'
import { bookingForm } from './booking-form.ts'
import { checks } from './checks.ts'
import { files } from './files.ts'
import { offerFilters } from './filters.ts'
import { orderForms } from './order-forms.ts'
import { orderRules } from './orders.ts'
import { pages } from './pages.ts'
import { prompts } from './prompts.ts'
import { tools } from './tools/index.ts'

export const spa = defineTrade({
  id: 'spa',
  files,
  checks,
  assortment,
  offerFilters,
  pages,
  booking: bookingRules,
  bookingForm,
  forms: orderForms,
  priceNotes: ({ policy }) => ({ included: policy.included, notIncluded: policy.not_included }),
  tools,
  prompts,
  orders: orderRules,
})
