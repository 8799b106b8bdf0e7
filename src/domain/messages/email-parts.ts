/** What every letter to a guest has. */
import type { Locale } from '../../kernel/locale.ts'

export function greeting(name: string | null, locale: Locale): string {
  if (!name) return { vi: 'Chào bạn,', en: 'Hello,' }[locale]
  return { vi: `Chào ${name},`, en: `Hello ${name},` }[locale]
}

/** One line for each fact that is there. */
export function formatRows(rows: readonly (readonly [term: string, text: string])[]): string {
  return rows.flatMap(([term, text]) => (text === '' ? [] : [`${term}: ${text}`])).join('\n')
}
