/** Reads a request from Node's message into a plain value. */
import { randomInt, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isReadMethod, type Request } from './message.ts'

export const bodyLimitBytes = 16 * 1024

/** Of the URL and all headers together. */
export const headerLimitBytes = 16 * 1024

/** Limits of the listener of the desk, where an owner writes texts, uploads photos and publishes. */
export const deskLimits = {
  maxBodyBytes: 256 * 1024,
  /** A photo from a phone takes time; headers must be complete much earlier. */
  requestTimeout: 120_000,
  /** A publication checks all content twice and builds the site again. Writes to the database give up much earlier. */
  handlerTimeoutMs: 60_000,
}

/** A body that is too large is read up to this size, so that the client can read the response. */
const minDiscardedBytes = 1024 * 1024

const noBody = Buffer.alloc(0)

/** `toString(16)` for each id costs five times as much, 1 % of the CPU time of a cached response. */
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * Ids in the form of a UUID: the start is random, the last eight digits go on in steps of a random odd number, so that
 * an id does not show how many requests there were. A random UUID for each request, or more digits of a counter, is 3 %
 * of the CPU time of a cached response.
 */
export function createRequestIds(): () => string {
  const prefix = randomUUID().slice(0, -8)
  const step = randomInt(2 ** 31) * 2 + 1
  let value = randomInt(2 ** 32)
  const byteAt = (shift: number) => hexOfByte[(value >>> shift) & 255]
  return () => {
    value = (value + step) >>> 0
    return `${prefix}${byteAt(24)}${byteAt(16)}${byteAt(8)}${byteAt(0)}`
  }
}

export function createRequest(
  incoming: IncomingMessage,
  id: string,
  receivedAtMs: number,
): Request {
  const url = incoming.url ?? '/'
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '') || '/'
  const queryStart = target.indexOf('?')
  return {
    id,
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

/** Also aborted after the response was sent, when nothing waits any more. */
export function disconnectSignal(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (outgoing.destroyed) controller.abort()
  else outgoing.once('close', () => controller.abort())
  return controller.signal
}

/** A valid read without a body: the response cache may serve it. */
export function isPlainRead(incoming: IncomingMessage): boolean {
  const { method = '', headers } = incoming
  if (!isReadMethod(method)) return false
  if (headers['transfer-encoding'] !== undefined || !hasValidHost(incoming)) return false
  return headers['content-length'] === undefined || headers['content-length'] === '0'
}

/** HTTP/1.1 requires exactly one Host header. */
export function hasValidHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}

/** Reads the body into the request, then calls `onComplete`; if the client disconnects, it is not called. */
export function receiveBody(
  incoming: IncomingMessage,
  request: Request,
  limitBytes: number,
  onComplete: () => void,
): void {
  const { 'content-length': length, 'transfer-encoding': transferEncoding } = incoming.headers
  const maxDiscardedBytes = Math.max(minDiscardedBytes, 3 * limitBytes)
  request.isBodyTooLarge = Number(length ?? 0) > maxDiscardedBytes
  // Node emits no events for a request without a body (`optimizeEmptyRequests`).
  const hasBody = length !== undefined || transferEncoding !== undefined
  if (request.isBodyTooLarge || !hasBody) {
    onComplete()
    return
  }
  const parts: Buffer[] = []
  let size = 0
  let isDone = false
  const finish = () => {
    if (isDone) return
    isDone = true
    if (size > limitBytes) request.isBodyTooLarge = true
    else request.body = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    onComplete()
  }
  incoming.on('data', (part: Buffer) => {
    size += part.length
    if (size <= limitBytes) parts.push(part)
    else if (size > maxDiscardedBytes) finish()
  })
  incoming.on('end', finish)
}
