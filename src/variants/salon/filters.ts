/** Filters of the services. */
import { z } from 'zod'
import { maxPriceFilter, offerFilter } from '../../domain/catalogue/filters.ts'
import { maxMinutesFilter, personFilter } from '../appointments/filters.ts'
import type { SalonFiles } from './files.ts'
import { allServices } from './services.ts'

export function offerFilters(files: SalonFiles) {
  const services = new Map(allServices(files).map((service) => [service.id, service]))
  const lengthIds = files.lengths.lengths.map(({ id }) => id)
  return {
    length: offerFilter({
      field: z.enum(lengthIds),
      description: 'Only for this hair length, and services without lengths.',
      example: lengthIds[0],
      matches({ id }, wanted) {
        const length = services.get(id)?.length
        return length === undefined || length.id === wanted
      },
    }),
    stylist_id: personFilter(
      files.stylists.stylists,
      'Only what this stylist does.',
      (stylist, { id }) => {
        const listed = services.get(id)?.listed.id
        return listed !== undefined && stylist.services.includes(listed)
      },
    ),
    max_minutes: maxMinutesFilter('Maximum minutes in the chair.'),
    max_price: maxPriceFilter('Maximum price in dong.'),
  }
}
