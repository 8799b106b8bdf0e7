/**
 * A place in a list, given to the caller as an opaque word. It names the last item shown and the
 * question it belongs to, so it needs no memory, works in every process and survives a restart.
 */
import { createHash } from 'node:crypto'

export function writeCursor(question: string, lastId: string): string {
  return Buffer.from(`${seal(question, lastId)}${lastId}`).toString('base64url')
}

/** The id of the last item shown, or nothing if the word is not ours or of another question. */
export function readCursor(question: string, cursor: string): string | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const lastId = text.slice(sealLength)
  return writeCursor(question, lastId) === cursor ? lastId : undefined
}

const sealLength = 12

function seal(question: string, lastId: string): string {
  const digest = createHash('sha256').update(`${question}\n${lastId}`).digest('base64url')
  return digest.slice(0, sealLength)
}
