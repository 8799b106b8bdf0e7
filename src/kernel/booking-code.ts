/** Codes that a guest can read out: a word, then fifty random bits without look-alikes. */
import { drawBytes } from './id.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const letters = 10

/** "BAN-7K3M-9Q2X-4D" */
export function makeCode(prefix: string): string {
  let random = ''
  for (const byte of drawBytes(letters)) random += alphabet[byte & 31]
  return `${prefix}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`
}

/** A word that codes cannot begin with would be shown to guests with digits in it. */
export function checkPrefix(prefix: string): void {
  if (plainCode(prefix) === prefix) return
  throw new Error(`the code prefix "${prefix}" has an O, I or L, which are read as digits`)
}

/** What a dry run answers instead: it looks alike and is never found. */
export function testCode(code: string): string {
  return `TEST${code.slice(code.indexOf('-'))}`
}

/** As it is kept: whatever the case, the dashes, or O for 0 and I or L for 1. */
export function plainCode(written: string): string {
  return written
    .toUpperCase()
    .replace(/[\s\p{Pd}_.]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/** The kept form as a guest sees it again. */
export function showCode(plain: string): string {
  const [prefix, random] = [plain.slice(0, -letters), plain.slice(-letters)]
  return `${prefix}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`
}
