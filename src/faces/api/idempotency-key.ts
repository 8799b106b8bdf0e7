/** The Idempotency-Key header of a write. */
import { Problem } from '../../kernel/problem.ts'

/** In visible ASCII characters, without quotes. */
export const keyLength = { min: 8, max: 64 }

const keyPattern = new RegExp(`^[\\x21-\\x7e]{${keyLength.min},${keyLength.max}}$`)

/** The draft requires quotes, most clients send none: both are the same key. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = String(header)
    .trim()
    .replace(/^"(.*)"$/, '$1')
  if (!keyPattern.test(key)) throw new Problem('invalid-idempotency-key')
  return key
}
