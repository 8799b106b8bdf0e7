/** What an assistant sees of the offers if the owner leaves out those that are paid before the visit. */
import { dirname } from 'node:path/posix'
import { type Assortment, isPrepaid } from './offer.ts'

export function withoutPrepaid({ categories, tags, offers }: Assortment): {
  assortment: Assortment
  /** Pages about what is left out: of each offer, of its list, and of the order form. */
  hiddenPaths: ReadonlySet<string>
} {
  const shown = offers.filter((offer) => !isPrepaid(offer))
  const hidden = offers.filter(isPrepaid)
  const isEmpty = (id: string) =>
    hidden.some(({ category }) => category === id) && shown.every(({ category }) => category !== id)
  return {
    assortment: { categories: categories.filter(({ id }) => !isEmpty(id)), tags, offers: shown },
    hiddenPaths: new Set(
      hidden.flatMap(({ path, orderPath }) => [path, dirname(path), orderPath ?? []].flat()),
    ),
  }
}
