/** Filters of the services. */
import { appointmentFilters } from '../appointments.ts'

export const filters = appointmentFilters({
  cases: [
    { stylist_id: 'minh-khang' },
    { length: 'dai' },
    { max_minutes: 60 },
    { max_price: 300000 },
    { stylist_id: 'thuy-vy', length: 'vai', max_minutes: 120, max_price: 900000 },
  ],
  invalid: [
    ['stylist_id=lan', /Write one of: hoang-long/],
    ['length=long', /Write one of: ngan/],
    ['therapist_id=thanh-mai', /The names are: .*stylist_id/],
  ],
})
