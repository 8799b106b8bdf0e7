/** The offers of a shop: found by id, or listed page by page with filters and a text search. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Search } from '../search/search.ts'
import { createMatcher, filterKey, type OfferFilters } from './filters.ts'
import type { Assortment, Named, Offer } from './offer.ts'
import { paginate } from './paginate.ts'

export type OfferQuery = {
  /** A category id. */
  category?: string | undefined
  /** A tag id. */
  tag?: string | undefined
  q?: string | undefined
  /** Values of the trade's filters, by name. */
  filters?: Readonly<Record<string, unknown>>
  limit: number
  cursor?: string | undefined
}

type OfferPage = { offers: Offer[]; nextCursor: string | null; total: number }

export type Catalogue = {
  list(query: OfferQuery): OfferPage
  find(id: string): Offer | undefined
  category(id: string): Named
  /** The name of an offer, or its id if the owner has removed the offer. */
  nameOf(id: string): LocalizedText
}

export function createCatalogue(
  assortment: Assortment,
  filters: OfferFilters,
  search: Search,
): Catalogue {
  const { categories, offers } = assortment
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  const categoryById = new Map(categories.map((category) => [category.id, category]))

  const list = (query: OfferQuery): OfferPage => {
    const { category, tag, filters: values = {} } = query
    const matches = createMatcher(filters, values)
    const matching = ranked(query.q).filter(
      (offer) =>
        (category === undefined || offer.category === category) &&
        (tag === undefined || offer.tags.includes(tag)) &&
        matches(offer),
    )
    const queryKey = JSON.stringify([
      category,
      tag,
      query.q === undefined ? null : foldDiacritics(query.q),
    ])
    const { items, nextCursor } = paginate(matching, queryKey + filterKey(filters, values), query)
    return { offers: items, nextCursor, total: matching.length }
  }

  const ranked = (text: string | undefined): readonly Offer[] => {
    if (text === undefined) return offers
    return search.find(text, 'offer').map(({ entry }) => byId.get(entry.id) as Offer)
  }

  return {
    list,
    find: (id) => byId.get(id),
    nameOf: (id) => byId.get(id)?.name ?? { vi: id, en: id },
    category(id) {
      const found = categoryById.get(id)
      if (!found) throw new Error(`unknown category ${id}`)
      return found
    },
  }
}
