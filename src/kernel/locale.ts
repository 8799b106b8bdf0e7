/** The languages of the product, and texts in all of them. */
export const locales = ['vi', 'en'] as const

export type Locale = (typeof locales)[number]

/** The languages that a shop writes in; the first one is its default. */
export type Languages = readonly [Locale, ...Locale[]]

/** The requested language if the shop has it, otherwise the first one of the shop. */
export function chooseLocale(languages: Languages, requested: Locale | undefined): Locale {
  return requested !== undefined && languages.includes(requested) ? requested : languages[0]
}

/** A text in every language. */
export type LocalizedText = Readonly<Record<Locale, string>>

export function isLocale(text: string): text is Locale {
  return (locales as readonly string[]).includes(text)
}

export function forEachLocale<Value>(make: (locale: Locale) => Value): Record<Locale, Value> {
  return { vi: make('vi'), en: make('en') }
}

/** The path of a page in a language: the first language of the shop at the root, the other one under /en or /vi. */
export function localPath(path: string, requested: Locale, languages: Languages): string {
  const locale = chooseLocale(languages, requested)
  if (locale === languages[0]) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/** The reverse of `localPath`. */
export function splitLocalPath(
  localized: string,
  languages: Languages,
): { path: string; locale: Locale } {
  const [first, second] = languages
  const prefix = `/${second}`
  if (second !== undefined && localized === prefix) return { path: '/', locale: second }
  const path = localized.slice(prefix.length)
  const isSecond = second !== undefined && localized.startsWith(`${prefix}/`) && path !== '/'
  return isSecond ? { path, locale: second } : { path: localized, locale: first }
}
