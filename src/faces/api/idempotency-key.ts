/** The Idempotency-Key header of a write. */
import { Problem } from '../../kernel/problem.ts'

/** 8 to 64 visible ASCII characters. The draft requires quotes, most clients send none: both are the same key. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = String(header)
    .trim()
    .replace(/^"(.*)"$/, '$1')
  if (!/^[\x21-\x7e]{8,64}$/.test(key)) throw new Problem('invalid-idempotency-key')
  return key
}
