/** Ids of messages in external services. */
import { createHash } from 'node:crypto'

/** Stable short id from any text, safe in headers and URLs. */
export function shortHash(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 32)
}
