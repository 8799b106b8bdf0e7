/** Parses phone numbers: Vietnamese ones in the usual spellings, foreign ones with a plus. */
import { createRequire } from 'node:module'
import type { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { lazy } from './memoize.ts'

/** Loaded with the first number, which takes about 20 ms: its metadata costs memory and would delay the start. */
const parser = lazy((): typeof parsePhoneNumberFromString => {
  const require = createRequire(import.meta.url)
  return require('libphonenumber-js/max').parsePhoneNumberFromString
})

/** "0912 345 678" → "+84912345678"; undefined for a number that cannot exist. */
export function parsePhone(text: string): string | undefined {
  const trimmed = text.trim()
  if (!/^\(?\+?[0-9()./\s-]{6,25}$/.test(trimmed)) return undefined
  const normalized = trimmed.replace(/^\((\+[0-9]+)\)/, '$1').replace(/^(?=84[\s.-]?[0-9])/, '+')
  // Most texts are nothing but a number, which takes less time to parse than to search for one.
  const parsed =
    parser()(normalized, { defaultCountry: 'VN', extract: false }) ?? parser()(normalized, 'VN')
  return parsed?.isValid() ? parsed.number : undefined
}

/** "+84912345678" → "+84 912 345 678" */
export function formatPhone(number: string): string {
  return parser()(number)?.formatInternational() ?? number
}
