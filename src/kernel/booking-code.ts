/** Booking codes: a prefix and 50 random bits, in digits and letters that do not look alike. */
import { randomBytes } from 'node:crypto'
import { Problem } from './problem.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomLength = 10

/** "BAN-7K3M-9Q2X-4D" */
export function createCode(prefix: string): string {
  let random = ''
  for (const byte of randomBytes(randomLength)) random += alphabet[byte & 31]
  return `${prefix}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`
}

/** A prefix that normalization changes would be shown to guests with digits in it. */
export function assertPrefix(prefix: string): void {
  if (normalizeCode(prefix) === prefix) return
  throw new Error(`the code prefix "${prefix}" contains O, I or L, which are read as digits`)
}

/** The code in the response to a dry run. No booking has it. */
export function toTestCode(code: string): string {
  return `TEST${code.slice(code.indexOf('-'))}`
}

/** The stored form: upper case, without separators, with 0 for O and 1 for I and L. */
export function normalizeCode(input: string): string {
  return input
    .toUpperCase()
    .replace(/[\s\p{Pd}_.]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

export function normalizedCodeLength(prefix: string): number {
  return prefix.length + randomLength
}

/** Whether the text is the stored form of a code with this prefix. */
export function isCode(text: string, prefix: string): boolean {
  const random = text.slice(prefix.length)
  return (
    text.startsWith(prefix) &&
    random.length === randomLength &&
    [...random].every((letter) => alphabet.includes(letter))
  )
}

/** The stored form as guests see it. */
export function formatCode(normalized: string): string {
  const [prefix, random] = [normalized.slice(0, -randomLength), normalized.slice(-randomLength)]
  return `${prefix}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`
}

/** The same response for an unknown code, a malformed one and a wrong pair of code and phone. */
export function unknownCodeProblem(isCounted = false): Problem {
  return new Problem('not-found', {
    isCounted,
    detail: {
      vi: 'Không tìm thấy yêu cầu nào với thông tin này. Kiểm tra lại mã đặt chỗ, hoặc gọi cho chúng tôi.',
      en: 'No request was found with these details. Check the booking number, or call us.',
    },
  })
}
