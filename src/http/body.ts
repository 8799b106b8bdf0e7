import type { IncomingMessage } from 'node:http'
import { bodyLimitBytes } from './message.ts'

/** So much of a body that is too large is still taken, so that the caller can read the answer. */
const maxDiscardedBytes = 1024 * 1024

export type ReceivedBody = Buffer | 'too large' | 'aborted'

/** Hands on the body once it is there, or why there is none; once, in the turn in which it ends. */
export function receiveBody(incoming: IncomingMessage, onBody: (body: ReceivedBody) => void): void {
  const parts: Buffer[] = []
  let size = 0
  let isDone = false
  const finish = (body: ReceivedBody) => {
    if (isDone) return
    isDone = true
    onBody(body)
  }
  if (Number(incoming.headers['content-length'] ?? 0) > maxDiscardedBytes) {
    finish('too large')
    return
  }
  incoming.on('data', (part: Buffer) => {
    size += part.length
    if (size <= bodyLimitBytes) parts.push(part)
    else if (size > maxDiscardedBytes) finish('too large')
  })
  incoming.on('end', () => finish(size > bodyLimitBytes ? 'too large' : joinBuffers(parts)))
  incoming.on('error', () => finish('aborted'))
  incoming.on('close', () => finish('aborted'))
}

function joinBuffers(parts: readonly Buffer[]): Buffer {
  const [first] = parts
  return parts.length === 1 && first ? first : Buffer.concat(parts)
}
