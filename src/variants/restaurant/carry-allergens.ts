/** The page of a dish or set meal for a guest who has filtered by allergens: its links to booking have them, too. */
import type { Document, Page, QueryParams } from '../../content/document.ts'
import type { RestaurantFiles } from './files.ts'
import { withoutName } from './list-filters.ts'

export function carryAllergens({ kitchen }: RestaurantFiles): (page: Page) => Page {
  const known = new Set(kitchen.allergens.map(({ id }) => id))
  return (page) => ({
    ...page,
    queryNames: [withoutName],
    document(locale, query: QueryParams = new Map()) {
      const document = page.document(locale)
      const ids = (query.get(withoutName)?.split(',') ?? []).filter((id) => known.has(id))
      if (ids.length === 0) return document
      const parameter = `${withoutName}=${ids.join(',')}`
      return { ...addToLinks(document, parameter), bookingQuery: `?${parameter}` }
    },
  })
}

/** Every link to booking in the document, at any depth. */
function addToLinks(document: Document, parameter: string): Document {
  const add = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(add)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === 'href' && typeof inner === 'string' ? addToHref(inner, parameter) : add(inner),
      ]),
    )
  }
  return add(document) as Document
}

function addToHref(href: string, parameter: string): string {
  if (!/^\/booking(\?|$)/.test(href)) return href
  return `${href}${href.includes('?') ? '&' : '?'}${parameter}`
}
