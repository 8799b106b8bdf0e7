/** Filters of the services. */
import { appointmentFilters } from '../appointments.ts'

export const filters = appointmentFilters({
  cases: [
    { therapist_id: 'quoc-bao' },
    { max_minutes: 60 },
    { max_price: 500000 },
    { therapist_id: 'thanh-mai', max_minutes: 75, max_price: 600000 },
  ],
  invalid: [
    ['therapist_id=lan', /Write one of: thanh-mai · hong-nhung/],
    ['max_minutes=0', /from 15 to 600/],
    ['diet=vegan', /The names are: .*therapist_id, max_minutes, max_price/],
  ],
})
