/** What differs from answer to answer stands last, so that all before it can be kept ready. */
import { idleTimeoutMs } from './connections.ts'
import type { Headers } from './message.ts'

/** Header names and values in turn, as writeHead takes them. */
export type RawHeaders = string[]

/** As they are for whoever may ask again; the id is still to be put in. */
export const perRequestHeaders: Headers = {
  'Keep-Alive': `timeout=${idleTimeoutMs / 1000}`,
  'X-Request-Id': '',
}

const flatPerRequestHeaders = Object.entries(perRequestHeaders).flat() as string[]

/** Headers that end with these, for one request: to be written at once, as the next one may have the same array. */
export function withRequestHeaders(
  headers: RawHeaders,
  id: string,
  shouldKeepAlive: boolean,
): RawHeaders {
  const own = shouldKeepAlive ? headers : headers.with(-4, 'Connection').with(-3, 'close')
  own[own.length - 1] = id
  return own
}

/** Those for one request alone. */
export function requestHeadersFor(id: string, shouldKeepAlive: boolean): RawHeaders {
  return withRequestHeaders(flatPerRequestHeaders, id, shouldKeepAlive)
}
