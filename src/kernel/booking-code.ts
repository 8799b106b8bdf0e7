/** Codes that a guest can read out: a word, then fifty random bits without look-alikes. */
import { randomBytes } from './id.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomLength = 10

/** "BAN-7K3M-9Q2X-4D" */
export function createCode(prefix: string): string {
  let random = ''
  for (const byte of randomBytes(randomLength)) random += alphabet[byte & 31]
  return `${prefix}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`
}

/** A word that codes cannot begin with would be shown to guests with digits in it. */
export function assertPrefix(prefix: string): void {
  if (normalizeCode(prefix) === prefix) return
  throw new Error(`the code prefix "${prefix}" has an O, I or L, which are read as digits`)
}

/** What a dry run answers instead: it looks alike and is never found. */
export function toTestCode(code: string): string {
  return `TEST${code.slice(code.indexOf('-'))}`
}

/** As it is kept: whatever the case, the dashes, or O for 0 and I or L for 1. */
export function normalizeCode(input: string): string {
  return input
    .toUpperCase()
    .replace(/[\s\p{Pd}_.]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/** The kept form as a guest sees it again. */
export function formatCode(normalized: string): string {
  const [prefix, random] = [normalized.slice(0, -randomLength), normalized.slice(-randomLength)]
  return `${prefix}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`
}
