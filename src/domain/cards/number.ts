/**
 * Card numbers: 55 random bits and a check digit, in digits and letters that do not look alike. The check digit detects
 * every single wrong character and every two that were exchanged.
 */
import { randomBytes } from 'node:crypto'
import { normalizeCode } from '../../kernel/booking-code.ts'
import { cardPath } from './url.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomLength = 11
const groupLength = 4

/** The stored form: "7K3M9Q2X4DTB". */
export function createCardNumber(): string {
  let random = ''
  for (const byte of randomBytes(randomLength)) random += alphabet[byte & 31]
  return `${random}${alphabet[times2(fold(random))]}`
}

/** The stored form of what was typed or scanned, also as the URL of the card. Undefined for any other text. */
export function parseCardNumber(input: string): string | undefined {
  const [, fromUrl] = new RegExp(`${cardPath}/([^/?#]+)`).exec(input) ?? []
  const number = normalizeCode(fromUrl ?? input)
  if (number.length !== randomLength + 1) return undefined
  if (![...number].every((character) => alphabet.includes(character))) return undefined
  return fold(number) === 0 ? number : undefined
}

/** "7K3M-9Q2X-4DTB" */
export function formatCardNumber(number: string): string {
  return number.match(new RegExp(`.{1,${groupLength}}`, 'g'))?.join('-') ?? number
}

/** The characters as coefficients of a polynomial over GF(32), evaluated at its generator. */
function fold(text: string): number {
  let sum = 0
  for (const character of text) sum = times2(sum) ^ alphabet.indexOf(character)
  return sum
}

/** Multiplies by the generator, modulo x^5 + x^2 + 1. */
function times2(value: number): number {
  const doubled = value << 1
  return doubled & 32 ? doubled ^ 37 : doubled
}
