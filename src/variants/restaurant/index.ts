/** The restaurant. */
import { defineTrade } from '../../domain/trade/trade.ts'
import { assortment } from './assortment.ts'
import { bookingRules, codePrefix } from './booking.ts'
import { bookingForm } from './booking-form.ts'
import { checks } from './checks.ts'
import { complete } from './complete.ts'
import { files, type RestaurantFiles } from './files.ts'
import { offerFilters } from './filters.ts'
import { pages } from './pages.ts'
import { placeholders, rulesText } from './placeholders.ts'
import { prompts } from './prompts.ts'
import { tools } from './tools/index.ts'

export const restaurant = defineTrade<'restaurant', typeof files, RestaurantFiles>({
  id: 'restaurant',
  codePrefix,
  files,
  complete,
  checks,
  placeholders,
  rulesText,
  assortment,
  offerFilters,
  picturePlaces: ({ team }) => [
    { id: 'menu', name: { vi: 'thực đơn', en: 'menu' } },
    ...team.people,
  ],
  pages,
  addPlaces: (values, extras) => ({
    ...values,
    tables: {
      ...values.tables,
      tables: [
        ...values.tables.tables,
        ...extras.map(({ id, name, kind: type, seats }) => ({
          ...{ id, name, type, seats, least: 1, online: false },
        })),
      ],
    },
  }),
  booking: bookingRules,
  bookingForm,
  view: {
    name: 'restaurant-reservation',
    check: 'check_table_availability',
    request: 'request_reservation',
    dropped: ['policy_code'],
  },
  priceNotes: ({ policy }) => ({ included: policy.included, notIncluded: policy.not_included }),
  tools,
  prompts,
})
