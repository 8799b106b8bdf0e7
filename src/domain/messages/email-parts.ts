/** Greeting and fact lines of emails to guests. */
import type { Locale } from '../../kernel/locale.ts'

export function greeting(name: string | null, locale: Locale): string {
  if (!name) return { vi: 'Chào bạn,', en: 'Hello,' }[locale]
  return { vi: `Chào ${name},`, en: `Hello ${name},` }[locale]
}

/** One line per fact; empty facts are left out. */
export function formatRows(rows: readonly (readonly [term: string, text: string])[]): string {
  return rows.flatMap(([term, text]) => (text === '' ? [] : [`${term}: ${text}`])).join('\n')
}
