/** The services of a salon. A listed service with prices by hair length becomes one bookable service per length. */
import type { Assortment } from '../../domain/catalogue/offer.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { HairLength, ListedService, SalonFiles } from './files.ts'

export type Service = {
  /** "nhuom-mot-mau-dai", or the listed id if the length does not matter. */
  id: string
  name: LocalizedText
  minutes: number
  price: number
  category: string
  kind: 'treatment' | 'package'
  length: HairLength | undefined
  listed: ListedService
}

export function allServices({
  services,
  lengths,
}: Pick<SalonFiles, 'services' | 'lengths'>): Service[] {
  const lengthOf = new Map(lengths.lengths.map((one) => [one.id, one]))
  return services.flatMap(({ category, kind, services: group }) =>
    group.flatMap((listed): Service[] => {
      const { id, name, minutes, price, by_length: sizes } = listed
      const shared = { category: category.id, kind, listed }
      if (minutes !== undefined && price !== undefined)
        return [{ ...shared, id, name, minutes, price, length: undefined }]
      return (sizes ?? []).flatMap((size) => {
        const length = lengthOf.get(size.length)
        if (!length) return []
        const { minutes, price } = size
        return [
          {
            ...shared,
            id: `${id}-${length.id}`,
            name: nameWithLength(name, length),
            minutes,
            price,
            length,
          },
        ]
      })
    }),
  )
}

function nameWithLength(name: LocalizedText, length: HairLength): LocalizedText {
  return {
    vi: `${name.vi}, ${length.name.vi}`,
    en: `${name.en}, ${length.name.en}`,
  }
}

/** The same service for other lengths of hair. */
export function otherLengths(services: readonly Service[], one: Service): Service[] {
  return services.filter(({ id, listed }) => listed.id === one.listed.id && id !== one.id)
}

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
