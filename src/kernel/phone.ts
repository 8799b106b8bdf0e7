/** Phone numbers: Vietnamese ones in any usual spelling, foreign ones with a plus. */
import { createRequire } from 'node:module'
import type { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { lazy } from './memoize.ts'

/** A hundred files that a shop opens without: they are read for the first number. */
const parser = lazy((): typeof parsePhoneNumberFromString => {
  const require = createRequire(import.meta.url)
  return require('libphonenumber-js/min').parsePhoneNumberFromString
})

/** Whoever writes the first number need not wait then. */
export function loadPhoneParser(): void {
  parser()
}

/** The number that was read last: a tool hands it on to its operation as it was read. */
let lastParsed: string | undefined

/** "0912 345 678" → "+84912345678", or nothing if no phone has such a number. */
export function parsePhone(text: string): string | undefined {
  if (text === lastParsed) return lastParsed
  const trimmed = text.trim()
  if (!/^\(?\+?[0-9()./\s-]{6,25}$/.test(trimmed)) return undefined
  const normalized = trimmed.replace(/^\((\+[0-9]+)\)/, '$1').replace(/^(?=84[\s.-]?[0-9])/, '+')
  const parsed = parser()(normalized, 'VN')
  if (!parsed?.isValid()) return undefined
  lastParsed = parsed.number
  return lastParsed
}
