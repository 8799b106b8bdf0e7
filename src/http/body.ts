import type { IncomingMessage } from 'node:http'
import { bodyLimit } from './message.ts'

/** So much of a body that is too large is still taken, so that the caller can read the answer. */
const patience = 1024 * 1024

export function readBody(incoming: IncomingMessage): Promise<Buffer | 'too large' | 'aborted'> {
  const announced = Number(incoming.headers['content-length'] ?? 0)
  if (announced > patience) return Promise.resolve('too large')

  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let size = 0
    incoming.on('data', (part: Buffer) => {
      size += part.length
      if (size <= bodyLimit) parts.push(part)
      else if (size > patience) resolve('too large')
    })
    incoming.on('end', () => resolve(size > bodyLimit ? 'too large' : joined(parts)))
    incoming.on('error', () => resolve('aborted'))
    incoming.on('close', () => resolve('aborted'))
  })
}

function joined(parts: readonly Buffer[]): Buffer {
  const [first] = parts
  return parts.length === 1 && first ? first : Buffer.concat(parts)
}
