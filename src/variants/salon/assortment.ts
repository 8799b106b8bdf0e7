/** What a salon sells: its services, by the needs that they meet. */
import type { Assortment } from '../../domain/catalogue/offer.ts'
import type { SalonFiles } from './files.ts'
import { allServices } from './services.ts'

export function assortment(files: SalonFiles): Assortment {
  return {
    categories: files.services.map(({ category }) => category),
    tags: files.needs.needs,
    offers: allServices(files).map(
      ({ id, name, minutes, price, category, kind, length, listed }) => ({
        id,
        kind,
        name,
        description: listed.description,
        story: listed.story,
        category,
        tags: listed.needs,
        price,
        ...(length && {
          priceNote: {
            vi: `Giá cho ${length.name.vi}: ${length.reaches.vi}.`,
            en: `The price for ${length.name.en}: ${length.reaches.en}.`,
          },
        }),
        minutes,
        bookable: true,
        path: `/services/${id}`,
      }),
    ),
  }
}
