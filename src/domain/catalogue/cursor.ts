/**
 * A place in a list, given to the caller as an opaque word. It names the last item shown and the
 * question it belongs to, so it needs no memory, works in every process and survives a restart.
 */
import { createHash } from 'node:crypto'

export function encodeCursor(queryKey: string, lastId: string): string {
  return Buffer.from(`${checksum(queryKey, lastId)}${lastId}`).toString('base64url')
}

/** The id of the last item shown, or nothing if the word is not ours or of another question. */
export function decodeCursor(queryKey: string, cursor: string): string | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const lastId = text.slice(checksumLength)
  return encodeCursor(queryKey, lastId) === cursor ? lastId : undefined
}

const checksumLength = 12

function checksum(queryKey: string, lastId: string): string {
  const digest = createHash('sha256').update(`${queryKey}\n${lastId}`).digest('base64url')
  return digest.slice(0, checksumLength)
}
