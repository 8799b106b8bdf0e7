/** The query of a static page: the parameters that it knows, in its own order. */
import type { Page, QueryParams } from './document.ts'

/**
 * "without=peanuts&without=soy" is the same as "without=peanuts,soy". Nothing is cut off: what is left could be
 * valid.
 */
export function parsePageQuery({ queryNames = [] }: Page, query: string): QueryParams {
  const params = new URLSearchParams(query)
  return new Map(
    queryNames.flatMap((name) => {
      const values = params.getAll(name).flatMap((text) => text.split(','))
      const filled = values.map((text) => text.trim()).filter((text) => text !== '')
      return filled.length > 0 ? [[name, [...new Set(filled)].join(',')] as const] : []
    }),
  )
}

/** With commas as they are, so that the address can be read. */
export function formatPageQuery(query: QueryParams): string {
  const text = new URLSearchParams([...query]).toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}
