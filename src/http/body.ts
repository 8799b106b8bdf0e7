import type { IncomingMessage } from 'node:http'
import { bodyLimit } from './message.ts'

/** So much of a body that is too large is still taken, so that the caller can read the answer. */
const patience = 1024 * 1024

export type Received = Buffer | 'too large' | 'aborted'

/** Hands on the body once it is there, or why there is none; once, in the turn in which it ends. */
export function receiveBody(incoming: IncomingMessage, handOn: (body: Received) => void): void {
  const parts: Buffer[] = []
  let size = 0
  let over = false
  const done = (body: Received) => {
    if (over) return
    over = true
    handOn(body)
  }
  if (Number(incoming.headers['content-length'] ?? 0) > patience) {
    done('too large')
    return
  }
  incoming.on('data', (part: Buffer) => {
    size += part.length
    if (size <= bodyLimit) parts.push(part)
    else if (size > patience) done('too large')
  })
  incoming.on('end', () => done(size > bodyLimit ? 'too large' : joined(parts)))
  incoming.on('error', () => done('aborted'))
  incoming.on('close', () => done('aborted'))
}

function joined(parts: readonly Buffer[]): Buffer {
  const [first] = parts
  return parts.length === 1 && first ? first : Buffer.concat(parts)
}
