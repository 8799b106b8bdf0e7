/** The offers of a shop: found by id, or listed page by page with filters and a text search. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Search } from '../search/search.ts'
import { createMatcher, type FilterValues, filterKey, type OfferFilters } from './filters.ts'
import type { Assortment, Named, Offer } from './offer.ts'
import { paginate } from './paginate.ts'
import { createQueryReader, mergeFilterValues, type ReadQuery } from './query-reader.ts'

export type OfferQuery = {
  /** A category id. */
  category?: string | undefined
  /** A tag id. */
  tag?: string | undefined
  q?: string | undefined
  /** Whether `q` should occur in the name; if it occurs in none, the nearest offers are listed. */
  byName?: boolean
  /** Only these offers. */
  among?: (offer: Offer) => boolean
  /** Values of the trade's filters, by name. */
  filters?: Readonly<Record<string, unknown>>
  limit: number
  cursor?: string | undefined
}

type OfferSelection = {
  offers: readonly Offer[]
  /** The values of the filters, with those that the words of the search mean. */
  values: FilterValues
  /** The values that were read from the words. */
  read: FilterValues
  /** True if no name contains the words. */
  isNearest: boolean
  /** What the words exclude and no filter knows. */
  notExcluded: readonly string[]
}

type OfferPage = OfferSelection & { nextCursor: string | null; total: number }

export type Catalogue = {
  /** All matching offers; the best match first if there are words to search for. */
  select(query: Omit<OfferQuery, 'limit' | 'cursor'>): OfferSelection
  list(query: OfferQuery): OfferPage
  find(id: string): Offer | undefined
  category(id: string): Named
  /** The name of an offer, or its id if the owner has removed the offer. */
  nameOf(id: string): LocalizedText
}

const noQuery: ReadQuery = { words: undefined, values: {}, notExcluded: [] }

export function createCatalogue(
  assortment: Assortment,
  filters: OfferFilters,
  search: Search,
): Catalogue {
  const { categories, offers } = assortment
  const readQuery = createQueryReader(filters)
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  const categoryById = new Map(categories.map((category) => [category.id, category]))

  const select: Catalogue['select'] = (selected) => {
    const { category, tag, q, byName, among = () => true, filters: explicit = {} } = selected
    const query = q === undefined ? noQuery : readQuery(q)
    const values = mergeFilterValues(query.values, explicit)
    const matches = createMatcher(filters, values)
    const { ranked, isNearest } = rank(query.words, byName === true)
    const matching = ranked.filter(
      (offer) =>
        among(offer) &&
        (category === undefined || offer.category === category) &&
        (tag === undefined || offer.tags.includes(tag)) &&
        matches(offer),
    )
    const { values: read, notExcluded } = query
    return { offers: matching, values, read, isNearest, notExcluded }
  }

  const list = (query: OfferQuery): OfferPage => {
    const { category, tag, filters: values = {} } = query
    const selection = select(query)
    const matching = selection.offers
    const queryKey = JSON.stringify([
      category,
      tag,
      query.q === undefined ? null : foldDiacritics(query.q),
    ])
    const { items, nextCursor } = paginate(matching, queryKey + filterKey(filters, values), query)
    return { ...selection, offers: items, nextCursor, total: matching.length }
  }

  const rank = (
    words: string | undefined,
    byName: boolean,
  ): { ranked: readonly Offer[]; isNearest: boolean } => {
    if (words === undefined) return { ranked: offers, isNearest: false }
    const { hits, isNearest } = byName
      ? search.findByName(words, 'offer')
      : { hits: search.find(words, 'offer'), isNearest: false }
    return { ranked: hits.map(({ entry }) => byId.get(entry.id) as Offer), isNearest }
  }

  return {
    select,
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
