/** Phone numbers: Vietnamese ones in any usual spelling, foreign ones with a plus. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** The number that was read last: a tool hands it on to its operation as it was read. */
let last: string | undefined

/** "0912 345 678" → "+84912345678", or nothing if no phone has such a number. */
export function readPhone(text: string): string | undefined {
  if (text === last) return last
  const plain = text.trim()
  if (!/^\(?\+?[0-9()./\s-]{6,25}$/.test(plain)) return undefined
  const spelled = plain.replace(/^\((\+[0-9]+)\)/, '$1').replace(/^(?=84[\s.-]?[0-9])/, '+')
  const parsed = parsePhoneNumberFromString(spelled, 'VN')
  if (!parsed?.isValid()) return undefined
  last = parsed.number
  return last
}
