/** Finds the codes of bookings and orders in the text of a bank transfer. */

import { isCode, normalizeCode, normalizedCodeLength } from '../../kernel/booking-code.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'

/**
 * Guests write diacritics; banks change the case, leave out dashes, and join the text of the sender with numbers of
 * their own. Every position is tried; whether a code exists is a question to the database.
 */
export function findReferences(text: string, prefixes: readonly string[]): string[] {
  const joined = normalizeCode(foldDiacritics(text))
  const found = new Set<string>()
  for (let at = 0; at < joined.length; at++) {
    const prefix = prefixes.find((one) => joined.startsWith(one, at))
    if (prefix === undefined) continue
    const code = joined.slice(at, at + normalizedCodeLength(prefix))
    if (isCode(code, prefix)) found.add(code)
  }
  return [...found]
}
