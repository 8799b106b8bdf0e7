import { createHash } from 'node:crypto'

/** The same short name for the same id, whatever letters the id is made of. */
export function shortHash(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 32)
}
