/** Recognizes whether something has changed since a page was shown. */
import { createHash } from 'node:crypto'

export function digestOf(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
