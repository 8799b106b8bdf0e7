/** Texts of the owner that exist in one language only, and the languages of a response that contains them. */
import type { Locale } from './locale.ts'

/** The language of each such text. */
export type Untranslated = ReadonlyMap<string, Locale>

/** The languages of the texts in a value, for the header Content-Language: "en", or "en, vi". */
export function contentLanguage(
  value: unknown,
  locale: Locale,
  untranslated: Untranslated,
): string {
  if (untranslated.size === 0) return locale
  const others = new Set<Locale>()
  const walk = (part: unknown) => {
    if (typeof part === 'string') {
      const language = untranslated.get(part)
      if (language !== undefined && language !== locale) others.add(language)
    } else if (typeof part === 'object' && part !== null) {
      for (const one of Object.values(part)) walk(one)
    }
  }
  walk(value)
  return [locale, ...others].join(', ')
}
