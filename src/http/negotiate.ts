/** Content negotiation by the Accept headers (RFC 9110, section 12). */
import { type Locale, locales } from '../kernel/locale.ts'
import { memoize } from '../kernel/memoize.ts'

type Preference = { name: string; quality: number }

/** "en-GB, en;q=0.8" → preferences in the order of the header. Invalid parts are ignored. */
function parsePreferences(header: string): Preference[] {
  return header.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    if (name === '') return []
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    return quality >= 0 && quality <= 1 ? [{ name, quality }] : []
  })
}

/** The language with the highest quality, or undefined if the header names none of them. */
function chooseLanguage<Language extends string>(
  header: string,
  languages: readonly Language[],
): Language | undefined {
  let best: { language: Language; quality: number } | undefined
  for (const { name, quality } of parsePreferences(header)) {
    const language = languages.find((one) => name === one || name.startsWith(`${one}-`))
    if (language && quality > (best?.quality ?? 0)) best = { language, quality }
  }
  return best?.language
}

/** Undefined if the header names no language that we know. */
export const preferredLocale = memoize((header: string): Locale | undefined =>
  chooseLanguage(header, locales),
)

/** The quality of a media type; the most specific matching range decides. */
export function mediaQuality(header: string, type: string): number {
  const [kind] = type.split('/')
  const ranges = parsePreferences(header)
  for (const range of [type, `${kind}/*`, '*/*']) {
    const found = ranges.find(({ name }) => name === range)
    if (found) return found.quality
  }
  return 0
}

export type Encoding = 'br' | 'gzip' | 'identity'

export const chooseEncoding = memoize((header: string): Encoding => {
  const accepted = parsePreferences(header)
  const quality = (name: string) =>
    (accepted.find((one) => one.name === name) ?? accepted.find((one) => one.name === '*'))
      ?.quality ?? 0
  const [brotli, gzip] = [quality('br'), quality('gzip')]
  const plain = accepted.find((one) => one.name === 'identity')?.quality ?? 0
  if (Math.max(brotli, gzip) === 0 || plain > Math.max(brotli, gzip)) return 'identity'
  return brotli >= gzip ? 'br' : 'gzip'
})
