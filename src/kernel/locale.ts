/** The languages of the product, and texts in all of them. */
export const locales = ['vi', 'en'] as const

export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'vi'

/** A text in every language. */
export type LocalizedText = Readonly<Record<Locale, string>>

export function isLocale(text: string): text is Locale {
  return (locales as readonly string[]).includes(text)
}

export function forEachLocale<Value>(make: (locale: Locale) => Value): Record<Locale, Value> {
  return { vi: make('vi'), en: make('en') }
}

/** The path of a page in a language: Vietnamese at the root, English under /en. */
export function localPath(path: string, locale: Locale): string {
  if (locale === 'vi') return path
  return path === '/' ? '/en' : `/en${path}`
}
