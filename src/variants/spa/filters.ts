/** Filters of the treatments. */
import { maxPriceFilter } from '../../domain/catalogue/filters.ts'
import { maxMinutesFilter, personFilter } from '../appointments/filters.ts'
import type { SpaFiles } from './files.ts'

export function offerFilters({ therapists: { therapists } }: SpaFiles) {
  return {
    therapist_id: personFilter(
      therapists,
      'Only what this therapist does.',
      ({ treatments }, { id }) => treatments.includes(id),
    ),
    max_minutes: maxMinutesFilter('Maximum minutes in the room.'),
    max_price: maxPriceFilter('Maximum price in dong.'),
  }
}
