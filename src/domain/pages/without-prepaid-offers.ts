/** The content for assistants of a shop whose owner hides from them what is paid in advance. */
import type { Page } from '../../content/document.ts'
import { createPageIndex, type PageIndex } from '../../content/page-index.ts'
import { type Catalogue, createCatalogue } from '../catalogue/catalogue.ts'
import type { Assortment } from '../catalogue/offer.ts'
import { withoutPrepaid } from '../catalogue/prepaid.ts'
import { createSearch, type IndexCache, type Search } from '../search/search.ts'
import type { Shop } from '../trade/trade.ts'
import { buildIndexEntries } from './search-entries.ts'

export function withoutPrepaidOffers({
  shop,
  base,
  pages,
  outlines,
  isDynamicPath,
  indexCache,
}: {
  shop: Shop
  base: string
  pages: readonly Page[]
  /** Pages that are rendered for each request and listed. */
  outlines: readonly Page[]
  isDynamicPath(path: string): boolean
  indexCache: IndexCache | undefined
}): { assortment: Assortment; search: Search; catalogue: Catalogue; pageIndex: PageIndex } {
  const { assortment, hiddenPaths } = withoutPrepaid(shop.assortment)
  const isShown = ({ path }: Page) => !hiddenPaths.has(path)
  const search = createSearch(
    () => buildIndexEntries({ ...shop, assortment }),
    shop.synonyms.groups,
    indexCache,
  )
  return {
    assortment,
    search,
    catalogue: createCatalogue(assortment, shop.offerFilters, search),
    pageIndex: createPageIndex(
      base,
      pages.filter(isShown),
      outlines.filter(isShown),
      isDynamicPath,
      shop,
    ),
  }
}
