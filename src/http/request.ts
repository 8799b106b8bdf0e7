/** What Node received, as our own plain value. */
import type { IncomingMessage } from 'node:http'
import type { Request } from './message.ts'
import { createRequestId } from './request-id.ts'

const noBody = Buffer.alloc(0)

export function createRequest(incoming: IncomingMessage, receivedAtMs: number): Request {
  const url = incoming.url ?? '/'
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '') || '/'
  const queryStart = target.indexOf('?')
  return {
    id: createRequestId(),
    method: incoming.method ?? 'GET',
    target,
    path: (queryStart < 0 ? target : target.slice(0, queryStart)) || '/',
    query: queryStart < 0 ? '' : target.slice(queryStart + 1),
    headers: incoming.headers,
    remoteAddress: incoming.socket.remoteAddress ?? '',
    body: noBody,
    receivedAtMs,
    isBodyTooLarge: false,
  }
}

/** A read that a kept answer may serve: nothing to receive, nothing to refuse. */
export function isPlainRead(incoming: IncomingMessage): boolean {
  const { method, headers } = incoming
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers['transfer-encoding'] !== undefined || !hasValidHost(incoming)) return false
  return headers['content-length'] === undefined || headers['content-length'] === '0'
}

/** HTTP/1.1 wants one Host, neither none nor two. */
export function hasValidHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name === 'Host' || name === 'host') hosts++
    else if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}

/** Where and why it happened, without the message: that might repeat what a guest typed. */
export function describeError(error: unknown): { error: string; code?: string; at: string } {
  if (!(error instanceof Error)) return { error: typeof error, at: '' }
  const code = codeOf(error.cause) ?? codeOf(error)
  const frames = framesOf(error)
  // A refusal has none of its own; what it came of may have.
  const where = frames.length > 0 ? frames : framesOf(error.cause)
  return { error: error.name, ...(code !== undefined && { code }), at: where.join(' | ') }
}

function framesOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : []
  const frames = lines.filter((text) => /^\s+at /.test(text))
  return frames.slice(0, 6).map((frame) => frame.trim())
}

/** What the system or the database calls it, such as ECONNREFUSED or 25006. */
function codeOf(error: unknown): string | undefined {
  const { code } = (error instanceof Error ? error : {}) as NodeJS.ErrnoException
  return typeof code === 'string' ? code : undefined
}
