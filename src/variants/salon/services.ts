/** What can be booked: each service as it is listed, once for each length of hair that it prices. */
import type { LocalizedText } from '../../kernel/locale.ts'
import type { HairLength, ListedService, SalonFiles } from './files.ts'

export type Service = {
  /** "nhuom-mot-mau-dai", or the listed id where the length does not matter. */
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
      const whole = { category: category.id, kind, listed }
      if (minutes !== undefined && price !== undefined)
        return [{ ...whole, id, name, minutes, price, length: undefined }]
      return (sizes ?? []).flatMap((size) => {
        const length = lengthOf.get(size.length)
        if (!length) return []
        const { minutes, price } = size
        return [
          { ...whole, id: `${id}-${length.id}`, name: named(name, length), minutes, price, length },
        ]
      })
    }),
  )
}

function named(name: LocalizedText, length: HairLength): LocalizedText {
  return {
    vi: `${name.vi}, ${length.name.vi}`,
    en: `${name.en}, ${length.name.en}`,
  }
}

/** The same service for other lengths of hair. */
export function otherLengths(services: readonly Service[], one: Service): Service[] {
  return services.filter(({ id, listed }) => listed.id === one.listed.id && id !== one.id)
}
